package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/strategies/report"
)

// pytestLine is a line that names a failed test.
type pytestLine struct {
	id, msg string
	at      int
	errored bool
}

// progress reads the lines of tests that fail while they run, which are all there is of a session that is killed.
func (p *pytestParser) progress(n int, s string) {
	t := &p.session
	line := s
	if (s[0] == 'F' || s[0] == 'E') && (strings.HasPrefix(s, "FAILED ") || strings.HasPrefix(s, "ERROR ")) && strings.Contains(s, "::") { // the summary, whose heading was cut off
		p.told(n, s)
		return
	}
	if s[0] == '[' { // xdist: "[gw0] [ 10%] FAILED a.py::test_b"
		for strings.HasPrefix(line, "[") {
			_, rest, ok := strings.Cut(line, "] ")
			if !ok {
				return
			}
			line = rest
		}
		verb, id, _ := strings.Cut(line, " ")
		if verb == "FAILED" || verb == "ERROR" {
			p.named(n, id, verb == "ERROR")
		}
		return
	}
	if !strings.Contains(s, "::") {
		if strings.HasPrefix(s, "collected ") || strings.HasPrefix(s, "platform ") || strings.HasPrefix(s, "rootdir: ") {
			t.begun = true
			p.begin(n)
		}
		return
	}
	if strings.HasSuffix(line, "%]") {
		line = strings.TrimRight(line[:strings.LastIndexByte(line, '[')], " ")
	}
	if id, ok := strings.CutSuffix(line, " FAILED"); ok {
		p.named(n, id, false)
	} else if id, ok := strings.CutSuffix(line, " ERROR"); ok {
		p.named(n, id, true)
	} else if strings.HasSuffix(line, " PASSED") {
		p.begin(n)
	}
}

func (p *pytestParser) named(n int, id string, errored bool) {
	if file, _, ok := strings.Cut(id, "::"); !ok || !parse.FileLike(file) || strings.Contains(file, " ") {
		return
	}
	p.begin(n)
	if t := &p.session; len(t.verbose) < MaxFindings {
		t.verbose = append(t.verbose, pytestLine{id: strings.Clone(id), at: n, errored: errored})
	}
}

// told reads a line of the short summary.
func (p *pytestParser) told(n int, s string) {
	t := &p.session
	verb, rest, ok := strings.Cut(s, " ")
	if !ok {
		return
	}
	errored := false
	switch verb {
	case "FAILED", "FAIL", "SUBFAIL", "SUBFAILED":
	case "ERROR":
		errored = true
	default:
		if strings.HasPrefix(verb, "SUBFAILED") {
			break
		}
		return
	}
	if len(t.told) == MaxFindings {
		t.total++
		return
	}
	p.begin(n)
	id, msg, _ := strings.Cut(rest, " - ")
	if strings.Count(id, "[") > strings.Count(id, "]") { // " - " inside a parameter
		if i := strings.Index(rest, "] - "); i > 0 {
			id, msg = rest[:i+1], rest[i+len("] - "):]
		} else if strings.HasSuffix(rest, "]") {
			id, msg = rest, ""
		}
	}
	t.told = append(t.told, pytestLine{id: strings.Clone(id), msg: report.Clip(msg), at: n, errored: errored})
}
