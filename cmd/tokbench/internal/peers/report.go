package peers

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/toktee/toktee/cmd/tokbench/internal/figures"
)

// Report is what a run of peers comes to.
type Report struct {
	Encoding string
	Peers    []Peer
	Cases    [][]Case // by peer, as [Run] returns them
}

// notRun counts why cases aren't scored.
func notRun(list []Case) map[string]int {
	why := map[string]int{}
	for i := range list {
		if w := list[i].NotRun; w != "" {
			why[w]++
		}
	}
	return why
}

// heads are the columns of a peer's table; "our" is at as many tokens as the peer's text has.
var heads = []string{
	"family", "cases", "run", "saved", "recall", "intact", "net", "bigger", "exit changed", "red as green",
	"our saved", "our recall", "our intact", "our net",
}

// cells are the cells of the row, "-" where no case is scored.
func (r *row) cells() []string {
	cells := []string{r.family, fmt.Sprint(r.cases), fmt.Sprint(r.run)}
	if r.run == 0 {
		return append(cells, slices.Repeat([]string{"-"}, len(heads)-len(cells))...)
	}
	cells = append(cells, percents(r.peer.Measure())...)
	cells = append(cells, fmt.Sprint(r.bigger), fmt.Sprint(r.exitChanged), fmt.Sprint(r.green))
	return append(cells, percents(r.ours.Measure())...)
}

func percents(m figures.Measure) []string {
	return []string{
		figures.Percent(&m.Saved), figures.Percent(m.Recall), figures.Percent(m.Intact), figures.Percent(&m.Net),
	}
}

// Print writes a table for each peer, and why cases aren't scored.
func (r *Report) Print(w io.Writer) error {
	for i, p := range r.Peers {
		fmt.Fprintf(w, "%s: %s\n", p.Name, p.Template)
		tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintln(tw, strings.Join(heads, "\t")+"\t")
		for _, row := range rows(r.Cases[i]) {
			fmt.Fprintln(tw, strings.Join(row.cells(), "\t")+"\t")
		}
		if err := tw.Flush(); err != nil {
			return err
		}
		why := notRun(r.Cases[i])
		for _, k := range slices.Sorted(maps.Keys(why)) {
			fmt.Fprintf(w, "not run: %d: %s\n", why[k], k)
		}
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
	}
	return nil
}

// Markdown writes the same as Markdown.
func (r *Report) Markdown(w io.Writer) error {
	var b strings.Builder
	for i, p := range r.Peers {
		fmt.Fprintf(&b, "### %s\n\n`%s`\n\n", p.Name, p.Template)
		fmt.Fprintf(&b, "| %s |\n| --- |%s\n", strings.Join(heads, " | "), strings.Repeat(" ---: |", len(heads)-1))
		for _, row := range rows(r.Cases[i]) {
			fmt.Fprintf(&b, "| %s |\n", strings.Join(row.cells(), " | "))
		}
		b.WriteString("\n")
		why := notRun(r.Cases[i])
		for _, k := range slices.Sorted(maps.Keys(why)) {
			fmt.Fprintf(&b, "- %d not run: %s\n", why[k], k)
		}
		b.WriteString("\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// JSON is the report for programs, with every case.
func (r *Report) JSON() ([]byte, error) {
	peers := []map[string]any{}
	for i, p := range r.Peers {
		families := map[string]any{}
		for _, row := range rows(r.Cases[i]) {
			families[row.family] = row.fields()
		}
		cases := []map[string]any{}
		for j := range r.Cases[i] {
			cases = append(cases, r.Cases[i][j].fields())
		}
		peers = append(peers, map[string]any{
			"name": p.Name, "template": p.Template, "families": families, "not_run": notRun(r.Cases[i]), "cases": cases,
		})
	}
	report := map[string]any{"schema_version": 1, "encoding": r.Encoding, "peers": peers}
	js, err := json.MarshalIndent(report, "", " ")
	return append(js, '\n'), err
}

// fields are the row for a JSON report.
func (r *row) fields() map[string]any {
	peer, ours := r.peer.Measure(), r.ours.Measure()
	return map[string]any{
		"cases": r.cases, "run": r.run, "labelled": r.peer.Labelled, "peer": peer.Fields(), "ours": ours.Fields(),
		"bigger": r.bigger, "exit_changed": r.exitChanged, "red_as_green": r.green,
	}
}

// fields are the case for a JSON report.
func (c *Case) fields() map[string]any {
	if c.NotRun != "" {
		return map[string]any{"id": c.Case.ID, "not_run": c.NotRun}
	}
	return map[string]any{
		"id": c.Case.ID, "raw_tokens": c.RawTokens, "tokens": c.Tokens, "lost": c.Lost, "exit_code": c.Exit,
		"our_tokens": c.OurTokens, "our_lost": c.OurLost,
		"exit_changed": c.exitChanged(), "red_as_green": c.green(),
	}
}
