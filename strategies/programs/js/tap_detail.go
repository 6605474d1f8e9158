package js

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/report"
)

// A tapPoint is a failed point whose details come now.
type tapPoint struct {
	report.Finding
	indent int
	body   jsFailure
	parts  bool   // it failed because its parts did
	yaml   bool   // its details in YAML come
	fence  int    // the indentation of "---" and "..."
	ended  bool   // its YAML has ended
	above  bool   // its details are above, but for comments
	base   int    // the indentation of their keys, -1 before the first
	block  string // the key whose lines come: "error", "stack"
	text   int    // how many of these lines may be shown: none of an object
	left   int    // how many lines of a text were further left than the point
}

// maxTapLeft bounds the lines of a text that lack their indentation: vitest doesn't indent them.
const maxTapLeft = 200

// maxTapText is the most lines of an expected or actual value that are shown: those of both fit into maxJSValues.
const maxTapText = 5

// comment takes output of a test: "(in test file cart.bats, line 11)", "  `[ 1 = 2 ]' failed".
func (t *tapPoint) comment(n int, s string) {
	if t.ended && !parse.StartsWith(s, " ", "Failed test ", "(in test file ") {
		return // it may be the title of the next test
	}
	s = strings.TrimLeft(s, " ")
	name, again := strings.CutPrefix(s, "Failed test ")
	at, placed := shape.TestFilePlace(s)
	switch {
	case placed && t.Row == 0:
		t.File, t.Row = at.File, at.Row
		t.Evidence = append(t.Evidence, n)
	case again && strings.Trim(name, "'") == t.Name:
	default:
		t.body.line(n, s)
	}
}

// line takes a line below a failed point. Lines below its YAML or below one without indentation are output.
func (t *tapPoint) line(l report.Line, in int) {
	switch {
	case l.Bare == "---":
		t.yaml, t.base, t.fence = true, -1, in
	case in <= t.indent:
		t.above = true
	case !t.above:
		t.body.line(l.N, l.Bare)
	}
}

// detail takes a line of the YAML below a failed point: "error: 'no boat'", "stack: |-". It reports whether it was one.
func (t *tapPoint) detail(n, in int, s string) bool {
	if s == "..." && in <= t.fence {
		t.yaml, t.ended, t.above = false, true, true
		return true
	}
	if t.base < 0 {
		t.base = in
	}
	if in < t.indent {
		t.yaml = t.block != "" && t.left < maxTapLeft
		t.left++
		return t.yaml
	}
	if key, value, ok := t.key(in, s); ok {
		if in == t.base {
			sign := strings.TrimSpace(value)
			t.block, t.text = key, 0
			if parse.StartsWith(sign, "|", ">") {
				t.text = maxTapText
			}
		}
		t.value(n, key, strings.Trim(strings.TrimSpace(value), `'"`))
		return true
	}
	switch t.block {
	case "error", "message":
		t.body.line(n, s)
	case "expected", "actual", "found", "wanted":
		if t.text > 0 {
			t.text--
			t.body.values = report.AppendLast(t.body.values, n, maxJSValues)
		}
	case "stack":
		if at, own, ok := textline.JSFrame("at " + s); ok && own {
			t.body.frame(n, at)
		}
	case "source": // the code above the line "--^"
		if strings.HasSuffix(s, "^") && strings.Trim(s, "-^") == "" {
			t.body.code = cmp.Or(t.body.code, n-1)
		}
	}
	return true
}

// key cuts a line at the colon after a key: one of the details, or the name or the message of an error.
func (t *tapPoint) key(in int, s string) (key, value string, ok bool) {
	key, value, ok = strings.Cut(s, ":")
	if !ok || strings.ContainsAny(key, " \"'({[/.") {
		return "", "", false
	}
	ofError := t.block == "error" && (key == "name" || key == "message")
	return key, value, in == t.base || ofError && in <= t.base+4
}

// value takes the value of a key.
func (t *tapPoint) value(n int, key, value string) {
	switch key {
	case "error", "message":
		t.parts = t.parts || partsFailed(value)
		if value != "" && value[0] != '|' { // else the text follows
			t.body.msg = cmp.Or(t.body.msg, value)
			t.body.head = report.AppendLast(t.body.head, n, maxJSHead)
		}
	case "failureType":
		t.parts = value == "subtestsFailed"
	case "location", "at", "stack":
		value = strings.TrimPrefix(strings.TrimSpace(value), "file://")
		at, ok := textline.WholePlace(value)
		if !ok {
			at, _, ok = textline.JSFrame("at " + value) // "Test.<anonymous> (/home/dev/project/test/proto.js:11:4)"
		}
		if ok {
			t.File, t.Row, t.Col = at.File, at.Row, at.Col
			t.Evidence = append(t.Evidence, n)
		}
	case "expected", "actual", "found", "wanted":
		if value != "" {
			t.body.values = report.AppendLast(t.body.values, n, maxJSValues)
		}
	}
}

// close ends the details of a point, and passes its finding to the run. A point that failed because its parts did has
// none.
func (p *tapParser) close(run *report.Run) {
	t := p.cur
	p.cur = nil
	if t == nil || t.parts {
		return
	}
	f, where := t.Finding, t.Evidence
	f.Evidence = nil
	t.body.fill(&f)
	if at := t.body.at; at.File != "" {
		f.File, f.Row, f.Col = at.File, at.Row, at.Col
	}
	if t.body.msg == "test failed" { // a file that Node couldn't run
		if crash, ok := p.crash.take(); ok {
			f.Message, f.File, f.Row, f.Col = crash.Message, crash.File, crash.Row, crash.Col
			f.Evidence = slices.Concat([]int{crash.At}, crash.Evidence, f.Evidence)
		}
	}
	if len(t.body.frames) == 0 { // then the place comes after the message
		f.Evidence = slices.Insert(f.Evidence, min(1, len(f.Evidence)), where...)
	}
	run.Found("", f)
}
