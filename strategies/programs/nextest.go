package programs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// nextest reads cargo nextest: a line for each test, the output of those that failed, and a summary that names them again.
type nextest struct {
	on      bool
	tests   []*rustTest
	index   map[string]int
	current *rustTest
	summary int
	counts  [5]int64 // as nextestCounts
	passed  int64
	partly  string // "12/150 tests run", of a run that ended early
	runs    int
}

// line takes in a line, and reports whether it is nextest's.
func (t *nextest) line(n int, s, bare string) bool {
	if !t.on {
		if !strings.HasPrefix(bare, "Nextest run ID ") && !(strings.HasPrefix(bare, "Starting ") && strings.Contains(bare, " tests across ")) {
			return false
		}
		t.on, t.runs = true, n
		return true
	}
	if verb, rest, ok := strings.Cut(bare, " ["); ok && len(s) > len(bare) {
		took, name, ok := strings.Cut(rest, "] ")
		if ok && strings.HasSuffix(took, "s") {
			if strings.HasPrefix(strings.TrimLeft(name, " "), "(") {
				_, name, _ = strings.Cut(name, ") ")
			}
			if t.verdict(n, verb, strings.TrimSpace(name)) {
				return true
			}
		}
	}
	switch {
	case strings.HasPrefix(bare, "Cancelling due to "), strings.HasPrefix(bare, "Canceling due to "), strings.HasPrefix(bare, "────"):
		t.current = nil
	case strings.HasPrefix(bare, "stdout ──"), strings.HasPrefix(bare, "stderr ──"), strings.HasPrefix(bare, "── stdout ─"), strings.HasPrefix(bare, "── stderr ─"), strings.HasPrefix(bare, "--- STDOUT: "), strings.HasPrefix(bare, "--- STDERR: "):
	case strings.HasPrefix(bare, "running 1 test"), strings.HasPrefix(bare, "test result: "), strings.HasPrefix(bare, "test ") && strings.HasSuffix(bare, " ... FAILED"),
		bare == "failures:", strings.HasPrefix(bare, "---- ") && strings.HasSuffix(bare, " ----"):
	case t.current != nil && bare != t.current.path():
		t.current.line(n, bare)
	default:
		return false
	}
	return true
}

// path is a test's name without its binary.
func (r *rustTest) path() string { return r.Name[strings.LastIndexByte(r.Name, ' ')+1:] }

// verdict reads "FAIL [   0.004s] (2/3) crate tests::b".
func (t *nextest) verdict(n int, verb, name string) bool {
	verb = strings.TrimSpace(verb)
	if i := strings.LastIndexByte(verb, ' '); i > 0 && strings.HasPrefix(verb, "TRY ") {
		if t.current = nil; verb[i+1:] == "PASS" {
			return true
		}
		return true // tried again: the last try counts
	}
	switch verb {
	case "Summary":
		t.summary = n
		t.sum(name)
	case "PASS", "SLOW", "SKIP", "LEAK", "FLAKY":
		t.current = nil
	case "FAIL", "ABORT", "TIMEOUT", "TERMINATING", "XFAIL", "LEAK-FAIL":
		t.fails(n, verb, name)
	default:
		if !strings.HasPrefix(verb, "SIG") {
			return false
		}
		t.fails(n, verb, name)
	}
	return true
}

func (t *nextest) fails(n int, verb, name string) {
	if verb == "TERMINATING" {
		return
	}
	if t.index[name] > 0 {
		t.current = nil
		return
	}
	if t.index == nil {
		t.index = map[string]int{}
	}
	r := &rustTest{Finding: report.Finding{Name: name, At: n, Span: strategies.Span{First: n, Last: n}}}
	if verb != "FAIL" {
		r.Message = verb
	}
	if len(t.tests) < MaxFindings {
		t.tests = append(t.tests, r)
		t.index[name] = len(t.tests)
	}
	t.current = r
}

var nextestCounts = [...]string{"failed", "timed out", "exec failed", "skipped", "passed"}

// sum reads "3 tests run: 2 passed (1 slow), 1 failed, 0 skipped".
func (t *nextest) sum(s string) {
	ran, rest, ok := strings.Cut(s, " run: ")
	if !ok {
		return
	}
	t.partly = ""
	if ran, _, _ = strings.Cut(ran, " "); strings.Contains(ran, "/") {
		t.partly = ran + " tests run"
	}
	for _, part := range strings.Split(rest, ", ") {
		k, what := parse.CutNumber(strings.TrimSpace(part))
		what, _, _ = strings.Cut(strings.TrimSpace(what), " (")
		for i, name := range nextestCounts {
			if what == name {
				t.counts[i] = int64(k)
			}
		}
	}
}

// report adds what nextest says. It reports whether its summary is missing.
func (t *nextest) report(r *report.Report) (open bool) {
	if !t.on {
		return false
	}
	for _, f := range t.tests {
		if f.generic > 0 {
			f.Evidence = slices.Insert(f.Evidence, min(len(f.Evidence), 3), f.generic)
		}
		f.Evidence = append(f.Evidence, f.before...)
		r.Findings = append(r.Findings, f.Finding)
	}
	if t.summary == 0 {
		return true
	}
	failed := t.counts[0] + t.counts[1] + t.counts[2]
	if failed != int64(len(t.tests)) {
		r.Distrust = fmt.Sprintf("%d failures are counted, %d are told", failed, len(t.tests))
		return false
	}
	r.Counts[strategies.Failed] = failed
	r.Counts[strategies.Passed] = t.counts[4]
	r.Counts[strategies.Skipped] = t.counts[3]
	if t.partly != "" && failed > 0 { // which is told beside the names
		r.Findings = append(r.Findings, report.Finding{Message: t.partly, At: t.summary})
	} else {
		r.Summary = append(r.Summary, t.summary)
	}
	return false
}
