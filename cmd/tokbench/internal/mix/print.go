package mix

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/toktee/toktee/cmd/tokbench/internal/figures"
	"github.com/toktee/toktee/cmd/tokbench/internal/summary"
)

// Print writes the mix as a table.
func (m *Mix) Print(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(tw, "tool\tcalls\ttokens\tcases\tmean\t")
	for _, l := range summary.Levels() {
		fmt.Fprintf(tw, "%s saved\trecall\tintact\t", l)
	}
	fmt.Fprintln(tw)
	for _, u := range m.Uses {
		fmt.Fprintf(tw, "%s\t%.0f%%\t%d\t%d\t%.0f\t", u.Tool, u.Calls*100, u.Tokens, len(u.Cases), u.Mean)
		for _, l := range u.Levels {
			fmt.Fprintf(tw, "%s\t%s\t%s\t", figures.Percent(&l.Saved), figures.Percent(l.Recall),
				figures.Percent(l.Intact))
		}
		fmt.Fprintln(tw)
	}
	fmt.Fprint(tw, "session\t\t\t\t\t")
	for _, s := range m.Saved {
		fmt.Fprintf(tw, "%s\t\t\t", figures.Percent(&s))
	}
	fmt.Fprintln(tw)
	return tw.Flush()
}

// JSON is the mix for programs.
func (m *Mix) JSON() ([]byte, error) {
	uses := []map[string]any{}
	for _, u := range m.Uses {
		levels := map[string]any{}
		for i, l := range summary.Levels() {
			levels[l] = u.Levels[i].Fields()
		}
		ids := []string{}
		for _, cs := range u.Cases {
			ids = append(ids, cs.Case.ID)
		}
		uses = append(uses, map[string]any{
			"tool": u.Tool, "calls": figures.Fixed(u.Calls), "tokens": u.Tokens, "mean": figures.Fixed(u.Mean),
			"cases": ids, "levels": levels,
		})
	}
	saved := map[string]any{}
	for i, l := range summary.Levels() {
		saved[l] = figures.Fixed(m.Saved[i])
	}
	return json.MarshalIndent(map[string]any{"schema_version": 1, "uses": uses, "saved": saved}, "", " ")
}
