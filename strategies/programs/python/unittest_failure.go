package python

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/programs/python/py"
	"github.com/toktee/toktee/strategies/report"
)

// A unittestFailure holds a failed test and the lines about it.
type unittestFailure struct {
	key          strategies.Key
	name         string
	at, last     int
	message      string
	says         []int // the lines of the exception
	causes       []int // those of the exceptions before it
	quiet        bool  // the test's own output follows
	traced       bool  // a traceback was found
	excepted     bool  // the exception's first line was found
	test, raised pythonPlace
}

// A pythonPlace is a frame of a traceback, with the line of source below it.
type pythonPlace struct {
	parse.Place
	at, source int
}

// maxUnittestSays bounds the lines of an exception that are kept.
const maxUnittestSays = 12

// line reads a line below a failed test's name: its description, tracebacks, and its own output.
func (f *unittestFailure) line(n int, s string) {
	switch {
	case strings.HasPrefix(s, "-----") && strings.Contains(s, " >> "): // "--- >> begin captured logging << ---" of nose
		f.quiet = strings.Contains(s, ">> begin ")
		f.excepted = false
	case f.quiet, s == unittestDash:
	case strings.HasPrefix(s, "Traceback (most recent call last)"):
		f.causes = append(f.causes, f.says...)
		f.says, f.message, f.excepted, f.traced = nil, "", false, true
		f.last = n
	case f.excepted:
		f.quiet = s == "Stdout:" || s == "Stderr:"
		if !f.quiet && len(f.says) < maxUnittestSays {
			f.says = append(f.says, n)
			f.last = n
		}
	case s[0] == ' ':
		f.frame(n, s)
	case f.traced || shape.IsException(s):
		f.message, f.excepted, f.last = report.Clip(s), true, n
		f.says = append(f.says, n)
	}
}

// frame reads a line of a frame and the line of source below it:
//
//	File "/home/dev/project/test_bank.py", line 27, in test_table
//	  self.assertEqual(interest(5, 2), 1102)
func (f *unittestFailure) frame(n int, s string) {
	if at, in, ok := py.Frame(s); ok {
		f.last = n
		f.raised = pythonPlace{Place: at, at: n}
		method, _, _ := strings.Cut(f.name, " ")
		if in == method || f.test.at == 0 && !py.IsLibrary(at.File) {
			f.test = f.raised
		}
		return
	}
	for _, p := range [...]*pythonPlace{&f.raised, &f.test} {
		if p.at == n-1 {
			p.source = n
		}
	}
}

// finding returns the failure with the exception, the line of the test, and the line that raised.
func (f *unittestFailure) finding() report.Finding {
	out := report.Finding{Name: f.name, Message: f.message, At: f.at, Span: py.TracebackSpan(f.at, f.last)}
	place, raised := f.raised, f.raised
	if py.IsLibrary(place.File) && f.test.at > 0 {
		place = f.test
	}
	if raised.at == f.test.at {
		raised = pythonPlace{}
	}
	out.File, out.Row = place.File, place.Row
	out.Evidence = py.Evidence(py.UpTo(f.says, 1), []int{f.test.at, f.test.source}, py.UpTo(py.After(f.says, 1), 1),
		[]int{raised.at, raised.source}, py.After(f.says, 2), py.UpTo(f.causes, 4))
	return out
}
