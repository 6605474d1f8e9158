package savings

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toktee/toktee/internal/desk/figures"
	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/text/words"
)

// A Look is how a text is written.
type Look struct {
	Colour bool // with escape sequences
	Width  int  // columns; 0 is 80
}

// Limits of a table, in columns.
const (
	usual    = 80  // if unknown
	widest   = 200 // which the eye can follow
	minValue = 12  // of the last column, for whose sake the gaps are narrowed
)

// Escape sequences of a terminal.
const (
	faint = "\x1b[2m"
	bold  = "\x1b[1m"
	red   = "\x1b[31m"
	plain = "\x1b[0m"
)

// columns are the columns before the value.
var columns = []struct {
	name string
	of   func(*Figures) string
}{
	{"calls", func(f *Figures) string { return figures.Number(f.Calls) }},
	{"without", func(f *Figures) string { return figures.Number(f.Raw) }},
	{"sent", func(f *Figures) string { return figures.Number(f.Given) }},
	{"re-reads", func(f *Figures) string { return figures.Number(f.Refetches) }},
	{"saved", func(f *Figures) string { return figures.Number(f.Saved) }},
	{"saved%", func(f *Figures) string { return figures.Percent(f.Saved, f.Raw) }},
	{"value", func(f *Figures) string { return figures.Money(f.CostSaved) }},
}

// A row is a line of the table: a mark, the cells of the columns, and the value.
type row struct {
	mark, style string
	cells       []string
	value       string
}

// Text formats the report for people. Values lose their end to stay within the width, if numbers leave room for that. A
// loss is marked with "!".
//
//	 calls  without    sent  re-reads    saved  saved%  value  tool
//	    12   34,567   1,234         1   33,000   95.5%  $0.31  Bash
//	!    1      100     150         0      -50  -50.0%  $0.00  Read
//	    13   34,667   1,384         1   32,950   95.0%  $0.30  total
func (r *Report) Text(look Look) string {
	if r.Total.Calls+r.Total.Passed == 0 {
		var b strings.Builder
		r.bills(&b)
		return r.nothing() + b.String()
	}
	rows := []row{{style: faint, value: string(r.By)}}
	for _, c := range columns {
		rows[0].cells = append(rows[0].cells, c.name)
	}
	if r.By == ledger.ByCommand {
		rows[0].value = "kind of command"
	}
	if r.LeftOut > 0 && r.By == ledger.ByDay {
		rows = append(rows, rowOf(&r.Others, "earlier days", faint))
	}
	for i := range r.Groups {
		value := words.Printable(r.Groups[i].Value)
		if value == "" {
			value = "(none)"
		}
		rows = append(rows, rowOf(&r.Groups[i], value, ""))
	}
	if r.LeftOut > 0 && r.By != ledger.ByDay {
		rows = append(rows, rowOf(&r.Others, words.Count(r.LeftOut, "other", "others"), faint))
	}
	if r.By != ByPeriod {
		rows = append(rows, rowOf(&r.Total, "total", bold))
	}
	var b strings.Builder
	write(&b, rows, look)
	r.notes(&b)
	r.bills(&b)
	if slices.ContainsFunc(rows, func(r row) bool { return r.mark == "!" }) {
		b.WriteString("! cost more tokens than it saved\n")
	}
	return b.String()
}

func rowOf(f *Figures, value, style string) row {
	r := row{mark: " ", value: value, style: style}
	if f.Loss() {
		r.mark, r.style = "!", red
	}
	for _, c := range columns {
		r.cells = append(r.cells, c.of(f))
	}
	return r
}

// dropped are the columns that go if the terminal is narrow, the first one first.
var dropped = []string{"re-reads", "saved%", "without", "calls"}

// write aligns the cells to the right. The values come last, so that it doesn't matter how wide their characters are.
func write(b *strings.Builder, rows []row, look Look) {
	width := min(cmp.Or(look.Width, usual), widest)
	widths := make([]int, len(columns))
	used := 1
	for i := range widths {
		for _, r := range rows {
			widths[i] = max(widths[i], utf8.RuneCountInString(r.cells[i]))
		}
		used += widths[i] + len("  ")
	}
	gap := "  "
	if width-used < minValue {
		gap, used = " ", used-len(widths)
	}
	for _, name := range dropped {
		i := slices.Index(rows[0].cells, name)
		if width-used >= minValue {
			break
		}
		used -= widths[i] + len(gap)
		widths[i] = 0
	}
	for _, r := range rows {
		var cells []string
		for i, cell := range r.cells {
			if widths[i] > 0 {
				cells = append(cells, fmt.Sprintf("%*s", widths[i], cell))
			}
		}
		cells = append(cells, words.Cut(r.value, max(minValue/2, width-used)))
		text := strings.TrimRight(cmp.Or(r.mark, " ")+strings.Join(cells, gap), " ")
		if look.Colour && r.style != "" {
			text = r.style + text + plain
		}
		b.WriteString(text + "\n")
	}
}

// notes writes the figures that have no column.
func (r *Report) notes(b *strings.Builder) {
	t := &r.Total
	fmt.Fprintf(b, "\noutcomes: %s pass, %s fail, %s unknown; fallbacks: %s\n",
		figures.Number(t.Calls-t.Failed-t.Unknown), figures.Number(t.Failed), figures.Number(t.Unknown),
		figures.Number(t.Fallbacks))
	if t.Passed > 0 {
		fmt.Fprintf(b, "untouched: %s, not counted above\n", figures.Count(t.Passed, "output", "outputs"))
	}
	if t.Calls > 0 {
		fmt.Fprintf(b, "saved per call, on average: %s\n", figures.Count(int64(t.PerCall), "token", "tokens"))
	}
	if t.Refetches > 0 {
		fmt.Fprintf(b, "re-reads: %s, %s, subtracted above\n", figures.Number(t.Refetches),
			figures.Count(t.RefetchTokens, "token", "tokens"))
	}
	fmt.Fprintf(b, "value: what the saved tokens would have cost, estimated at the prices %q\n",
		words.Cut(words.Printable(r.Prices.Name), 20))
}

// bills writes what providers billed.
//
//	billed by the provider of claude-x (claude): 42 requests, $1.92; $2.31 without toktee
//	  tokens: 1,234 input, 1,200,000 cached, 34,000 written, 12,000 output
func (r *Report) bills(b *strings.Builder) {
	for i := range r.Billed {
		f := &r.Billed[i]
		fmt.Fprintf(b, "\nbilled by the provider of %s (%s): %s, %s; %s without toktee\n",
			words.Cut(words.Printable(f.Model), 40), words.Cut(words.Printable(f.Program), 20),
			figures.Count(f.Requests, "request", "requests"), figures.Money(f.Cost), figures.Money(f.Without))
		fmt.Fprintf(b, "  tokens: %s input, %s cached, %s written, %s output\n", figures.Number(f.Input),
			figures.Number(f.Cached), figures.Number(f.Written), figures.Number(f.Output))
		if f.Lost > 0 {
			fmt.Fprintf(b, "  sent unchanged, since it is no longer known which text was sent earlier: %s\n",
				figures.Count(f.Lost, "result", "results"))
		}
	}
}

// nothing returns the text of a report without calls.
func (r *Report) nothing() string {
	if r.Since.IsZero() && r.Until.IsZero() && r.Session == "" {
		return fmt.Sprintf("no calls yet; outputs are kept in %s\n", words.Printable(r.Store))
	}
	return fmt.Sprintf("no such calls; outputs are kept in %s\n", words.Printable(r.Store))
}
