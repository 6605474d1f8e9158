package summarize_test

import (
	"testing"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// TestRerun expects that a test which passed when it ran again is a note, and that one which failed again is a failure.
func TestRerun(t *testing.T) {
	const first = "✖  gate (3.1s)\n\nDONE 18 tests, 1 failure in 5.3s\n\n"
	const failed = "=== Failed\n=== FAIL: gate TestTurns (2.10s)\n    gate_test.go:41: timeout\n\n"
	const again = "=== FAIL: gate TestTurns (re-run 1) (2.10s)\n    gate_test.go:41: timeout\n\n"
	tests := []struct {
		output string
		want   result.Outcome
	}{
		{first + "✓  gate (1.1s)\n\n" + failed + "DONE 2 runs, 19 tests, 1 failure in 7.0s\n", result.Pass},
		{first + "✖  gate (1.1s)\n\n" + failed + again + "DONE 2 runs, 19 tests, 2 failures in 7.0s\n", result.Fail},
	}
	for _, tt := range tests {
		r := run(t, on, summarize.Request{
			Tool: "Bash", Command: "gotestsum --rerun-fails", Stdout: []byte(tt.output), Status: exit(0),
		})
		flaky := r.Metadata().Data["flaky"]
		if r.Outcome() != tt.want || (flaky == 1) != (tt.want == result.Pass) {
			t.Errorf("outcome %v, %d flaky, want %v\n%s", r.Outcome(), flaky, tt.want, r.LLMContent())
		}
	}
}

// TestHiddenRed expects that a call which shows the log of one of its commands is as red as the log: the exit status
// 0 is that of cat or tail.
func TestHiddenRed(t *testing.T) {
	const (
		red = "FAILED tests/test_mill.py::test_turns - assert 1 == 2\n" +
			"========================= 1 failed, 2 passed in 0.02s ==========================\n"
		green = "...    [100%]\n3 passed in 0.02s\n"
	)
	tests := []struct {
		command, output string
		want            result.Outcome
	}{
		{"pytest > log 2>&1; cat log", red, result.Fail},
		{"pytest > log 2>&1; cat log", green, result.Pass},
		{"pytest > log 2>&1 || tail -3 log", red, result.Fail},
		{`LOG=$(mktemp); pytest &> "$LOG"; tail -n 3 $LOG`, red, result.Fail},
		{"(cd py && pytest) > log; echo $?; grep -E 'FAILED|passed' log", "1\n" + red, result.Fail},
		{"pytest; true", red, result.Fail},
		{"pytest || true", red, result.Fail},
		{"pytest | tee log", red, result.Fail},
		{"./run.sh > log 2>&1; cat log", "step 1\nfatal: the gate is shut\n", result.Unknown},
		{"./run.sh > log 2>&1 && cat log", "step 1\n", result.Pass},
		{"./run_tests", "4 tests, 0 failures\n2 of 3 suites did not finish\n", result.Unknown},
		{"npm test", "PASS a.test.js\nA worker process has failed to exit gracefully and has been force exited.\n\n" +
			"Test Suites: 1 passed, 1 total\nTests:       4 passed, 4 total\nTime:        1 s\n", result.Unknown},
		{"cat log.txt", red, result.Pass},
		{"pytest > log 2>&1; cat notes.txt", "Error: the gate is shut\n", result.Pass},
	}
	for _, tt := range tests {
		r := run(t, on, summarize.Request{
			Tool: "Bash", Command: tt.command, Stdout: []byte(tt.output), Status: exit(0),
		})
		if r.Outcome() != tt.want {
			t.Errorf("%s: outcome %v, want %v\n%s", tt.command, r.Outcome(), tt.want, r.LLMContent())
		}
	}
}
