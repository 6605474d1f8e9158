package bench

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// PeersReport is what a run of peers comes to.
type PeersReport struct {
	Encoding string
	Peers    []Peer
	Cases    [][]PeerCase // by peer, as [Bench.RunPeers] returns them
}

// notRun counts why cases aren't scored.
func notRun(list []PeerCase) map[string]int {
	why := map[string]int{}
	for i := range list {
		if w := list[i].NotRun; w != "" {
			why[w]++
		}
	}
	return why
}

// peersHead are the columns of a peer's table; "ours" is at as many tokens as the peer gave.
var peersHead = []string{"family", "cases", "run", "saved", "recall", "intact", "net", "bigger", "exit changed", "red as green",
	"our saved", "our recall", "our intact", "our net"}

func (r *PeerRow) cells() []string {
	cells := []string{r.Family, fmt.Sprint(r.Cases), fmt.Sprint(r.Run)}
	if r.Run == 0 {
		return append(cells, slices.Repeat([]string{"-"}, len(peersHead)-len(cells))...)
	}
	p, o := &r.Peer, &r.Ours
	return append(cells, pct(&p.Saved), pct(p.Recall), pct(&p.Intact), pct(&p.Net), fmt.Sprint(r.Bigger), fmt.Sprint(r.ExitChanged), fmt.Sprint(r.Green),
		pct(&o.Saved), pct(o.Recall), pct(&o.Intact), pct(&o.Net))
}

// Print writes a table for each peer, and why cases aren't scored.
func (r *PeersReport) Print(w io.Writer) error {
	for i, p := range r.Peers {
		fmt.Fprintf(w, "%s: %s\n", p.Name, p.Template)
		tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintln(tw, strings.Join(peersHead, "\t")+"\t")
		for _, row := range PeerRows(r.Cases[i]) {
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
func (r *PeersReport) Markdown(w io.Writer) error {
	var b strings.Builder
	for i, p := range r.Peers {
		fmt.Fprintf(&b, "### %s\n\n`%s`\n\n| %s |\n| --- |%s\n", p.Name, p.Template, strings.Join(peersHead, " | "), strings.Repeat(" ---: |", len(peersHead)-1))
		for _, row := range PeerRows(r.Cases[i]) {
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
func (r *PeersReport) JSON() ([]byte, error) {
	peers := []map[string]any{}
	for i, p := range r.Peers {
		families := map[string]any{}
		for _, row := range PeerRows(r.Cases[i]) {
			families[row.Family] = row.values()
		}
		cases := []map[string]any{}
		for j := range r.Cases[i] {
			cases = append(cases, r.Cases[i][j].values())
		}
		peers = append(peers, map[string]any{"name": p.Name, "template": p.Template, "families": families, "not_run": notRun(r.Cases[i]), "cases": cases})
	}
	js, err := json.MarshalIndent(map[string]any{"schema_version": 1, "encoding": r.Encoding, "peers": peers}, "", " ")
	return append(js, '\n'), err
}

func (r *PeerRow) values() map[string]any {
	return map[string]any{
		"cases": r.Cases, "run": r.Run, "labelled": r.Labelled, "peer": r.Peer.values(), "ours": r.Ours.values(),
		"bigger": r.Bigger, "exit_changed": r.ExitChanged, "red_as_green": r.Green,
	}
}

func (c *PeerCase) values() map[string]any {
	m := map[string]any{"id": c.Case.ID}
	if c.NotRun != "" {
		m["not_run"] = c.NotRun
		return m
	}
	m["raw_tokens"], m["tokens"], m["lost"], m["exit_code"] = c.RawTokens, c.Tokens, c.Lost, c.Exit
	m["our_tokens"], m["our_lost"] = c.OurTokens, c.OurLost
	m["exit_changed"], m["red_as_green"] = c.exitChanged(), c.green()
	return m
}
