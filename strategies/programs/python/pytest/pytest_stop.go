package pytest

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies/programs/python/py"
	"github.com/toktee/toktee/strategies/report"
)

// stop reads a line between rules of "!", which explains why a session ended before its tests did:
//
//	!!!!!!!!!!!!!!!!!!!!!!!!!! stopping after 1 failures !!!!!!!!!!!!!!!!!!!!!!!!!!!
func (p *pytestParser) stop(n int, title string, run *report.Run) {
	run.Claim(report.Failed)
	p.stopped = true
	if strings.Contains(title, "stopping after ") || strings.Contains(title, "during collection") {
		run.End(n, report.Ending{Shown: true}) // the failures are more useful
		return
	}
	p.broke("stopped", n, title, run)
	p.part, p.open = pytestOther, nil
}

// broke notes a failure of the session other than its tests. Lines of the same kind may follow.
func (p *pytestParser) broke(kind string, n int, msg string, run *report.Run) bool {
	run.Found("", report.Finding{Message: report.Clip(msg), At: n})
	p.breaking, p.broken = kind, true
	return true
}

// breaks reads the first line of a failure of the session other than its tests, and each line of a traceback of pytest
// itself:
//
//	INTERNALERROR> ZeroDivisionError: division by zero
//	ImportError while loading conftest '/home/dev/project/conftest.py'.
//	ERROR: usage: pytest [options] [file_or_dir] [file_or_dir] [...]
//	FAIL Required test coverage of 90% not reached. Total coverage: 50.00%
//	Fatal Python error: Segmentation fault
func (p *pytestParser) breaks(l report.Line, run *report.Run) bool {
	n, s := l.N, l.Text
	internal, isInternal := strings.CutPrefix(s, "INTERNALERROR> ")
	usage, isUsage := strings.CutPrefix(s, "ERROR: ")
	timeout, _ := parse.Ruled(s, '+')
	switch {
	case isInternal:
		if p.breaking != "internal" {
			p.broke("internal", n, "internal error", run)
		}
		if f := run.Open(); f != nil {
			pytestInternal(f, n, internal)
		}
		return true
	case strings.HasPrefix(s, "ImportError while loading conftest "):
		return p.broke("conftest", n, s, run)
	case isUsage && p.part != pytestFailures && !p.ended:
		return p.broke("usage", n, usage, run)
	case strings.HasPrefix(s, "FAIL Required test coverage of "):
		run.Claim(report.Failed)
		run.Found("", report.Finding{Message: report.Clip(s), At: n})
		p.breaking = ""
		return true
	case timeout == "Timeout":
		return p.breaking == "crash" || p.broke("crash", n, timeout, run)
	case !l.HasColon() || p.part != pytestProgress || p.breaking != "":
		return false
	}
	if i := strings.Index(s, py.CrashHead); i >= 0 {
		p.stopped = true
		return p.broke("crash", n, s[i:], run)
	}
	return false
}

// pytestInternal reads a line of a traceback of pytest itself.
func pytestInternal(f *report.Finding, n int, s string) {
	if at, _, ok := py.Frame(s); ok {
		f.File, f.Row = at.File, at.Row
		f.Evidence = append(f.Evidence[:0], n)
	} else if s != "" && s[0] != ' ' && !strings.HasPrefix(s, "Traceback") {
		f.Message = report.Clip(s)
		f.Evidence = py.UpTo(slices.Insert(f.Evidence, 0, n), 3)
	}
}

// follow reads a line below a failure of the session: its place or its cause. It reports whether the line is one.
//
//	conftest.py:1: in <module>
//	E   ModuleNotFoundError: No module named 'astrolabe'
//	pytest.py: error: unrecognized arguments: --paralel
func (p *pytestParser) follow(n int, s string, run *report.Run) bool {
	f, kind := run.Open(), p.breaking
	if kind == "" {
		return false
	}
	if kind == "usage" || kind == "stopped" { // one line follows
		p.breaking = ""
	}
	at, _, placed := pytestPlace(s)
	_, usage, isUsage := strings.Cut(s, ": error: ")
	switch {
	case f == nil:
		return false
	case kind == "crash":
		return py.CrashFrame(f, n, s) || s[0] == ' '
	case kind == "conftest" && strings.HasPrefix(s, "E  "):
		f.Message, p.breaking = report.Clip(s[1:]), ""
		f.Evidence = slices.Insert(f.Evidence, 0, n)
	case kind == "usage" && isUsage:
		f.Message = report.Clip(usage)
		f.Evidence = append(f.Evidence, n)
	case placed && (kind == "conftest" || kind == "stopped"):
		f.File, f.Row = at.File, at.Row
		f.Evidence = report.AppendFirst(f.Evidence, n, 4)
	default:
		return kind == "conftest"
	}
	return true
}
