package programs

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// rustTests reads what Rust's test harness prints, target by target.
type rustTests struct {
	findings                []report.Finding // of the targets that have ended
	failed, passed, skipped int64
	results                 int              // targets that have told their result
	named                   int64            // failed tests that are named
	tests                   []*rustTest      // failed tests of this target
	index                   map[string]int   // their places in it, from 1
	current                 *rustTest        // whose output comes
	listing                 bool             // below "failures:"
	running                 int              // the line "running 3 tests", while their result is missing
	result                  int              // the last result
	loose                   []int            // what was printed outside of tests
	cause                   bool             // "Caused by:" follows a target's failure
	crashes                 []report.Finding // targets that ended without a result
	crashed                 bool             // the last of them is the target whose lines come
	announced               int64            // as many tests run
	empty                   int              // "running 0 tests"
	at                      int              // the line that names the target
	panics                  []int            // what panics outside of any test said
	panicked                *rustTest
	panicLines              int
	main                    *rustTest // a panic of a program's first thread
}

// rustTest is a failed test.
type rustTest struct {
	report.Finding
	panicked bool
	generic  int   // the line that says only that two values differ
	before   []int // lines that it printed before it panicked
	frames   int
	ended    bool
}

const maxRustLoose = 4

// target notes that the tests of another target run.
func (t *rustTests) target(n int) {
	t.end()
	t.running, t.loose, t.cause, t.panics, t.panicked, t.crashed = 0, nil, false, nil, nil, false
	t.at = n
}

// event reads a line that the harness prints as JSON.
func (t *rustTests) event(n int, s string) bool {
	var e struct {
		Type, Event, Name, Stdout string
		Passed, Failed, Ignored   int64
	}
	if json.Unmarshal([]byte(s), &e) != nil {
		return false
	}
	switch e.Type + " " + e.Event {
	case "suite started":
		t.end()
		t.running = n
	case "suite ok", "suite failed":
		t.add(n, e.Passed, e.Failed, e.Ignored)
	case "test failed":
		r := t.test(e.Name, n)
		r.Text = e.Name
		for l := range strings.SplitSeq(e.Stdout, "\n") {
			before := len(r.Evidence)
			if bare := strings.TrimSpace(l); bare != "" {
				if r.line(n, bare); len(r.Evidence) > before || r.Message == bare {
					r.Text += "\n" + bare
				}
			}
		}
		r.Evidence, r.before, r.generic = nil, nil, 0
	}
	return true
}

// line takes in a line, and reports whether it is the harness's.
func (t *rustTests) line(n int, s, bare string) bool {
	if t.crashed && !t.cause && strings.HasPrefix(s, "test ") {
		t.crashes, t.crashed = t.crashes[:len(t.crashes)-1], false // a test quoted it
	}
	switch {
	case strings.HasPrefix(s, "running ") && (strings.HasSuffix(s, " tests") || strings.HasSuffix(s, " test")):
		t.end()
		k, _ := parse.CutNumber(s[len("running "):])
		if t.running, t.announced = n, int64(k); k == 0 && t.empty == 0 {
			t.empty = n
		}
	case strings.HasPrefix(s, "test result: "):
		t.ends(n, s)
	case strings.HasPrefix(s, "test ") && strings.Contains(s, " ... "):
		name, how, _ := strings.Cut(s[len("test "):], " ... ")
		if how == "FAILED" || strings.HasPrefix(how, "FAILED ") {
			t.test(strings.TrimSuffix(name, " - should panic"), n)
		}
	case strings.HasPrefix(s, "---- ") && strings.HasSuffix(s, " ----"):
		name, _, _ := strings.Cut(s[len("---- "):], " std")
		t.current = t.test(name, n)
		t.current.At, t.listing = n, false
		t.current.Span = strategies.Span{First: n, Last: n}
	case s == "failures:":
		t.listing, t.current = true, nil
	case t.listing && len(s)-len(bare) == 4:
		t.test(bare, n)
	case t.current != nil && t.running > 0:
		t.current.line(n, bare)
	case t.crashed && t.cause && len(s) > len(bare):
		if c := &t.crashes[len(t.crashes)-1]; len(c.Evidence) < maxRustSays {
			c.Evidence = append(c.Evidence, n)
			if c.Message == "" {
				c.Message = bare
			}
		}
	case t.crashed && strings.HasPrefix(s, "Caused by:"):
		t.cause = true
	default:
		return false
	}
	return true
}

