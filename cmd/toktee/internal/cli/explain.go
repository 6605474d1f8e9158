package cli

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/result"
)

// newExplain is "toktee explain".
func newExplain(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "explain [ID]",
		Short: "Print where each line of a short text comes from",
		Long: `Prints the short text of a result. In front of each line of the text, the command prints the numbers of
the output's lines from which the line comes. A line without a number is toktee's own statement, such as the exit code
or the marker of a gap. Without an ID, the command explains the last result.`,
		Example: `  toktee explain
  toktee explain 401882137095`,
		Args: atMostOne("ID"),
		RunE: func(_ *cobra.Command, args []string) error { return a.explain(cmp.Or(args...)) },
	}
}

// explain prints the text of a kept result with its sources.
func (a *app) explain(id string) error {
	if id != "" {
		if err := checkID(id); err != nil {
			return err
		}
	}
	h, err := a.open()
	if err != nil {
		return err
	}
	rec, err := find(h.Store(), id)
	if err != nil {
		return failed(err)
	}
	var r result.ToolResult
	if err := json.Unmarshal(rec.Result, &r); err != nil {
		return failed(fmt.Errorf("reading result %s: %w", rec.ID, err))
	}
	out := bufio.NewWriter(a.stdout)
	for i, l := range strings.Split(r.LLMContent(), "\n") {
		fmt.Fprintf(out, "%12s  %s\n", sourceOf(r.Metadata().Sources, i+1), l)
	}
	return failed(out.Flush())
}

// maxRanges is the most ranges of a line's sources that are printed.
const maxRanges = 3

// sourceOf returns the lines of the output from which a line of the text comes, "" for none.
func sourceOf(sources []result.Source, line int) string {
	i := slices.IndexFunc(sources, func(s result.Source) bool { return s.Text[0] <= line && line <= s.Text[1] })
	if i < 0 {
		return ""
	}
	s := &sources[i]
	if !s.Composed {
		return strconv.Itoa(s.Lines[0][0] + line - s.Text[0])
	}
	var ranges []string
	for _, l := range s.Lines[:min(len(s.Lines), maxRanges)] {
		if l[0] == l[1] {
			ranges = append(ranges, strconv.Itoa(l[0]))
		} else {
			ranges = append(ranges, strconv.Itoa(l[0])+"-"+strconv.Itoa(l[1]))
		}
	}
	if len(s.Lines) > maxRanges {
		ranges = append(ranges, "…")
	}
	return strings.Join(ranges, ",")
}
