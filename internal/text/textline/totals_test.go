package textline

import (
	"fmt"
	"strings"
	"testing"
)

// TestTotalsOf: the lines by which runners sum up their tests are read in whatever form, and others aren't.
func TestTotalsOf(t *testing.T) {
	tests := []struct{ line, want string }{
		{"12 passed, 3 failed", "3 failed 12 passed"},
		{"Run:  4   Failures: 2   Errors: 1", "2 failed 1 errors"},
		{"Failed: 2.  Skipped: 0.  Passed: 12.", "2 failed 12 passed 0 skipped"},
		{"Tests:       3 failed, 9 passed, 12 total", "3 failed 9 passed 12 all tests"},
		{"Test Suites: 1 failed, 1 passed, 2 total", "1 failed 1 passed 2 all files"},
		{"12 tests, 3 failures", "3 failed 12 all tests"},
		{"42 tests, 0 failures, 1 excluded", "0 failed 1 skipped 42 all tests (excluded)"},
		{"3 doctests, 1 property, 150 tests, 2 failures, 1 excluded", "2 failed 1 skipped 154 all tests (excluded)"},
		{"5 examples, 1 failure, 2 pending", "1 failed 2 skipped 5 all tests (pending)"},
		{"5 examples, 1 failure, 1 excluded, 1 pending", "1 failed 2 skipped 5 all tests"},
		{"5 examples, 1 failure, 0 excluded, 1 pending", "1 failed 1 skipped 5 all tests (pending)"},
		{"10 scenarios (1 failed, 1 undefined, 8 passed)", "1 failed 8 passed 10 all tests"},
		{"49 steps (1 failed, 4 skipped, 44 passed)", "1 failed 44 passed 4 skipped 49 all parts"},
		{"1 scenario passed, 1 failed, 0 skipped", "1 failed 1 passed 0 skipped tests"},
		{"Failed!  - Failed:     1, Passed:    41, Skipped:     2, Total:    44, Duration: 1 s - " +
			"Shop.Tests.dll (net8.0)",
			"1 failed 41 passed 2 skipped 44 all"},
		{"[  FAILED  ] 2 tests, listed below:", "2 failed tests"},
		{"[  PASSED  ] 38 tests.", "38 passed tests"},
		{"2 FAILED TESTS", "2 failed tests"},
		{"test cases:  12 |  11 passed | 1 failed", "1 failed 11 passed 12 all tests"},
		{"assertions: 148 | 147 passed | 1 failed", "1 failed 147 passed 148 all parts"},
		{"[doctest] test cases:  31 |  30 passed | 1 failed | 0 skipped", "1 failed 30 passed 0 skipped 31 all tests"},
		{"FAILED | 11 passed | 1 failed (34ms)", "1 failed 11 passed"},
		{"ok | 12 passed | 0 failed (34ms)", "0 failed 12 passed"},
		{"[ FAIL 1 | WARN 2 | SKIP 0 | PASS 118 ]", "1 failed 118 passed 0 skipped"},
		{"Tests Passed: 27, Failed: 1, Skipped: 0, Inconclusive: 0, NotRun: 0", "1 failed 27 passed 0 skipped tests"},
		{"Tests: succeeded 32, failed 1, canceled 0, ignored 0, pending 0", "1 failed 32 passed 0 skipped tests"},
		{"TOTAL: 1 FAILED, 56 SUCCESS", "1 failed 56 passed"},
		{"FAIL! -- 39 Passed | 1 Failed | 0 Pending | 0 Skipped", "1 failed 39 passed 0 skipped"},
		{"15 successes / 1 failure / 1 error / 0 pending : 0.012 seconds", "1 failed 1 errors 15 passed 0 skipped"},
		{"10 tests, 9 passed, 1 failed", "1 failed 9 passed 10 all tests"},
		{"41/42 tests passed; 1 failed", "1 failed 41 passed 42 all tests"},
		{"1/3 targets failed, including the following:", "1 failed 3 all files"},
		{"1 of 2 failed (50%)", "1 failed 2 all"},
		{"Executed 9 tests, with 1 failure (0 unexpected) in 0.015 (0.018) seconds", "1 failed 9 all tests"},
		{"1 test failed", "1 failed tests"},
		{"15 tests passed", "15 passed tests"},
		{"# pass 29", "29 passed"},
		{"Passed:   30", "30 passed"},
		{"Tests run: 33, Failures: 1, Errors: 2, Skipped: 0", "1 failed 2 errors 0 skipped 33 all tests"},
		{"48 checks run, 47 ok, 1 failed", "1 failed 47 passed 48 all tests"},
		{"Some tests did not pass: 41 passed, 1 failed, 0 errored, 0 broken.", "1 failed 0 errors 41 passed tests"},
		{"75% tests passed, 1 tests failed out of 4", "1 failed tests"},
		{"Executed 4 out of 5 tests: 4 tests pass and 1 fails locally.", "1 failed 4 passed 5 all tests"},
		{"Test timeout 30 seconds: 12 passed", "12 passed tests"},
		{"passed 5 failed 0 timeout 30", ""},
		{"12 passed, 0 failed, timeout: 300", "0 failed 12 passed"},
		{"timeout: 30s", ""},
		{"make: *** [Makefile:136: test] Error 1", ""},
		{"src/total.c:12: 1 error", ""},
		{"tests/shop_test.py:12 failed", ""},

		{"Test run with 10 tests failed after 0.002 seconds with 1 issue.", ""},
		{"Executed 40 of 57 (1 FAILED) (0.31 secs / 0.2 secs)", ""},
		{"3 errors, 2 warnings", ""},
		{"2 failed", "2 failed"},
		{"12 passed in 3s", "12 passed"},
		{"[==========] 40 tests from 4 test suites ran. (17 ms total)", "40 all tests"},
		{"3 failed attempts since yesterday", ""},
		{"the 3 failed tests of last week were fixed by the one who wrote them, and 12 passed at once", ""},
		{"retrying, attempt 3 failed with status 500 after 12 seconds of waiting for it", ""},
		{"[12:01:59] 3 of the jobs that were queued yesterday failed", ""},
		{"found 0 vulnerabilities", ""},
		{"Failed to fetch 3 files", ""},
		{"error 404", ""},
		{"test result: ok", ""},
	}
	for _, tt := range tests {
		got := ""
		if o, ok := TotalsOf(tt.line); ok {
			var parts []string
			for k, name := range [...]string{"failed", "errors", "timed out", "passed", "skipped", "all"} {
				if o.N[k] >= 0 {
					parts = append(parts, fmt.Sprint(o.N[k], " ", name))
				}
			}
			if u := [...]string{"tests", "", "parts", "files"}[o.Unit]; u != "" {
				parts = append(parts, u)
			}
			if o.Skips != "" {
				parts = append(parts, "("+o.Skips+")")
			}
			got = strings.Join(parts, " ")
		}
		if got != tt.want {
			t.Errorf("TotalsOf(%q) = %q, want %q", tt.line, got, tt.want)
		}
	}
}

// TestTotalsOfOthers: the tasks of a host aren't tests.
func TestTotalsOfOthers(t *testing.T) {
	for _, line := range []string{
		"web1 : ok=25 changed=3 unreachable=0 failed=0 skipped=2 rescued=0 ignored=0",
		"web2                       : ok=4    changed=0    unreachable=1    failed=0",
	} {
		if got, ok := TotalsOf(line); ok {
			t.Errorf("TotalsOf(%q) = %+v, want none", line, got)
		}
	}
	if got, ok := TotalsOf("tests=5 failures=1 errors=0 skipped=2 retries=0"); !ok || got.Bad() != 1 {
		t.Errorf("one other number hides the totals: %+v, %v", got, ok)
	}
}