// test is the failed test of a name, which this target may have told before.
func (t *rustTests) test(name string, n int) *rustTest {
	if i := t.index[name]; i > 0 {
		return t.tests[i-1]
	}
	if t.index == nil {
		t.index = map[string]int{}
	}
	r := &rustTest{Finding: report.Finding{Name: name, At: n}}
	if len(t.tests) < MaxFindings {
		t.tests = append(t.tests, r)
		t.index[name] = len(t.tests)
	}
	return r
}

// line takes in a line that a test printed.
func (r *rustTest) line(n int, bare string) {
	r.Span.Last = n
	switch {
	case strings.HasPrefix(bare, "thread '") && strings.Contains(bare, " panicked at "):
		r.panic(n, bare)
	case strings.HasPrefix(bare, "note: run with `RUST_BACKTRACE"), strings.HasPrefix(bare, "stack backtrace:"), strings.HasPrefix(bare, "note: Some details are omitted"):
		r.ended = true
	case strings.HasPrefix(bare, "note: panic did not contain expected string"):
		r.ended = false
		r.say(n)
	case r.ended:
		if at, ok := strings.CutPrefix(bare, "at "); ok && r.frames < 2 && !strings.HasPrefix(at, "/rustc/") && !strings.Contains(at, "/.cargo/registry/") {
			if p, _, ok := parse.CutPlace(at); ok && p.File != r.File && p.File != "./"+r.File {
				r.frames++
				r.say(n)
			}
		}
	case r.panicked && strings.HasPrefix(bare, "assertion `left ") && strings.HasSuffix(bare, " right` failed"):
		r.Message, r.generic = bare, n // the values say more
	case r.panicked || strings.HasPrefix(bare, "Error: "):
		if r.Message == "" {
			r.Message = bare
		}
		r.say(n)
	case len(r.before) < maxRustLoose:
		r.before = append(r.before, n)
	}
}

func (r *rustTest) say(n int) {
	if len(r.Evidence) < maxRustSays {
		r.Evidence = append(r.Evidence, n)
	}
}

// panic reads "thread 'a' (12) panicked at src/lib.rs:4:5:" and the older "thread 'a' panicked at 'msg', src/lib.rs:4:5".
func (r *rustTest) panic(n int, s string) {
	r.panicked, r.ended = true, false
	_, at, _ := strings.Cut(s, " panicked at ")
	if r.File == "" {
		if p, _, ok := parse.CutPlace(at); ok {
			r.File, r.Row, r.Col = p.File, p.Row, p.Col
		} else if i := strings.LastIndex(at, ", "); i > 0 {
			if p, _, ok := parse.CutPlace(at[i+2:] + ":"); ok {
				r.File, r.Row, r.Col = p.File, p.Row, p.Col
			}
			r.Message = strings.Trim(at[:i], "'")
		}
	}
	r.say(n)
}

// other takes in a line that is nobody's: what a crash says stands there, and a panic that is printed as it comes.
func (t *rustTests) other(n int, bare string) {
	if t.running == 0 && !t.crashed {
		t.outside(n, bare)
		return
	}
	if strings.HasPrefix(bare, "thread '") && strings.Contains(bare, " panicked at ") {
		name, _, _ := strings.Cut(bare[len("thread '"):], "'")
		t.panicked = &rustTest{Finding: report.Finding{Name: name, At: n}}
		t.panicked.panic(n, bare)
		t.panicLines = 0
		t.panics = append(t.panics[:min(len(t.panics), maxRustSays)], n)
		if i := t.index[name]; i > 0 && !t.tests[i-1].panicked {
			t.tests[i-1].panicked = true
			t.tests[i-1].File, t.tests[i-1].Row, t.tests[i-1].Col = t.panicked.File, t.panicked.Row, t.panicked.Col
		}
		return
	}
	if t.panicked != nil {
		t.panicked.line(n, bare)
		if t.panicked.ended {
			if strings.HasPrefix(bare, "fatal runtime error") || strings.HasPrefix(bare, "panic in a ") || strings.HasPrefix(bare, "thread caused ") {
				t.panics = append(t.panics[:min(len(t.panics), maxRustSays)], n)
			}
			return
		}
		if t.panicLines++; t.panicLines <= maxRustLoose {
			t.panics = append(t.panics[:min(len(t.panics), maxRustSays)], n)
			return
		}
		t.panicked = nil
	}
	if len(t.loose) == maxRustLoose {
		t.loose = append(t.loose[:0], t.loose[1:]...)
	}
	t.loose = append(t.loose, n)
}

