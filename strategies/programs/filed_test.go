package programs

import (
	"testing"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/internal/documents"
)

// TestReportsInJSON reads the reports that test runners and compilers print for other programs.
func TestReportsInJSON(t *testing.T) {
	js := func(failed int64) map[strategies.Key]int64 {
		return map[strategies.Key]int64{strategies.Failed: failed, strategies.Passed: 4, strategies.Skipped: 1}
	}
	testParser(t, documents.MochaJSON, []parserCase{
		{name: "in many lines", id: "jstest/mocha-one-red-json", want: reported{Outcome: strategies.Fail, Counts: js(1),
			Findings: []string{
				"lantern burns down | /home/dev/project/test/lantern.test.js:6:12 | " +
					"Expected values to be strictly equal:",
			}}},
		{name: "cut within the failures", text: "{\n  \"stats\": {\n    \"passes\": 1,\n    \"failures\": 2\n  },\n" +
			"  \"failures\": [\n    {\n      \"fullTitle\": \"a b\",\n",
			want: reported{Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Failed: 2,
				strategies.Passed: 1}, Findings: []string{"a b |  | "}}},
		{name: "stats of something else", text: "{\n  \"stats\": [],\n  \"a\": 1,\n  \"b\": 2\n}\n", want: reported{}},
	})
	testParser(t, documents.MochaLine, []parserCase{
		{name: "in one line", text: `{"stats":{"suites":1,"tests":2,"passes":1,"pending":0,"failures":1},"tests":[],` +
			`"pending":[],"failures":[{"title":"b","fullTitle":"a b","file":"/p/a.js","err":{"message":"boom",` +
			`"stack":"Error: boom\n    at f (/p/a.js:3:4)"}}],"passes":[]}`,
			want: reported{Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Failed: 1,
				strategies.Passed: 1}, Findings: []string{"a b | /p/a.js:3:4 | boom"}}},
	})
	testParser(t, documents.VitestJSON, []parserCase{
		{name: "red", id: "jstest/vitest-one-red-json", want: reported{Outcome: strategies.Fail, Counts: js(1),
			Findings: []string{
				"lantern burns down | /home/dev/project/test/lantern.test.js:6 | " +
					"AssertionError: expected 25 to be 20 // Object.is equality",
			}}},
		{name: "cut", text: `{"numTotalTestSuites":3,"numPassedTestSuites":1,"numFailedTests":1,"testRes`,
			want: reported{}},
	})
	testParser(t, documents.JestJSON, []parserCase{
		{name: "a suite that doesn't load", text: `{"numFailedTestSuites":1,"numFailedTests":0,"numPassedTests":2,` +
			`"success":false,"testResults":[{"name":"/p/a.test.js","status":"failed","message":"SyntaxError: x",` +
			`"assertionResults":[]}]}`,
			want: reported{Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Errors: 1,
				strategies.Passed: 2}, Findings: []string{" | /p/a.test.js | SyntaxError: x"}}},
		{name: "green", text: `{"numFailedTestSuites":0,"numFailedTests":0,"numPassedTests":2,"success":true,` +
			`"testResults":[]}`,
			want: reported{Outcome: strategies.Pass, Counts: map[strategies.Key]int64{strategies.Passed: 2}}},
		{name: "more are stated than found", text: `{"numFailedTestSuites":1,"numFailedTests":2,"numPassedTests":2,` +
			`"success":false,"testResults":[]}`, want: reported{Distrust: true}},
		{name: "below the text that tells the same", text: "a\nb\nc\nd\n" + `{"numFailedTestSuites":0,` +
			`"numPassedTests":2,"success":true,"testResults":[]}`, want: reported{}},
	})
	testParser(t, documents.RspecJSON, []parserCase{
		{name: "red", id: "rubytest/rspec-one-red-json", want: reported{Outcome: strategies.Fail,
			Counts: map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 2, strategies.Skipped: 1},
			Findings: []string{
				"Hive#harvest takes evenly | ./spec/hive_spec.rb:11 | expected: [800, 600, 700]\n" +
					"     got: [750, 550, 650]\n(compared using ==)",
			}}},
		{name: "errors outside of any example", text: `{"version":"3.12.0","examples":[],` +
			`"summary":{"example_count":0,"failure_count":0,"pending_count":0,"errors_outside_of_examples_count":1}}`,
			want: reported{}},
	})
	testParser(t, documents.CompilerJSON, []parserCase{
		{name: "gcc", id: "cc/gcc-one-error-json", want: reported{Outcome: strategies.Fail,
			Counts: map[strategies.Key]int64{strategies.Errors: 1}, Findings: []string{
				" | src/table.c:20:12 | ‘struct table’ has no member named ‘usde’; did you mean ‘used’?",
			}}},
		{name: "a warning, and no more", text: `[{"kind": "warning", "message": "m", "option": "-Wall", ` +
			`"locations": [{"caret": {"file": "a.c", "line": 3, "column": 4}}]}]`,
			want: reported{Counts: map[strategies.Key]int64{strategies.Warnings: 1},
				Findings: []string{" | a.c:3:4 | warning | m"}}},
	})
}

func TestRubocop(t *testing.T) {
	testParser(t, rubocop, []parserCase{
		{
			name: "a warning leads remarks",
			text: "Inspecting 1 file\nW\n\nOffenses:\n\na.rb:1:1: C: [Correctable] Style/X: one\nx\n^\na.rb:2:3: W: " +
				"Lint/Y: two\n  y\n  ^\n\n1 file inspected, 2 offenses detected, 1 offense autocorrectable\n",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Warnings: 1, strategies.Remarks: 1},
				Findings: []string{
					" | a.rb:1:1 | warning | Style/X: one", " | a.rb:2:3 | Lint/Y: two",
				},
			},
		},
		{name: "green", id: "lint/rubocop-green", want: reported{Outcome: strategies.Pass}},
		{
			name: "more are counted than told",
			text: "a.rb:2:3: W: Lint/Y: two\n\n1 file inspected, 2 offenses detected\n",
			want: reported{Distrust: true},
		},
		{name: "killed", text: "Inspecting 2 files\nWC\n", want: reported{}},
	})
}
