package cargo

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// rustFailures holds the failed tests of a target, by their names.
type rustFailures struct {
	tests []*rustTest
	index map[string]*rustTest
}

// test returns the failed test of a name, which line n names. It may be known already.
func (t *rustFailures) test(name string, n int) *rustTest {
	if r := t.index[name]; r != nil {
		return r
	}
	if t.index == nil {
		t.index = map[string]*rustTest{}
	}
	r := &rustTest{Finding: report.Finding{Name: name, At: n}}
	if len(t.tests) < report.MaxFindings {
		t.tests = append(t.tests, r)
		t.index[name] = r
	}
	return r
}

// handOver hands over the tests and forgets them. It returns how many they were.
func (t *rustFailures) handOver(run *report.Run) int64 {
	n := int64(len(t.tests))
	for _, r := range t.tests {
		if r.generic > 0 {
			r.Evidence = slices.Insert(r.Evidence, min(len(r.Evidence), 3), r.generic)
		}
		r.Evidence = append(r.Evidence, r.before...)
		run.Found("", r.Finding)
	}
	*t = rustFailures{}
	return n
}

// A rustTest is a failed test, or a panic outside of any.
type rustTest struct {
	report.Finding
	panicked bool
	generic  int   // the line that reports only that two values differ
	before   []int // lines that it printed before it panicked
	frames   int   // frames of the backtrace that are shown
	ended    bool  // the message has ended; a backtrace may follow
}

const maxRustLoose = 4 // lines that aren't about a failure themselves

// isRustPanic recognises "thread 'a' (12) panicked at src/lib.rs:4:5:".
func isRustPanic(s string) bool {
	return strings.HasPrefix(s, "thread '") && strings.Contains(s, " panicked at ")
}

// line takes a line that a test printed.
func (r *rustTest) line(l report.Line) {
	r.Span.Last = l.N
	switch {
	case isRustPanic(l.Bare):
		r.panics(l)
	case parse.StartsWith(l.Bare, "note: run with `RUST", "stack backtrace:", "note: Some details are omitted"):
		r.ended = true
	case strings.HasPrefix(l.Bare, "note: panic did not contain expected string"):
		r.ended = false
		r.says(l.N)
	case r.ended:
		r.frame(l)
	case r.panicked && strings.HasPrefix(l.Bare, "assertion `left ") && strings.HasSuffix(l.Bare, " right` failed"):
		r.Message, r.generic = l.Bare, l.N // the values are more useful
	case r.panicked || strings.HasPrefix(l.Bare, "Error: "):
		if r.Message == "" {
			r.Message = l.Bare
		}
		r.says(l.N)
	default:
		r.before = report.AppendFirst(r.before, l.N, maxRustLoose)
	}
}

func (r *rustTest) says(n int) { r.Evidence = report.AppendFirst(r.Evidence, n, maxRustSays) }

// frame reads the place of a frame of the backtrace: "at ./src/lib.rs:36:9". The first two outside of libraries are
// shown.
func (r *rustTest) frame(l report.Line) {
	path, ok := strings.CutPrefix(l.Bare, "at ")
	library := strings.HasPrefix(path, "/rustc/") || strings.Contains(path, "/.cargo/registry/")
	if !ok || library || r.frames == 2 {
		return
	}
	if at, _, ok := parse.CutPlace(path); ok && strings.TrimPrefix(at.File, "./") != r.File {
		r.frames++
		r.says(l.N)
	}
}

// panics reads "thread 'a' (12) panicked at src/lib.rs:4:5:" and the older "thread 'a' panicked at 'msg',
// src/lib.rs:4:5".
func (r *rustTest) panics(l report.Line) {
	r.panicked, r.ended = true, false
	r.says(l.N)
	if r.File != "" {
		return
	}
	_, where, _ := strings.Cut(l.Bare, " panicked at ")
	at, _, ok := parse.CutPlace(where)
	if i := strings.LastIndex(where, ", "); !ok && i > 0 {
		at, _, _ = parse.CutPlace(where[i+2:] + ":")
		r.Message = strings.Trim(where[:i], "'")
	}
	r.File, r.Row, r.Col = at.File, at.Row, at.Col
}

// printed takes the output of a test that is part of event n.
func (r *rustTest) printed(n int, output string) {
	r.Text = r.Name
	for s := range strings.SplitSeq(output, "\n") {
		l, before := report.NewLine(n, s), len(r.Evidence)
		if l.Bare == "" {
			continue
		}
		if r.line(l); len(r.Evidence) > before || r.Message == l.Bare {
			r.Text += "\n" + l.Bare
		}
		r.Evidence = nil
	}
	r.before, r.generic = nil, 0
}

// rustCrash follows the lines outside of the harness's own while the tests of a target run, which may crash:
//
//	thread 'deep' has overflowed its stack
//	fatal runtime error: stack overflow, aborting
//	error: test failed, to rerun pass `--lib`
//
//	Caused by:
//	  process didn't exit successfully: `/w/a-1` (signal: 6, SIGABRT: process abort signal)
type rustCrash struct {
	crashed  bool      // the target ended without a result
	cause    bool      // "Caused by:" follows its failure
	panicked *rustTest // a panic whose message may go on
	lines    int       // how many lines its message has
	panics   []int     // the lines of panics
	loose    []int     // the last other lines
}

// other takes a line that isn't the harness's.
func (c *rustCrash) other(l report.Line, tests map[string]*rustTest) {
	switch {
	case isRustPanic(l.Bare):
		name, _, _ := strings.Cut(l.Bare[len("thread '"):], "'")
		c.panicked, c.lines = &rustTest{Finding: report.Finding{Name: name, At: l.N}}, 0
		c.panicked.panics(l)
		c.says(l.N)
		if r := tests[name]; r != nil && !r.panicked {
			r.panicked = true
			r.File, r.Row, r.Col = c.panicked.File, c.panicked.Row, c.panicked.Col
		}
	case c.panicked == nil || !c.goesOn(l):
		c.loose = report.AppendLast(c.loose, l.N, maxRustLoose)
	}
}

func (c *rustCrash) says(n int) { c.panics = report.AppendFirst(c.panics, n, maxRustSays) }

// goesOn takes a line below a panic, and reports whether it may belong to that.
func (c *rustCrash) goesOn(l report.Line) bool {
	c.panicked.line(l)
	if c.panicked.ended {
		if parse.StartsWith(l.Bare, "fatal runtime error", "panic in a ", "thread caused ") {
			c.says(l.N)
		}
		return true
	}
	if c.lines++; c.lines > maxRustLoose {
		c.panicked = nil
		return false
	}
	c.says(l.N)
	return true
}

// finding returns the crash, which line n reports with a message.
func (c *rustCrash) finding(n int, msg string) report.Finding {
	f := report.Finding{}
	if c.panicked != nil {
		f = c.panicked.Finding
	}
	f.Name, f.At, f.Evidence, f.Span = msg, n, slices.Concat(c.panics, c.loose), strategies.Span{}
	return f
}

// causes reads why the target crashed, below "Caused by:".
func (c *rustCrash) causes(l report.Line, f *report.Finding) bool {
	switch {
	case c.cause && parse.Indent(l.Text) > 0:
		f.Evidence = report.AppendFirst(f.Evidence, l.N, maxRustSays)
		if f.Message == "" {
			f.Message = l.Bare
		}
	case strings.HasPrefix(l.Text, "Caused by:"):
		c.cause = true
	default:
		return false
	}
	return true
}
