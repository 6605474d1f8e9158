package pytest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/programs/python/py"
	"github.com/toktee/toktee/strategies/report"
)

// handOver makes one finding of the lines that report one test: while it ran, its traceback, and the short summary. It
// returns how many there are.
func (p *pytestParser) handOver(run *report.Run) int64 {
	names, short := p.short, len(p.short) > 0
	if !short {
		names = p.verbose
	}
	p.match(names)
	found := int64(0)
	for _, f := range p.failures {
		out := f.finding(short)
		if out.At == f.at && f.title != "" {
			showPytest(run, f.at, f.title) // without the rules around it
		}
		run.Found("", out)
		found++
	}
	for _, l := range names {
		if !l.used && (short || len(p.failures) == 0) {
			run.Found("", report.Finding{Name: l.id, File: l.file(), Message: l.msg, At: l.at})
			found++
		}
	}
	shortenPytest(run)
	return found
}

// match finds the traceback of each test that is named.
func (p *pytestParser) match(names []*pytestLine) {
	if len(p.failures) == 0 {
		return
	}
	if p.failures[0].title == "" && len(names) == len(p.failures) { // --tb=line names no test; the order is the same
		for i, f := range p.failures {
			f.line, names[i].used = names[i], true
		}
		return
	}
	titled := map[string][]*pytestFailure{}
	for _, f := range p.failures {
		titled[f.title] = append(titled[f.title], f)
	}
	delete(titled, "")
	for _, l := range names {
		for _, key := range [...]string{l.title(), l.id, l.file()} { // of a worker that crashed, the title is the file
			list := titled[key]
			if len(list) == 0 {
				continue
			}
			i := max(slices.IndexFunc(list, l.sameFile), 0)
			list[i].line, l.used = l, true
			titled[key] = slices.Delete(list, i, i+1)
			break
		}
	}
}

// sameFile reports whether a traceback is of the file of the test's id: titles don't name the file.
func (l *pytestLine) sameFile(f *pytestFailure) bool {
	file, _, _ := strings.Cut(l.id, "::")
	return f.errored == l.errored && strings.HasSuffix(f.first.File, file)
}

// manyTests bounds the failures that are shown in full; of more, the names come first.
const manyTests = 4

// shortenPytest removes repetitions from the summary's lines: text of a failure's own lines, and a file that the line
// above names.
func shortenPytest(run *report.Run) {
	list := run.Pending()
	if len(list) <= manyTests {
		return
	}
	for i := range list[1:] {
		f := &list[i+1]
		file, name, ok := strings.Cut(f.Name, "::")
		if !ok || !strings.HasPrefix(list[i].Name, file+"::") {
			continue
		}
		if i+2 == len(list) && !strings.HasPrefix(list[0].Name, file+"::") {
			continue // it may be shown right below the first
		}
		if len(f.Evidence) == 0 && f.Message != "" {
			name += " - " + f.Message // no other line has it
		}
		showPytest(run, f.At, name)
	}
}

// showPytest shows a part of line n instead of it.
func showPytest(run *report.Run, n int, text string) {
	if run.Texts == nil {
		run.Texts = map[int]string{}
	}
	run.Texts[n] = text
}

// finding returns the failure with the line that names its test.
func (f *pytestFailure) finding(short bool) report.Finding {
	out := report.Finding{Name: f.title, Message: f.message, At: f.at, Span: py.TracebackSpan(f.at, f.last)}
	if f.examples != "" && (f.message == "" || f.message == "DocTestFailure") {
		out.Message = f.examples
	}
	place := f.crash
	if py.IsLibrary(place.File) && f.first.File != "" {
		place = f.first
	}
	out.File, out.Row = place.File, place.Row
	said := "" // by line At
	if l := f.line; l != nil {
		out.Name = l.id
		if short || f.title == "" {
			out.At, said = l.at, l.msg
		}
		out.Message = cmp.Or(out.Message, l.msg, f.remark)
		out.File = cmp.Or(out.File, l.file())
	}
	if f.title != "" || f.firstAt > 0 {
		out.Evidence = f.evidence(said)
		return out
	}
	out.Span = strategies.Span{First: f.at, Last: f.at} // --tb=line: the failure is one line
	if f.line != nil {
		out.Evidence = []int{f.at}
	}
	return out
}

// evidence lists the lines about the cause, the most useful first.
func (f *pytestFailure) evidence(said string) []int {
	what, more, first, plain := py.UpTo(f.errors, 1), py.After(f.errors, 1), f.firstAt, f.plain
	if said != "" && said == f.message {
		what = nil
	}
	if first == f.crashAt || py.IsLibrary(f.first.File) {
		first = 0
	}
	if len(f.errors) > 0 {
		plain = nil
	}
	return py.Evidence(what, []int{f.crashAt, first}, py.UpTo(f.diff, 2), py.UpTo(more, 2), []int{f.quoted}, f.loud,
		py.After(f.diff, 2), f.captured, py.After(more, 2), py.UpTo(f.causes, 4), plain)
}

// pytestPlace reads "a.py:12: AssertionError", "a.py:12: in f", "a.py:12: ".
func pytestPlace(s string) (at parse.Place, msg string, ok bool) {
	at, msg, ok = parse.CutPlace(s)
	if !ok || strings.Contains(at.File, " ") {
		return parse.Place{}, "", false
	}
	return at, msg, true
}
