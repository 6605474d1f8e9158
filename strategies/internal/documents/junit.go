package documents

import (
	"encoding/xml"
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// JUnit reads the XML report that test runners of all languages write, if it is printed:
//
//	<testsuites tests="2" failures="1">
//	  <testcase classname="shop.Basket" name="adds" file="basket.py" line="7">
//	    <failure message="1 != 2">Traceback ...</failure>
//
// A report may be of another run, so no outcome is claimed.
var JUnit = report.Program{
	Name:     "junit",
	Begins:   []string{"<testsuites", "<testsuite "},
	Looks:    func(line string) bool { return strings.HasPrefix(line, "<?xml ") && junitOpens(line) },
	Document: junitOpens,
	Extent:   report.Nowhere,
	New:      func(report.Call) report.Parser { return new(junitParser) },
}

func junitOpens(line string) bool {
	if strings.HasPrefix(line, "<?xml ") {
		_, line, _ = strings.Cut(line, "?>")
	}
	return parse.StartsWith(line, "<testsuites", "<testsuite ") || line == "<testsuite"
}

const (
	maxJUnit   = strategies.MaxDocument // bytes of a report that are read
	junitShort = 300                    // bytes of a line that names a test and little else
	junitLines = 40                     // lines of a failure that are kept
)

// junitParser keeps the report's text, up to a bound, and decodes it at its end.
type junitParser struct {
	text  strings.Builder
	sizes []int // bytes of each line
	first int   // the number of the first
	over  bool  // the report has ended
	depth int   // elements that are open

	test   *report.Finding // the test case that is open
	how    strategies.Key  // what became of it
	inside bool            // text belongs to its failure
	cases  map[int]int     // how many test cases a line opens
}

// Over reports whether the report has ended.
func (p *junitParser) Over() bool { return p.over }

// Line implements [report.Parser].
func (p *junitParser) Line(l report.Line, _ *report.Run) {
	if p.first == 0 {
		p.first = l.N
	}
	text := l.Whole()
	if p.text.Len()+len(text) > maxJUnit {
		p.over = true
		return
	}
	p.over = strings.HasPrefix(text, "</testsuites>") ||
		len(p.sizes) == 0 && strings.HasPrefix(text, "<testsuites") && strings.Contains(text, "</testsuites>")
	p.sizes = append(p.sizes, len(text))
	p.text.WriteString(text)
	p.text.WriteByte('\n')
}

// Close implements [report.Closer].
func (p *junitParser) Close(run *report.Run) {
	p.cases = map[int]int{}
	d := xml.NewDecoder(strings.NewReader(p.text.String()))
	d.Strict = false
	whole := false
	for {
		start, _ := d.InputPos()
		token, err := d.Token()
		if err != nil {
			break
		}
		end, _ := d.InputPos()
		switch t := token.(type) {
		case xml.StartElement:
			p.depth++
			p.opens(t, p.first+start-1)
		case xml.CharData:
			if p.inside && p.test != nil {
				p.detail(p.first+start-1, start == end, string(t))
			}
		case xml.EndElement:
			p.depth--
			whole = p.depth == 0
			p.closes(t.Name.Local, run)
		}
	}
	if !whole {
		run.Part = true
	}
	found := run.Pending()
	for i := range found {
		p.shorten(&found[i])
	}
	run.FormOnly = true
}

// opens reads a start tag in line n: <testcase ...>, <failure message="1 != 2">, <skipped/>.
func (p *junitParser) opens(e xml.StartElement, n int) {
	switch name := e.Name.Local; name {
	case "testcase":
		p.cases[n]++
		p.test, p.how = junitCase(e, n), strategies.Passed
	case "system-out", "system-err": // of a failure without a message
		p.inside = p.test != nil && p.how != strategies.Passed && p.test.Message == ""
	case "skipped", "disabled":
		p.how = strategies.Skipped
	case "failure", "error":
		if p.test != nil {
			p.fails(e, n)
		}
	}
}

// fails reads <failure message="1 != 2"> and <error ...>.
func (p *junitParser) fails(e xml.StartElement, n int) {
	p.inside, p.how = true, strategies.Failed
	if e.Name.Local == "error" {
		p.how = strategies.Errors
	}
	f := p.test
	if n != f.At {
		f.Evidence = append(f.Evidence, n)
	}
	if f.Message == "" {
		f.Message = attr(e, "message")
	}
	f.Span = strategies.Span{First: f.At, Last: n}
}

// closes reads an end tag.
func (p *junitParser) closes(name string, run *report.Run) {
	switch name {
	case "failure", "error", "system-out", "system-err":
		p.inside = false
	case "testcase":
		if p.test == nil {
			return
		}
		run.Adds(p.how, 1, report.Counted)
		if p.test.Span.First > 0 {
			run.Found("", *p.test)
		}
		p.test = nil
	}
}

// junitCase reads <testcase classname="shop.Basket" name="adds" file="basket.py" line="7">.
func junitCase(e xml.StartElement, at int) *report.Finding {
	name := attr(e, "name")
	if class := attr(e, "classname"); class != "" && !strings.HasPrefix(name, class) {
		name = class + " " + name
	}
	row, _ := strconv.Atoi(attr(e, "line"))
	return &report.Finding{Name: name, File: attr(e, "file"), Row: row, At: at}
}

func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// detail takes the text of a failure, line by line. If its line feeds are written as entities, it is one line of the
// output.
func (p *junitParser) detail(n int, oneLine bool, s string) {
	f := p.test
	for i, l := range strings.Split(s, "\n") {
		if i > 0 && !oneLine {
			n++
		}
		if l = strings.TrimSpace(l); l == "" {
			continue
		}
		fresh := n != f.At && !slices.Contains(f.Evidence, n)
		if place, _, ok := parse.CutPlace(l); ok && f.File == "" {
			f.File, f.Row = place.File, place.Row
			if fresh {
				f.Evidence, fresh = append([]int{n}, f.Evidence...), false // the place comes first
			}
		}
		if f.Message == "" {
			f.Message = l
		}
		if fresh && len(f.Evidence) < junitLines && n < p.first+len(p.sizes) {
			f.Evidence = append(f.Evidence, n)
			f.Span.Last = max(f.Span.Last, n)
		}
	}
}

// shorten sets a shorter text for a failure whose line has other content too: that of a report without line feeds, or
// a long one.
func (p *junitParser) shorten(f *report.Finding) {
	shared := p.cases[f.At] > 1
	if !shared && p.sizes[f.At-p.first] < junitShort {
		return
	}
	f.Text = f.Name
	if f.File != "" {
		f.Text += " " + f.File
	}
	msg, _, _ := strings.Cut(f.Message, "\n")
	f.Text += ": " + msg
	if shared {
		f.Evidence, f.Span = nil, strategies.Span{}
	}
}
