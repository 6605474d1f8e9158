package programs

import (
	"encoding/xml"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// junit reads the XML report that test runners of all languages write, where it is printed. It only ranks: a report may be
// of another run.
var junit = report.Program{
	Name:     "junit",
	Begins:   []string{"<testsuites", "<testsuite "},
	Looks:    func(line string) bool { return strings.HasPrefix(line, "<?xml ") && junitOpens(line) },
	Document: junitOpens,
	Old:      func() report.Reader { return &junitParser{} },
}

func junitOpens(line string) bool {
	if strings.HasPrefix(line, "<?xml ") {
		_, line, _ = strings.Cut(line, "?>")
	}
	return strings.HasPrefix(line, "<testsuites") || strings.HasPrefix(line, "<testsuite ") || line == "<testsuite"
}

// junitParser keeps the report's text, up to a bound, and reads it at its end.
type junitParser struct {
	text   strings.Builder
	starts []int // where each line starts in the text
	first  int   // the number of the first
	over   bool
}

// maxJUnit is how many bytes of a report are read.
const maxJUnit = 4 << 20

// Over reports whether the report has ended.
func (p *junitParser) Over() bool { return p.over }

// Line implements [report.Reader].
func (p *junitParser) Line(n int, s string) {
	if p.first == 0 {
		p.first = n
	}
	if p.text.Len()+len(s) > maxJUnit {
		p.over = true
		return
	}
	p.starts = append(p.starts, p.text.Len())
	p.text.WriteString(s)
	p.text.WriteByte('\n')
	if len(p.starts) == 1 {
		p.over = strings.HasPrefix(s, "<testsuites") && strings.Contains(s, "</testsuites>")
		return
	}
	p.over = strings.HasPrefix(s, "</testsuites>")
}

// line is the number of the line at an offset.
func (p *junitParser) line(offset int) int {
	i := sort.SearchInts(p.starts, offset+1) - 1
	return p.first + max(i, 0)
}

// Report implements [report.Reader].
func (p *junitParser) Report() report.Report {
	text := p.text.String()
	d := xml.NewDecoder(strings.NewReader(text))
	d.Strict = false
	r := report.Report{Counts: map[strategies.Key]int64{}}
	var f *report.Finding
	var inside bool
	var how strategies.Key // what became of the test
	lines := map[int]int{} // tests that a line names
	for {
		before := int(d.InputOffset())
		t, err := d.Token()
		if err != nil {
			break
		}
		switch e := t.(type) {
		case xml.StartElement:
			switch e.Name.Local {
			case "testcase":
				at := p.line(before)
				lines[at]++
				f, how = junitCase(e, at), strategies.Passed
			case "system-out", "system-err":
				inside = f != nil && how != strategies.Passed && f.Message == "" // a failure that says nothing of itself
			case "skipped", "disabled":
				how = strategies.Skipped
			case "failure", "error":
				if f == nil {
					break
				}
				how = strategies.Failed
				if e.Name.Local == "error" {
					how = strategies.Errors
				}
				inside = true
				at := p.line(before)
				if at != f.At {
					f.Evidence = append(f.Evidence, at)
				}
				if f.Message == "" {
					f.Message = attr(e, "message")
				}
				f.Span = strategies.Span{First: f.At, Last: at}
			}
		case xml.CharData:
			if inside && f != nil {
				p.says(f, before, int(d.InputOffset()), string(e))
			}
		case xml.EndElement:
			switch e.Name.Local {
			case "failure", "error", "system-out", "system-err":
				inside = false
			case "testcase":
				if f != nil {
					r.Counts[how]++
				}
				if f != nil && f.Span.First > 0 && len(r.Findings) < MaxFindings {
					r.Findings = append(r.Findings, *f)
				}
				f = nil
			}
		}
	}
	r.FormOnly = true
	for i := range r.Findings {
		f := &r.Findings[i]
		if lines[f.At] > 1 { // a report without line feeds
			f.Text, f.Evidence = junitText(f), nil
		} else if p.size(f.At) > longCase {
			f.Text = junitText(f)
			r.Regions = append(r.Regions, f.Span)
		} else if f.Span.Len() > 1 {
			r.Regions = append(r.Regions, f.Span)
		}
		f.Span = strategies.Span{}
	}
	return r
}

// longCase is how many bytes a line has that names a test, and other things too.
const longCase = 300

// size is how many bytes a line has.
func (p *junitParser) size(n int) int {
	i := n - p.first
	if i+1 < len(p.starts) {
		return p.starts[i+1] - p.starts[i]
	}
	return p.text.Len() - p.starts[i]
}

func junitCase(e xml.StartElement, at int) *report.Finding {
	name := attr(e, "name")
	if class := attr(e, "classname"); class != "" && !strings.HasPrefix(name, class) {
		name = class + " " + name
	}
	row, _ := strconv.Atoi(attr(e, "line"))
	return &report.Finding{Name: name, File: attr(e, "file"), Row: row, At: at}
}

// says takes in the text of a failure, line by line. Where it holds line feeds that were written out, it is one line.
func (p *junitParser) says(f *report.Finding, offset, end int, s string) {
	at := p.line(offset)
	lines := strings.Split(s, "\n")
	written := len(lines) > 1 && p.line(end) == at
	for i, l := range lines {
		if l = strings.TrimSpace(l); l == "" {
			continue
		}
		n := at + i
		if written {
			n = at
		}
		if place, _, ok := parse.CutPlace(l); ok && f.File == "" {
			f.File, f.Row = place.File, place.Row
			if n != f.At && !slices.Contains(f.Evidence, n) {
				f.Evidence = append([]int{n}, f.Evidence...) // where it was
			}
		}
		if f.Message == "" {
			f.Message = l
		}
		if n != f.At && len(f.Evidence) < maxGoSays && n < p.first+len(p.starts) && !slices.Contains(f.Evidence, n) {
			f.Evidence = append(f.Evidence, n)
			f.Span.Last = max(f.Span.Last, n)
		}
	}
}

func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// junitText is what is shown of a failure that shares its line with others.
func junitText(f *report.Finding) string {
	s := f.Name
	if f.File != "" {
		s += " " + f.File
	}
	msg, _, _ := strings.Cut(f.Message, "\n")
	return s + ": " + msg
}
