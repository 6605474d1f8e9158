package ordered

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/toktee/toktee/cmd/tokbench/internal/summary"
	"github.com/toktee/toktee/internal/measure/cost"
	"github.com/toktee/toktee/internal/measure/stats"
)

// A Row is the figures of the sessions of one file at one setting.
type Row struct {
	File     string
	Setting  summary.Setting
	Sessions []Session
}

// Rows groups sessions by their file.
func Rows(s summary.Setting, sessions []Session) []Row {
	var rows []Row
	for _, one := range sessions {
		i := slices.IndexFunc(rows, func(r Row) bool { return r.File == one.File })
		if i < 0 {
			i = len(rows)
			rows = append(rows, Row{File: one.File, Setting: s})
		}
		rows[i].Sessions = append(rows[i].Sessions, one)
	}
	return rows
}

// A Share is a figure with its interval, in percent.
type Share struct {
	Value float64
	stats.Interval
}

// String is "91.2 (88.0-93.1)"; "-" for none.
func (s Share) String() string {
	switch {
	case math.IsNaN(s.Value):
		return "-"
	case !s.OK:
		return fmt.Sprintf("%.1f", s.Value)
	}
	return fmt.Sprintf("%.1f (%.1f-%.1f)", s.Value, s.Low, s.High)
}

// Possible is the share of calls that use something and could still be made.
func (r *Row) Possible() Share {
	return r.share(func(s *Session) (float64, float64) { return float64(s.Possible), float64(s.Calls) })
}

// Saved is the share of the results' tokens that aren't shown.
func (r *Row) Saved() Share {
	return r.share(func(s *Session) (float64, float64) { return float64(s.Then - s.Now), float64(s.Then) })
}

// Cost is what the sessions would have cost by a variant of the model, as a share of what they did.
func (r *Row) Cost(variant int) Share {
	return r.share(func(s *Session) (float64, float64) { return s.Costs[variant].Now, s.Costs[variant].Then })
}

// share is the sum of parts over the sum of wholes, over the sessions, with its interval.
func (r *Row) share(of func(s *Session) (part, whole float64)) Share {
	figure := func(draw []int) float64 {
		var part, whole float64
		for _, i := range draw {
			p, w := of(&r.Sessions[i])
			part += p
			whole += w
		}
		if whole == 0 {
			return math.NaN()
		}
		return 100 * part / whole
	}
	all := make([]int, len(r.Sessions))
	for i := range all {
		all[i] = i
	}
	in := stats.Bootstrap(len(all), 1, stats.Options{Seed: 1}, func(draw []int, out []float64) {
		out[0] = figure(draw)
	})
	return Share{figure(all), in[0]}
}

// Print writes a table of rows: sessions, calls, results, what is still possible, saved, and the cost beside that of
// the agent's own cut; then what of that is due to results of which all lines are shown; then the cost by the model at
// half and double of each of its constants.
func Print(out io.Writer, rows []Row) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	printPossible(w, rows)
	for _, r := range rows {
		r.printShown(w)
	}
	printWhole(w, rows)
	fmt.Fprintln(w, "\ncost % at")
	for k, v := range cost.Default().Variants() {
		fmt.Fprintf(w, "%s", v.Name)
		for _, r := range rows {
			fmt.Fprintf(w, "\t%s %s: %s", r.File, r.Setting, r.Cost(k))
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

// PrintPossible writes the first table of [Print] alone.
func PrintPossible(out io.Writer, rows []Row) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	printPossible(w, rows)
	return w.Flush()
}

// printPossible writes the [Table] of rows.
func printPossible(w io.Writer, rows []Row) {
	for _, cells := range Table(rows) {
		fmt.Fprintln(w, strings.Join(cells, "\t"))
	}
}

// Table is what rows say of calls that are still possible, of what is saved and of the cost: headings, then a row for
// each file of sessions and setting.
func Table(rows []Row) [][]string {
	table := [][]string{{
		"sessions", "setting", "of them", "results", "calls that use any", "still possible %", "saved %", "cost %",
		"of it misses %",
	}}
	for _, r := range rows {
		calls, results := r.counts()
		misses := r.share(func(s *Session) (float64, float64) { return s.Costs[0].Misses, s.Costs[0].Then })
		table = append(table, []string{
			r.File, r.Setting.String(), strconv.Itoa(len(r.Sessions)), strconv.Itoa(results), strconv.Itoa(calls),
			r.Possible().String(), r.Saved().String(), r.Cost(0).String(), misses.String(),
		})
	}
	return table
}

// counts are the calls that use something, and the results.
func (r *Row) counts() (calls, results int) {
	for _, s := range r.Sessions {
		calls += s.Calls
		results += s.Results
	}
	return calls, results
}

// printShown writes what was shown before, where anything was.
func (r *Row) printShown(w io.Writer) {
	var sum Session
	for _, s := range r.Sessions {
		sum.Pointers += s.Pointers
		sum.Uses += s.Uses
		sum.Behind += s.Behind
		sum.CallsBehind += s.CallsBehind
	}
	if sum.Pointers > 0 {
		fmt.Fprintf(w, "\n%s\t%s\tresults that point at lines shown before: %d; "+
			"of %d uses, in the earlier text alone: %d, of %d calls\n",
			r.File, r.Setting, sum.Pointers, sum.Uses, sum.Behind, sum.CallsBehind)
	}
}

// printWhole writes how many results are shown with all their lines, what these save, and which calls they lose; a text
// that says all of a result must lose none.
func printWhole(w io.Writer, rows []Row) {
	fmt.Fprintln(w, "\nsessions\tsetting\tresults with all lines\tof all tokens %\tsaved of them %\tcalls they lose"+
		"\tcalls that others lose")
	for _, r := range rows {
		whole, by, lost := 0, 0, 0
		for _, s := range r.Sessions {
			whole += s.Whole.Results
			by += s.LostWhole
			lost += s.Calls - s.Possible
		}
		share := r.share(func(s *Session) (float64, float64) { return float64(s.Whole.Then), float64(s.Then) })
		saved := r.share(func(s *Session) (float64, float64) {
			return float64(s.Whole.Then - s.Whole.Now), float64(s.Whole.Then)
		})
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\t%d\t%d\n", r.File, r.Setting, whole, share, saved, by, lost-by)
	}
}

// PrintLost lists what calls use and no short text has: file, setting, session, the call, the result that has it whole,
// and the string.
func PrintLost(out io.Writer, rows []Row) error {
	for _, r := range rows {
		for _, s := range r.Sessions {
			for _, l := range s.Lost {
				_, err := fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\t%q\n",
					r.File, r.Setting, s.Name, l.Call, l.Result, l.String)
				if err != nil {
					return err
				}
			}
		}
	}
	return nil
}
