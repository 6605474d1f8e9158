package programs

import (
	"testing"

	"github.com/toktee/toktee/strategies"
)

func TestJest(t *testing.T) {
	testParser(t, jest, []parserCase{
		{
			name: "three red", id: "jstest/jest-red",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 3, strategies.Passed: 4},
				Findings: []string{
					`Cart › tax › takes the food rate | test/cart.test.js:18:56 | Expected: 18; Received: 17`,
					`Cart › prints a receipt | test/cart.test.js:24:21 | -   "gross": 1808,; +   "gross": 1807,`,
					`fetchRates › fails on incomplete rates | src/cart.js:36:11 | ` +
						`Expected pattern: /incomplete/; Received message: "no rates"`,
				},
			},
		},
		{
			name: "with colours", id: "jstest/jest-red-verbose-colour",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 3, strategies.Passed: 4},
				Findings: []string{
					`Cart › tax › takes the food rate | test/cart.test.js:18:56 | Expected: 18; Received: 17`,
					`Cart › prints a receipt | test/cart.test.js:24:21 | -   "gross": 1808,; +   "gross": 1807,`,
					`fetchRates › fails on incomplete rates | src/cart.js:36:11 | ` +
						`Expected pattern: /incomplete/; Received message: "no rates"`,
				},
			},
		},
		{
			name: "a snapshot, and a suite that doesn't load", id: "jstest/jest-snapshot-and-missing-module",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 1, strategies.Errors: 1, strategies.Passed: 7},
				Findings: []string{
					`receipt looks as before | test/receipt.test.js:4:48 | -   "gross": 425,; +   "gross": 420,`,
					` | test/broken.test.js:1:18 | Cannot find module '../src/crat.js' from 'test/broken.test.js'`,
				},
			},
		},
		{
			name: "coverage", id: "jstest/jest-one-red-coverage",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 4, strategies.Skipped: 1},
				Findings: []string{
					`lantern › burns down | test/lantern.test.js:5:24 | Expected: 20; Received: 25`,
				},
			},
		},
		{
			name: "a test that takes too long", id: "jstest/jest-test-timeout",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 5, strategies.Skipped: 1},
				Findings: []string{
					`gale › waits for the pilot | test/gale.test.js:3:3 | ` +
						`thrown: "Exceeded timeout of 700 ms for a test.`,
				},
			},
		},
		{
			name: "a hook", id: "jstest/jest-hook-fails",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 5, strategies.Skipped: 1},
				Findings: []string{
					`depth › sounds | test/depth.test.js:4:11 | no sounding line on board`,
				},
			},
		},
		{
			name: "a suite that can't be read", id: "jstest/jest-syntax-error",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1, strategies.Passed: 5, strategies.Skipped: 1},
				Findings: []string{
					` | /home/dev/project/test/depth.test.js:4 | SyntaxError: Unexpected token ';'`,
				},
			},
		},
		{
			name: "a test that ends the process", id: "jstest/jest-process-exit",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					` | test/gale.test.js:5:13 | process.exit called with "5"`,
				},
			},
		},
		{
			name: "no tests", id: "jstest/jest-empty-no-files",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					` |  | No tests found, exiting with code 1`,
				},
			},
		},
		{
			name: "green", id: "jstest/jest-green",
			want: reported{
				Outcome: strategies.Pass,
				Counts:  map[strategies.Key]int64{strategies.Passed: 7},
			},
		},
		{
			name: "what a passing test quotes is no failure", id: "jstest/jest-green-quotes-a-failure",
			want: reported{
				Outcome: strategies.Pass,
				Counts:  map[strategies.Key]int64{strategies.Passed: 5, strategies.Skipped: 1},
			},
		},
		{
			name: "an abort tells nothing", id: "jstest/jest-abort",
			want: reported{},
		},
		{
			name: "a coverage threshold", text: "PASS a.test.js\nJest: \"global\" coverage threshold for lines " +
				"(80%) not met: 50%\nTest Suites: 1 passed, 1 total\nTests:       1 passed, 1 total\n",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1, strategies.Passed: 1},
				Findings: []string{
					` |  | Jest: "global" coverage threshold for lines (80%) not met: 50%`,
				},
			},
		},
		{
			name: "a test that fails twice", text: "FAIL a.test.js\n  ● one\n\n    no boat\n\n  ● one\n\n" +
				"    no rope either\n\nTest Suites: 1 failed, 1 total\nTests:       1 failed, 1 total\n",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 1},
				Findings: []string{
					`one | a.test.js | no boat`,
					`one | a.test.js | no rope either`,
				},
			},
		},
		{
			name: "a long run prints its failures again", text: "FAIL a.test.js\n  ● one\n\n    no boat\n\n" +
				"      at f (src/boat.js:3:4)\n\nPASS b.test.js\nSummary of all failing tests\nFAIL a.test.js\n" +
				"  ● one\n\n    no boat\n\n      at f (src/boat.js:3:4)\n\n" +
				"Test Suites: 1 failed, 1 passed, 2 total\nTests:       1 failed, 1 passed, 2 total\n",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 1},
				Findings: []string{
					`one | src/boat.js:3:4 | no boat`,
				},
			},
		},
		{
			name: "the head is missing", text: "    at x\nTest Suites: 1 failed, 1 total\n" +
				"Tests:       2 failed, 1 passed, 3 total\n",
			want: reported{Distrust: true},
		},
		{
			name: "killed", text: "FAIL a.test.js\n  ● one\n\n    no boat\n",
			want: reported{
				Outcome: strategies.Fail,
				Findings: []string{
					`one | a.test.js | no boat`,
				},
			},
		},
		{
			name: "two runs", text: "PASS a.test.js\nTests:       1 passed, 1 total\nPASS b.test.js\n" +
				"Tests:       2 passed, 1 skipped, 3 total\n",
			want: reported{
				Outcome: strategies.Pass,
				Counts:  map[strategies.Key]int64{strategies.Passed: 3, strategies.Skipped: 1},
			},
		},
		{
			name: "a file that it can't read", text: "FAIL a.test.js\n  ● Test suite failed to run\n\n" +
				"    Jest encountered an unexpected token\n\n    Jest failed to parse a file.\n\n    Details:\n\n" +
				"    /w/a.test.js:1\n    const x = ;\n              ^\n\n    SyntaxError: Unexpected token ';'\n\n" +
				"Test Suites: 1 failed, 1 total\nTests:       0 total",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					` | /w/a.test.js:1 | SyntaxError: Unexpected token ';'`,
				},
			},
		},
	})
}
