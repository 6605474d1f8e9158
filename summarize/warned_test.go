package summarize_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestFailuresComeBeforeWarnings: a failed test is shown in full before the warnings of a compiler above it, whichever
// of both has a parser.
func TestFailuresComeBeforeWarnings(t *testing.T) {
	warnings := map[string]string{ // each about file %[1]d
		"gcc": "src/part%[1]d.c:1%[1]d:9: warning: unused variable 'n%[1]d' [-Wunused-variable]\n" +
			"   1%[1]d |     int n%[1]d;\n      |         ^~\n",
		"rustc": "warning: unused variable: `n%[1]d`\n --> src/part%[1]d.rs:1%[1]d:9\n   |\n" +
			"1%[1]d |     let n%[1]d = 1;\n   |         ^^\n\n",
		"msbuild": "/app/Part%[1]d.cs(1%[1]d,9): warning CS0168: The variable 'n%[1]d' is never used [/app/S.csproj]\n",
		"python": "/venv/site-packages/part%[1]d/core.py:1%[1]d: DeprecationWarning: call to old%[1]d is deprecated\n" +
			"  old%[1]d()\n",
		"PHP": "PHP Deprecated:  Function old%[1]d() is deprecated in /app/Part%[1]d.php on line 1%[1]d\n",
		"scalac": "[warn] /app/Part%[1]d.scala:1%[1]d:9: local val n%[1]d is never used\n" +
			"[warn]     val n%[1]d = 1\n[warn]         ^\n",
	}
	failures := []struct {
		text  string
		facts []string
	}{
		{"  1) test sums up (LedgerTest)\n     test/ledger_test.exs:8\n     Assertion with == failed\n     left:  4\n" +
			"     right: 7\n\n90 tests, 1 failure\n", []string{"sums up", "left:  4", "right: 7"}},
		{"FAIL: test_sum (tests.ledger)\n  expected 7, got 4 at tests/ledger.x:8\n\n89 passed, 1 failed\n",
			[]string{"test_sum", "expected 7, got 4"}},
		{"  ✗ sums up\n      expected 7 but got 4\n      at ledger_spec.lua:8\n\n1 of 90 failed\n",
			[]string{"sums up", "expected 7 but got 4"}},
		{"Unhandled exception: no such ledger\n   at Ledger.sum (ledger.x:8)\n   at main (main.x:3)\n",
			[]string{"no such ledger", "ledger.x:8"}},
		{"[ RUN      ] Ledger.Sum\n/app/ledger_test.cc:41: Failure\nExpected equality of these values:\n  sum()\n" +
			"    Which is: 4\n  7\n[  FAILED  ] Ledger.Sum (0 ms)\n[  PASSED  ] 1 test.\n" +
			"[  FAILED  ] 1 test, listed below:\n[  FAILED  ] Ledger.Sum\n\n 1 FAILED TEST\n",
			[]string{"Ledger.Sum", "ledger_test.cc:41", "Which is: 4"}},
	}
	for name, form := range warnings {
		var above strings.Builder
		for i := range 40 {
			fmt.Fprintf(&above, form, i+10)
		}
		for _, f := range failures {
			text := above.String() + "Compiled.\n" + strings.Repeat(".", 60) + "\n\n" + f.text
			short := summarised(t, ended("./check", text, 1), 250).LLMContent()
			for _, fact := range f.facts {
				if !strings.Contains(short, fact) {
					t.Errorf("warnings of %s hide %q:\n%s", name, fact, short)
				}
			}
		}
	}
}

// TestCrashAfterReport: a crash below the report of a program that the command line names is shown.
func TestCrashAfterReport(t *testing.T) {
	text := "TAP version 13\n# adds tax\nnot ok 1 the amount due\n  ---\n    expected: 119\n    actual: 100\n  ...\n" +
		strings.Repeat("# removes an item\nok 2 the amount due\n", 60) + "/app/src/ledger.js:12\n" +
		"  return cents * entry.rate\n                       ^\n\n" +
		"TypeError: Cannot read properties of undefined (reading 'rate')\n    at tax (/app/src/ledger.js:12:24)\n" +
		"    at Test.<anonymous> (/app/test/ledger.test.js:9:3)\n\nNode.js v20.20.2\n"
	short := summarised(t, ended("npx tape test/*.js", text, 1), 250).LLMContent()
	for _, fact := range []string{"adds tax", "expected: 119", "Cannot read properties", "ledger.js:12:24"} {
		if !strings.Contains(short, fact) {
			t.Errorf("%q is missing:\n%s", fact, short)
		}
	}
}
