package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/strategies/report"
)

// stopped reads a line between rules of "!": why a session ended before its tests did.
func (p *pytestParser) stopped(n int, title string) {
	p.seen(n)
	p.bad = true
	t := &p.session
	t.stopped = true
	if strings.Contains(title, "stopping after ") || strings.Contains(title, "during collection") {
		p.ends = appendLast(p.ends, n) // what failed is told beside it
		return
	}
	p.close()
	t.broken = appendFinding(t.broken, report.Finding{Message: report.Clip(title), At: n})
	t.broke = "stopped"
	t.part = pytestOther
}

// breaks reads what makes a session fail beside its tests, and crashes.
func (p *pytestParser) breaks(n int, s string) bool {
	t := &p.session
	open := func(kind, msg string) bool {
		p.begin(n)
		t.broken = appendFinding(t.broken, report.Finding{Message: report.Clip(msg), At: n})
		t.broke = kind
		return true
	}
	switch s[0] {
	case 'I':
		if rest, ok := strings.CutPrefix(s, "INTERNALERROR> "); ok {
			if t.broke != "internal" {
				open("internal", "internal error")
			}
			p.internal(n, rest)
			return true
		}
		if strings.HasPrefix(s, "ImportError while loading conftest ") {
			return open("conftest", s)
		}
	case 'E':
		if rest, ok := strings.CutPrefix(s, "ERROR: "); ok && t.part != pytestFailures && len(p.done) == 0 {
			return open("usage", rest)
		}
	case 'F':
		if strings.HasPrefix(s, "FAIL Required test coverage of ") {
			p.bad = true
			p.findings = appendFinding(p.findings, report.Finding{Message: report.Clip(s), At: n})
			return true
		}
	case '+':
		if title, ok := parse.Ruled(s, '+'); ok && title == "Timeout" {
			if t.broke != "timeout" {
				open("timeout", title)
			}
			return true
		}
	}
	if t.part == pytestProgress && t.broke == "" {
		if i := strings.Index(s, "Fatal Python error: "); i >= 0 {
			t.stopped = true
			return open("crash", s[i:])
		}
	}
	return false
}

// internal reads a line of a traceback of pytest itself.
func (p *pytestParser) internal(n int, s string) {
	f := &p.session.broken[len(p.session.broken)-1]
	if at, _, ok := pythonFrame(s); ok {
		f.File, f.Row = at.File, at.Row
		f.Evidence = append(f.Evidence[:0], n)
	} else if s != "" && s[0] != ' ' && !strings.HasPrefix(s, "Traceback") {
		f.Message = report.Clip(s)
		f.Evidence = append([]int{n}, f.Evidence...)
		f.Evidence = f.Evidence[:min(len(f.Evidence), 3)]
	}
}

// broken reads the lines that follow what stopped a session.
func (p *pytestParser) broken(n int, s string) bool {
	t := &p.session
	if len(t.broken) == 0 {
		return false
	}
	f := &t.broken[len(t.broken)-1]
	switch t.broke {
	case "crash", "timeout":
		at, in, ok := pythonFrame(s)
		if !ok {
			return strings.HasPrefix(s, " ")
		}
		if test := strings.HasPrefix(in, "test"); f.File == "" || test && f.Name == "" {
			f.File, f.Row = at.File, at.Row
			if test {
				f.Name = in
			}
			f.Evidence = report.AppendFirst(f.Evidence, n, 4)
		}
		return true
	case "conftest":
		if strings.HasPrefix(s, "E  ") {
			f.Message = report.Clip(s[1:])
			f.Evidence = append([]int{n}, f.Evidence...)
			t.broke = ""
		} else if at, _, ok := pytestPlace(s); ok {
			f.File, f.Row = at.File, at.Row
			f.Evidence = report.AppendFirst(f.Evidence, n, 4)
		}
		return true
	case "usage":
		t.broke = ""
		if _, msg, ok := strings.Cut(s, ": error: "); ok {
			f.Message = report.Clip(msg)
			f.Evidence = append(f.Evidence, n)
			return true
		}
	case "stopped":
		t.broke = ""
		if at, _, ok := pytestPlace(s); ok {
			f.File, f.Row = at.File, at.Row
			f.Evidence = append(f.Evidence, n)
			return true
		}
	}
	return false
}
