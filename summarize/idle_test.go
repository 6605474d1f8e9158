package summarize_test

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// TestNoTestRan expects that a run without tests is neither a pass nor a failure, and that the text states so.
func TestNoTestRan(t *testing.T) {
	tests := []struct {
		name, command, output string
		code                  int
		want                  result.Outcome
		status                string // of an unknown outcome
	}{
		{"no test matches", "go test -run Gate ./...", "ok  \texample.com/mill\t0.002s [no tests to run]\n", 0,
			result.Unknown, "no test ran"},
		{"one package has tests", "go test ./...",
			"?   \texample.com/mill\t[no test files]\nok  \texample.com/gate\t1s\n", 0, result.Pass, ""},
		{"all are skipped", "pytest -q", "sssssss    [100%]\n7 skipped in 0.02s\n", 0, result.Unknown,
			"no test ran"},
		{"a runner's own exit status", "pytest -q -k gate", "\n7 deselected in 0.01s\n", 5, result.Unknown,
			"exit 5, no test ran"},
		{"an exit status of failure", "npx jest gate", "No tests found, exiting with code 1\n", 1, result.Fail, ""},
		{"in a script", "make test", "mocha -g gate\n\n\n  0 passing (2ms)\n\n", 0, result.Unknown, "no test ran"},
		{"beside a linter", "ruff check . && pytest -q", "All checks passed!\nss   [100%]\n2 skipped in 0.02s\n", 0,
			result.Unknown, "no test ran"},
		{"beside another run", "pytest -q a && pytest -q b",
			"ss   [100%]\n2 skipped in 0.02s\n..    [100%]\n2 passed in 0.01s\n", 0, result.Pass, ""},
		{"an unknown runner", "mix test --only gate",
			"All tests have been excluded.\n\nFinished in 0.02 seconds\n4 tests, 0 failures, 4 excluded\n", 0,
			result.Unknown, "no test ran"},
		{"numbers without a noun", "deno test", "ok | 0 passed | 0 failed | 3 filtered out (2ms)\n", 0,
			result.Unknown, "no test ran"},
		{"words alone", "dotnet test --filter gate",
			"No test matches the given testcase filter `gate` in /src/Mill.dll\n", 0, result.Unknown, "no test ran"},
		{"two libraries", "swift test",
			"\t Executed 0 tests, with 0 failures (0 unexpected) in 0.000 (0.001) seconds\n" +
				"Test run with 3 tests passed after 0.001 seconds.\n", 0, result.Pass, ""},
		{"no runner", "ansible-playbook site.yml",
			"mill : ok=0    changed=0    unreachable=0    failed=0    skipped=3\n", 0, result.Pass, ""},
		{"a part of an output", "go test -v . | tail -2",
			"--- SKIP: TestGate (0.00s)\nok  \texample.com/mill\t0.002s\n", 0, result.Unknown, ""},
		{"a linter", "ruff check .", "All checks passed!\n", 0, result.Pass, ""},
		{"a log", "docker logs mill", "ss   [100%]\n=========================== short test summary info " +
			"============================\n2 skipped in 0.02s\n", 0, result.Pass, ""},
		{"a file", "cat notes.txt", "No tests found\n", 0, result.Pass, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := run(t, on, summarize.Request{
				Tool: "Bash", Command: tt.command, Stdout: []byte(tt.output), Status: exit(tt.code),
			})
			if r.Outcome() != tt.want {
				t.Errorf("outcome %v, want %v", r.Outcome(), tt.want)
			}
			if text := r.LLMContent(); tt.status != "" && !strings.HasPrefix(text, tt.status+"\n") {
				t.Errorf("the text doesn't begin with %q:\n%s", tt.status, text)
			} else if tt.status == "" && strings.Contains(text, "no test ran") {
				t.Errorf("tests ran:\n%s", text)
			}
		})
	}
}
