package summarize_test

import (
	"testing"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

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
