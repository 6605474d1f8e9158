package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

func appendFinding(list []report.Finding, f report.Finding) []report.Finding {
	if len(list) == MaxFindings {
		return list
	}
	return append(list, f)
}

// join makes one finding of the lines that tell of one test: while it ran, its traceback, and the short summary.
func (p *pytestParser) join() []report.Finding {
	t := &p.session
	out := make([]report.Finding, 0, len(t.failures)+len(t.broken))
	out = append(out, t.broken...)
	short := len(t.told) // what stands in the summary tells more than a title does
	if short == 0 {
		t.told, t.verbose = t.verbose, nil
	}
	byTitle := map[string][]int{}
	for i := range t.failures {
		if name := t.failures[i].title; name != "" {
			byTitle[name] = append(byTitle[name], i)
		}
	}
	used := make([]bool, len(t.told))
	lines := make([]*pytestLine, len(t.failures))
	for i := range t.told {
		l := &t.told[i]
		for _, key := range [...]string{pytestTitle(l.id), l.id, idFile(l.id)} { // of a worker that crashed, the file is told
			if list := byTitle[key]; len(list) > 0 {
				j := list[0]
				for k, c := range list { // of one name, that of the file
					if file, _, _ := strings.Cut(l.id, "::"); t.failures[c].errored == l.errored && strings.HasSuffix(t.failures[c].first.File, file) {
						j = c
						list[0], list[k] = list[k], list[0]
						break
					}
				}
				lines[j], used[i] = l, true
				byTitle[key] = list[1:]
				break
			}
		}
	}
	next := 0 // --tb=line names no test: the summary tells them in the same order
	if anonymous := len(t.failures) > 0 && t.failures[0].title == ""; anonymous && len(t.told) == len(t.failures) {
		for i := range t.failures {
			lines[i], used[next] = &t.told[next], true
			next++
		}
	}
	for i := range t.failures {
		f := t.failures[i].finding(lines[i], short > 0)
		if f.At == t.failures[i].at && t.failures[i].title != "" {
			p.shows(f.At, t.failures[i].title) // without the rules beside it
		}
		out = append(out, f)
	}
	for i := range t.told {
		if l := &t.told[i]; !used[i] && (short > 0 || len(t.failures) == 0) {
			out = append(out, report.Finding{Name: l.id, File: idFile(l.id), Message: l.msg, At: l.at})
		}
	}
	p.shorten(out)
	return out
}

// manyTests is how many failures are told in full; of more, the names come first.
const manyTests = 8

// shorten leaves out of the summary's lines what the lines of a failure tell, and a file that was told in the line before.
func (p *pytestParser) shorten(list []report.Finding) {
	if len(list) <= manyTests {
		return
	}
	for i := 1; i < len(list); i++ {
		f, before := &list[i], &list[i-1]
		file, name, ok := strings.Cut(f.Name, "::")
		if !ok || !strings.HasPrefix(before.Name, file+"::") {
			continue
		}
		if len(f.Evidence) == 0 && f.Message != "" {
			name += " - " + f.Message // told nowhere else
		}
		p.shows(f.At, name)
	}
}

func (p *pytestParser) shows(n int, text string) {
	if p.texts == nil {
		p.texts = map[int]string{}
	}
	p.texts[n] = text
}

// pytestTitle is how a test's id stands above its traceback: "a.py::TestA::test_b[x::y]" is "TestA.test_b[x::y]".
func pytestTitle(id string) string {
	_, name, ok := strings.Cut(id, "::")
	if !ok {
		return id
	}
	if i := strings.IndexByte(name, '['); i >= 0 {
		return strings.ReplaceAll(name[:i], "::", ".") + name[i:]
	}
	return strings.ReplaceAll(name, "::", ".")
}

func idFile(id string) string {
	file, _, _ := strings.Cut(id, "::")
	if !parse.FileLike(file) {
		return ""
	}
	return file
}

// finding tells of a traceback, and of the line of the summary that names the test.
func (f *pytestFailure) finding(l *pytestLine, short bool) report.Finding {
	out := report.Finding{Name: f.title, Message: f.message, At: f.at, Span: strategies.Span{First: f.at, Last: f.at}}
	if f.examples != "" && (f.message == "" || f.message == "DocTestFailure") {
		out.Message = f.examples
	}
	at := f.crash
	if libraryPath(at.File) && f.first.File != "" {
		at = f.first
	}
	out.File, out.Row = at.File, at.Row
	said := ""
	if l != nil {
		out.Name = l.id
		if short || f.title == "" {
			out.At, said = l.at, l.msg
		}
		if out.Message == "" {
			out.Message = l.msg
		}
		if out.Message == "" {
			out.Message = f.remark
		}
		if out.File == "" {
			out.File = idFile(l.id)
		}
	}
	if f.title == "" && f.firstAt == 0 { // --tb=line: the failure is one line
		if l != nil {
			out.Evidence = []int{f.at}
		}
		return out
	}
	say := func(n int) {
		if n > 0 {
			out.Evidence = append(out.Evidence, n)
		}
	}
	rest := f.says
	if len(rest) > 0 {
		if said == "" || said != f.message {
			say(rest[0])
		}
		rest = rest[1:]
	}
	if f.crashAt > 0 {
		say(f.crashAt)
	}
	if f.firstAt != f.crashAt && !libraryPath(f.first.File) {
		say(f.firstAt)
	}
	for i, n := range f.diff {
		if i < 2 {
			say(n)
		}
	}
	for i, n := range rest {
		if i < 2 {
			say(n)
		}
	}
	say(f.quoted)
	out.Evidence = append(out.Evidence, f.loud...)
	out.Evidence = append(out.Evidence, f.diff[min(len(f.diff), 2):]...)
	out.Evidence = append(out.Evidence, f.captured...)
	if len(rest) > 2 {
		out.Evidence = append(out.Evidence, rest[2:]...)
	}
	out.Evidence = append(out.Evidence, f.causes[:min(len(f.causes), 4)]...)
	if len(f.says) == 0 {
		out.Evidence = append(out.Evidence, f.plain...)
	}
	// The lines that lead to the error are told; a long traceback isn't.
	first := f.at
	if f.last-first > maxPytestSpan {
		first = f.last - maxPytestSpan
	}
	out.Span = strategies.Span{First: first, Last: f.last}
	return out
}

// maxPytestSpan is how many lines of a traceback are worth room, counted from its end.
const maxPytestSpan = 24

// Report implements [report.Reader].
func (p *pytestParser) Report() report.Report {
	p.endSession()
	r := p.report()
	r.Texts = p.texts
	if p.coverage > 0 && r.Outcome != strategies.Fail {
		r.Notes = append(r.Notes, p.coverage)
	}
	return r
}
