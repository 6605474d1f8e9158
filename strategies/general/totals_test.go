package general

import (
	"context"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

// TestRunnersWithoutAParser: the last lines of a test runner decide the outcome, with its exit status and without one,
// for any runner.
func TestRunnersWithoutAParser(t *testing.T) {
	want := map[string]string{ // the verdict of a failure; "" for one without numbers
		"bats-fail": "2 failed of 30", "dotnet-fail": "1 failed, 41 passed, 2 skipped", "mix-fail": "2 failed of 42",
		"deno-fail": "1 failed, 11 passed", "catch2-fail": "1 failed, 11 passed", "cucumber-fail": "1 failed, 8 passed",
		"sbt-fail": "1 failed, 32 passed", "bazel-fail": "failed", "xctest-fail": "1 failed of 9",
		"busted-fail": "1 failed, 1 error, 15 passed", "pester-fail": "1 failed, 27 passed",
		"karma-fail": "1 failed, 56 passed", "behave-fail": "1 failed, 1 passed", "robot-fail": "1 failed, 9 passed",
		"zig-fail": "1 failed, 41 passed", "testthat-fail": "failed", "ava-fail": "1 failed, 15 passed",
		"meson-fail": "1 failed, 1 timed out, 21 passed, 1 skipped", "xcodebuild-fail": "failed",
		"gtest-fail": "2 failed, 38 passed", "shunit2-fail": "4 failed",
		"gtest-pass": "40 passed", "dotnet-pass": "42 passed, 2 skipped", "sbt-pass": "33 passed",
		"catch2-pass": "",
	}
	a, err := txtar.ParseFile("testdata/runners.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range a.Files {
		red := strings.HasSuffix(f.Name, "-fail")
		for _, status := range []result.Status{{}, {Known: true, Code: 1}, {Known: true}} {
			if !red && status.Bad() {
				continue
			}
			in := &strategies.Input{Family: strategies.FamilyExec, Command: "./check", Shell: shell.Parse("./check"),
				Status: status}
			c := strategies.NewCollector(false)
			text := strategies.NewText(string(f.Data))
			if err := (New(passing)).Digest(context.Background(), in, text, c); err != nil {
				t.Fatal(err)
			}
			d := c.Digest()
			outcome := strategies.Pass
			if red {
				outcome = strategies.Fail
			}
			if v := want[f.Name]; v != "" && (d.Outcome != outcome || d.Verdict[1] != v) {
				t.Errorf("%s, %v: outcome %v, verdict %q, want %v, %q",
					f.Name, status, d.Outcome, d.Verdict[1], outcome, v)
			}
			if !red && d.Red {
				t.Errorf("%s, %v: a line is red", f.Name, status)
			}
		}
	}
}

// TestSumsProveNothingAlone: lines that count outcomes are no report if they contradict the exit status, if they are
// content such as a file, or if nothing proves that no test failed.
func TestSumsProveNothingAlone(t *testing.T) {
	tests := []struct {
		name, text string
		in         strategies.Input
		want       strategies.Outcome
		verdict    string
	}{
		{"passed, then something failed", "12 passed, 0 failed\ndeploying\n",
			strategies.Input{Status: result.Status{Known: true, Code: 3}}, strategies.Unknown, "2 lines"},
		{"what was asked for", "2 tests, 1 failure\n", strategies.Input{Content: true}, strategies.Unknown, "1 line"},
		{"no number of failures", "12 tests passed in 3s\nbye\n", strategies.Input{}, strategies.Unknown, "12 passed"},
		{"all passed", "12 tests, 0 failures\n", strategies.Input{}, strategies.Pass, "0 failed of 12"},
		{"printed twice", "a ... ok\nb ... ok\n2 passed, 0 failed\nall\nin\nall:\n\n2 passed, 0 failed\n",
			strategies.Input{}, strategies.Pass, "2 passed"},
		{"the same number of other tests", strings.Repeat("a ... ok\nb ... ok\n2 passed, 0 failed\n", 2),
			strategies.Input{}, strategies.Pass, "4 passed"},
		{"two runs", "12 passed, 1 failed\na\nb\nc\nd\n3 passed, 0 failed\n", strategies.Input{}, strategies.Fail,
			"failed"},
		{"two runs and all", "12 passed, 1 failed\na\nb\nc\nd\n3 passed, 0 failed\na\nb\nc\nd\n15 passed, 1 failed\n",
			strategies.Input{}, strategies.Fail, "1 failed, 15 passed"},
		{"more than there are", "DONE 10 tests, 1 skipped\n2 failed, 14 passed\n", strategies.Input{}, strategies.Fail,
			"2 failed, 14 passed"},
		{"two runs alike", "5 passed, 0 failed\n5 passed, 0 failed\n", strategies.Input{}, strategies.Unknown,
			"2 lines"},
		{"two runs that list their tests", "PASS: gate\nFAIL: mill\nFAIL: sail\n1 passed, 2 failed\nx\n" +
			"PASS: gate\nPASS: sail\nFAIL: mill\n2 passed, 1 failed\n", strategies.Input{}, strategies.Fail,
			"3 failed, 3 passed"},
		{"a run, and its numbers again", "--- PASS: TestGate\n--- FAIL: TestMill\n1 passed, 1 failed\nv\nw\nx\ny\nz\n" +
			"1 passed, 1 failed\n", strategies.Input{}, strategies.Fail, "1 failed, 1 passed"},
		{"only a test that timed out", "Ok: 59\nFail: 0\nUnexpected Pass: 0\nSkipped: 0\nTimeout:          1\n",
			strategies.Input{}, strategies.Fail, "1 timed out, 59 passed"},
		{"none timed out", "Ok: 59\nFail: 0\nSkipped: 0\nTimeout:          0\n", strategies.Input{}, strategies.Pass,
			"59 passed"},
		{"a limit below a column", "Passed: 59\nFailed: 0\nTimeout: 30\n", strategies.Input{}, strategies.Pass,
			"59 passed; then 1 error line"},
		{"a limit of time", "59 passed, 0 failed\nTimeout: 30\n", strategies.Input{}, strategies.Pass,
			"59 passed; then 1 error line"},
		{"an unexpected pass", "Ok: 59\nFail: 0\nUnexpected Pass: 1\nSkipped: 0\nTimeout:          0\n",
			strategies.Input{}, strategies.Unknown, "59 passed"},
		{"an error in a column", "# TOTAL: 3\n# PASS:  2\n# XFAIL: 0\n# FAIL:  0\n# XPASS: 0\n# ERROR: 1\n",
			strategies.Input{}, strategies.Fail, "1 error, 2 passed"},
		{"errors without a colon in a column", "Passed 40\nSkipped 2\nError 2\n", strategies.Input{},
			strategies.Unknown, "3 lines"},
		{"errors that are no tests", "Passed: 2\nFailed: 0\n3 errors\n", strategies.Input{}, strategies.Pass,
			"2 passed; then 1 error line"},
		{"an unexpected pass of automake's", "# TOTAL: 3\n# PASS:  2\n# FAIL:  0\n# XPASS: 1\n# ERROR: 0\n",
			strategies.Input{}, strategies.Unknown, "2 passed"},
		{"the runner's word for skipped tests", "150 tests, 2 failures, 1 excluded\n", strategies.Input{},
			strategies.Fail, "2 failed of 150, 1 excluded"},
		{"several words for them", "150 tests, 2 failures, 1 excluded, 3 pending\n", strategies.Input{},
			strategies.Fail, "2 failed of 150, 4 skipped"},
		{"files beside tests", "Test Suites: 1 failed, 2 passed, 3 total\nTests: 4 failed, 5 passed, 9 total\n",
			strategies.Input{}, strategies.Fail, "4 failed, 5 passed"},
	}
	for _, tt := range tests {
		in := tt.in
		in.Family = strategies.FamilyExec
		c := strategies.NewCollector(false)
		if err := (New(passing)).Digest(context.Background(), &in, strategies.NewText(tt.text), c); err != nil {
			t.Fatal(err)
		}
		d := c.Digest()
		if d.Outcome != tt.want || d.Verdict[1] != tt.verdict {
			t.Errorf("%s: outcome %v, verdict %q, want %v, %q", tt.name, d.Outcome, d.Verdict[1], tt.want, tt.verdict)
		}
	}
}
