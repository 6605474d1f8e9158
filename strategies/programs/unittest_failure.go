package programs

import (
	"strings"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// line reads a line below a failed test's name: its description, tracebacks, and what it has printed.
func (f *unittestFailure) line(n int, s string) {
	const most = 12
	if strings.HasPrefix(s, "-----") && strings.Contains(s, " >> ") {
		f.quiet = strings.Contains(s, ">> begin ")
		f.telling = false
		return
	}
	if f.quiet || s == unittestDash {
		return
	}
	switch {
	case strings.HasPrefix(s, "Traceback (most recent call last)"):
		f.causes = append(f.causes, f.says...)
		f.says, f.message, f.telling, f.traced = nil, "", false, true
		f.last = n
	case f.telling && s == "Stdout:", f.telling && s == "Stderr:":
		f.quiet = true
	case f.telling:
		if len(f.says) < most {
			f.says = append(f.says, n)
			f.last = n
		}
	case s[0] != ' ' && (f.traced || excMessage(s)):
		f.message, f.telling, f.last = report.Clip(s), true, n
		f.says = append(f.says, n)
	case s[0] == ' ':
		if at, in, ok := pythonFrame(s); ok {
			f.last = n
			method, _, _ := strings.Cut(f.name, " ")
			if in == method || f.test.at == 0 && !libraryPath(at.File) {
				f.test = pythonPlace{at, n, 0}
			}
			f.raised = pythonPlace{at, n, 0}
			return
		}
		if f.raised.at == n-1 {
			f.raised.source = n
			if f.test.at == n-1 {
				f.test.source = n
			}
		}
	}
}

// finding tells of the failure: the exception, where the test stood, and where it went wrong.
func (f *unittestFailure) finding() report.Finding {
	out := report.Finding{Name: f.name, Message: f.message, At: f.at}
	at := f.raised
	if libraryPath(at.File) && f.test.at > 0 {
		at = f.test
	}
	out.File, out.Row = at.File, at.Row
	say := func(lines ...int) {
		for _, n := range lines {
			if n > 0 {
				out.Evidence = append(out.Evidence, n)
			}
		}
	}
	rest := f.says
	if len(rest) > 0 {
		say(rest[0])
		rest = rest[1:]
	}
	if f.test.at > 0 {
		say(f.test.at, f.test.source)
	}
	if len(rest) > 0 {
		say(rest[0])
		rest = rest[1:]
	}
	if f.raised.at != f.test.at {
		say(f.raised.at, f.raised.source)
	}
	say(rest...)
	say(f.causes[:min(len(f.causes), 4)]...)
	first := f.at
	if f.last-first > maxUnittestSpan {
		first = f.last - maxUnittestSpan
	}
	out.Span = strategies.Span{First: first, Last: f.last}
	return out
}

// maxUnittestSpan is how many lines of a failure are worth room, counted from its end.
const maxUnittestSpan = 24
