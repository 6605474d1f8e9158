package programs

import (
	"testing"

	"github.com/toktee/toktee/strategies"
)

func TestMocha(t *testing.T) {
	testParser(t, mocha, []parserCase{
		{
			name: "three red", id: "jstest/mocha-red",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 3, strategies.Passed: 4},
				Findings: []string{
					`Cart > prints a receipt | /home/dev/project/test/cart.test.js:25:12 | ` +
						`AssertionError [ERR_ASSERTION]: Expected values to be strictly deep-equal: +   gross: ` +
						`1807,; -   gross: 1808,`,
					`Cart > tax > takes the food rate | /home/dev/project/test/cart.test.js:19:14 | ` +
						`AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: 17 !== 18`,
					`fetchRates > fails on incomplete rates | /home/dev/project/test/cart.test.js:35:5 | ` +
						`AssertionError [ERR_ASSERTION]: The input did not match the regular expression ` +
						`/incomplete/. Input: 'Error: no rates'`,
				},
			},
		},
		{
			name: "the dot reporter", id: "jstest/mocha-one-red-dot",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 4, strategies.Skipped: 1},
				Findings: []string{
					`lantern > burns down | /home/dev/project/test/lantern.test.js:6:12 | ` +
						`AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: 25 !== 20`,
				},
			},
		},
		{
			name: "a hook", id: "jstest/mocha-hook-fails",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 5, strategies.Skipped: 1},
				Findings: []string{
					`depth > "before all" hook for "sounds" | /home/dev/project/test/depth.test.js:5:11 | ` +
						`Error: no sounding line on board`,
				},
			},
		},
		{
			name: "a file that doesn't load", id: "jstest/mocha-missing-module",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					` |  | Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/home/dev/project/src/depth.js' ` +
						`imported from /home/dev/project/test/depth.test.js`,
				},
			},
		},
		{
			name: "a file that can't be read", id: "jstest/mocha-syntax-error",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					` |  | SyntaxError[ @/home/dev/project/test/depth.test.js ]: Unexpected token ';'`,
				},
			},
		},
		{
			name: "it dies after the end", id: "jstest/mocha-uncaught-in-timer",
			want: reported{
				Outcome: strategies.Fail,
				Counts: map[strategies.Key]int64{strategies.Failed: 1, strategies.Errors: 1, strategies.Passed: 5,
					strategies.Skipped: 1},
				Findings: []string{
					`gale > rings the bell | /home/dev/project/test/gale.test.js:6:13 | ` +
						`Uncaught Error: the bell rope broke`,
					` | /home/dev/project/node_modules/mocha/lib/runner.js:1110 | ` +
						`Error: done() called multiple times in test <gale rings the bell> of file ` +
						`/home/dev/project/test/gale.test.js`,
				},
			},
		},
		{
			name: "no tests", id: "jstest/mocha-empty-no-files",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					` |  | Error: No test files found: "test"`,
				},
			},
		},
		{
			name: "green", id: "jstest/mocha-green",
			want: reported{
				Outcome: strategies.Pass,
				Counts:  map[strategies.Key]int64{strategies.Passed: 7},
			},
		},
		{
			name: "what a passing test quotes is no failure", id: "jstest/mocha-green-quotes-a-failure",
			want: reported{
				Outcome: strategies.Pass,
				Counts:  map[strategies.Key]int64{strategies.Passed: 5, strategies.Skipped: 1},
			},
		},
		{
			name: "killed", id: "jstest/mocha-killed-sigkill",
			want: reported{},
		},
		{
			name: "the end is missing", text: "  1 passing (2ms)\n  2 failing\n\n  1) Boat\n       floats:\n" +
				"     Error: no water\n",
			want: reported{Distrust: true},
		},
	})
}