// outside takes in a line of a program that cargo runs, of which a panic of its first thread is told.
func (t *rustTests) outside(n int, bare string) {
	switch {
	case strings.HasPrefix(bare, "thread 'main' ") && strings.Contains(bare, " panicked at ") && t.main == nil:
		t.main = &rustTest{Finding: report.Finding{At: n}}
		t.main.panic(n, bare)
		t.main.Evidence = nil
	case t.main != nil && !t.main.ended && len(t.main.Evidence) < maxRustLoose:
		t.main.line(n, bare)
		t.main.Span = strategies.Span{}
	}
}

// ends reads the result of a target.
func (t *rustTests) ends(n int, s string) {
	_, rest, _ := strings.Cut(s, ". ")
	var failed, passed, skipped, measured int64
	for _, part := range strings.Split(rest, ";") {
		k, what := parse.CutNumber(strings.TrimSpace(part))
		switch strings.TrimSpace(what) {
		case "passed":
			passed = int64(k)
		case "failed":
			failed = int64(k)
		case "ignored":
			skipped = int64(k)
		case "measured":
			measured = int64(k)
		}
	}
	if t.running > 0 && failed+passed+skipped+measured != t.announced {
		return // a test quotes it
	}
	t.add(n, passed, failed, skipped)
}

// add takes in the result of a target.
func (t *rustTests) add(n int, passed, failed, skipped int64) {
	t.failed += failed
	t.passed += passed
	t.skipped += skipped
	t.results++
	t.result = n
	t.running = 0
	if failed == 0 {
		t.tests = nil // what passed has no failures, whatever its tests print
	}
	t.end()
}

// end takes in the failed tests of a target.
func (t *rustTests) end() {
	for _, r := range t.tests {
		if r.generic > 0 {
			r.Evidence = slices.Insert(r.Evidence, min(len(r.Evidence), 3), r.generic)
		}
		r.Evidence = append(r.Evidence, r.before...)
		t.named++
		if len(t.findings) < MaxFindings {
			t.findings = append(t.findings, r.Finding)
		}
	}
	t.tests, t.index, t.current, t.listing = nil, nil, nil, false
}

// rerun takes in that a target failed: by a crash, where none of its tests says so.
func (t *rustTests) rerun(n int, s string) bool {
	if t.running == 0 || len(t.crashes) == MaxFindings {
		return false
	}
	f := report.Finding{Name: strings.TrimPrefix(s, "error: "), At: n, Evidence: append(append([]int{}, t.panics...), t.loose...)}
	if t.panicked != nil {
		f.File, f.Row, f.Col, f.Message = t.panicked.File, t.panicked.Row, t.panicked.Col, t.panicked.Message
	}
	t.crashes, t.crashed = append(t.crashes, f), true
	return true
}

// report adds what the tests say. It reports whether tests were running when the output ended.
func (t *rustTests) report(r *report.Report) (open bool) {
	open = t.running > 0 && !t.crashed
	if open {
		r.Summary = append(r.Summary, t.at)
	}
	t.end()
	r.Findings = append(r.Findings, t.findings...)
	if t.main != nil {
		r.Findings = append(r.Findings, t.main.Finding)
	}
	r.Findings = append(r.Findings, t.crashes...)
	if t.results == 0 {
		return open
	}
	if t.failed != t.named && !open && len(t.crashes) == 0 {
		r.Distrust = fmt.Sprintf("%d failures are counted, %d are told", t.failed, t.named)
		return open
	}
	r.Counts[strategies.Failed] = t.failed
	r.Counts[strategies.Passed] = t.passed
	r.Counts[strategies.Skipped] = t.skipped
	if t.passed+t.failed+t.skipped == 0 && t.empty > 0 {
		r.Summary = append(r.Summary, t.empty)
	} else if t.failed == 0 && t.results == 1 {
		r.Summary = append(r.Summary, t.result)
	}
	return open
}
