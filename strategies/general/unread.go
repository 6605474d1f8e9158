package general

import (
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// A placeLine opens with a place in a file, followed by a message: "./cart.go:5: missing return". If a program prints
// diagnostics in several forms, its parser may have missed this one.
type placeLine struct {
	line int
	ext  string // of the file
	read bool   // a report covers it, or it is in the run of another program
}

// maxPlaceLines bounds the lines with a place that are kept.
const maxPlaceLines = 1 << 12

// aside lists the beginnings of messages that compilers print below a diagnostic, in lines of their own: "a.h:3:7:
// note: declared here", "a.h:3:7:   required from here".
var aside = []string{"note: ", "required ", "recursively required "}

// notePlace keeps a line that opens with a place.
func (f *follower) notePlace(l report.Line) {
	if len(f.places) == maxPlaceLines || l.Text == "" || l.Text[0] == ' ' || l.Text[0] == '\t' {
		return
	}
	at, msg, ok := parse.CutPlace(l.Text)
	if ok && msg != "" && parse.Extended(at.File) && !parse.StartsWith(msg, aside...) {
		f.places = append(f.places, placeLine{line: l.N, ext: strings.Clone(path.Ext(at.File))})
	}
}

// doubtCounts marks reports as partial that may have missed diagnostics. They counted errors or warnings line by line,
// while other lines about files of the same kind weren't understood.
func (r *reading) doubtCounts(lines []placeLine) {
	if len(lines) == 0 {
		return
	}
	for i := range r.reports {
		r.reports[i].marksRead(lines)
	}
	for i := range r.reports {
		p := &r.reports[i]
		diagnostics := p.Counts[strategies.Errors]+p.Counts[strategies.Warnings] > 0
		if !p.Tallied || !diagnostics || len(p.Findings) >= report.MaxFindings {
			continue
		}
		p.Part = p.Part || slices.ContainsFunc(lines, func(l placeLine) bool {
			return !l.read && p.isOf(l.ext) && !inOthers(r.reports, p, l.line)
		})
	}
}

// inOthers reports whether a line belongs to the run of another program.
func inOthers(reports []parsed, p *parsed, line int) bool {
	for i := range reports {
		if q := &reports[i]; q != p && within(reports[i:i+1], line) {
			return true
		}
	}
	return false
}

// isOf reports whether a report has a diagnostic of a file with the extension.
func (p *parsed) isOf(ext string) bool {
	return slices.ContainsFunc(p.Findings, func(f report.Finding) bool {
		return f.Name == "" && strings.HasSuffix(f.File, ext)
	})
}

// marksRead marks the lines, which are in rising order, that a report covers.
func (p *parsed) marksRead(lines []placeLine) {
	mark := func(first, last int) {
		for i := sort.Search(len(lines), func(i int) bool { return lines[i].line >= first }); i < len(lines) &&
			lines[i].line <= last; i++ {
			lines[i].read = true
		}
	}
	for _, list := range [...][]int{p.Summary, p.Notes} {
		for _, n := range list {
			mark(n, n)
		}
	}
	for _, s := range p.Noise {
		mark(s.First, s.Last)
	}
	for i := range p.Findings {
		f := &p.Findings[i]
		mark(f.At, f.At)
		mark(f.Head, f.Head)
		mark(f.Span.First, f.Span.Last)
		for _, n := range f.Evidence {
			mark(n, n)
		}
	}
}
