package programs

import (
	"testing"

	"github.com/toktee/toktee/strategies"
)

func TestVitest(t *testing.T) {
	testParser(t, vitest, []parserCase{
		{
			name: "three red", id: "jstest/vitest-red",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 3, strategies.Passed: 4},
				Findings: []string{
					`Cart > tax > takes the food rate | test/cart.test.js:19:56 | ` +
						`AssertionError: expected 17 to be 18 // Object.is equality`,
					`Cart > prints a receipt | test/cart.test.js:25:21 | ` +
						`AssertionError: expected { …(4) } to deeply equal { …(4) }`,
					`fetchRates > fails on incomplete rates | test/cart.test.js:35:47 | ` +
						`AssertionError: expected [Function] to throw error matching /incomplete/ but got 'no rates'`,
				},
			},
		},
		{
			name: "on a terminal", id: "jstest/vitest-red-pty",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 3, strategies.Passed: 4},
				Findings: []string{
					`Cart > tax > takes the food rate | test/cart.test.js:19:56 | ` +
						`AssertionError: expected 17 to be 18 // Object.is equality`,
					`Cart > prints a receipt | test/cart.test.js:25:21 | ` +
						`AssertionError: expected { …(4) } to deeply equal { …(4) }`,
					`fetchRates > fails on incomplete rates | test/cart.test.js:35:47 | ` +
						`AssertionError: expected [Function] to throw error matching /incomplete/ but got 'no rates'`,
				},
			},
		},
		{
			name: "a hook", id: "jstest/vitest-hook-fails",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1, strategies.Passed: 5, strategies.Skipped: 2},
				Findings: []string{
					`depth | test/depth.test.js:5:11 | Error: no sounding line on board`,
				},
			},
		},
		{
			name: "a suite that doesn't load", id: "jstest/vitest-missing-module",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1, strategies.Passed: 5, strategies.Skipped: 1},
				Findings: []string{
					` | test/depth.test.js:3:1 | Error: Cannot find module '../src/depth.js' imported from ` +
						`/home/dev/project/test/depth.test.js`,
				},
			},
		},
		{
			name: "an unhandled rejection", id: "jstest/vitest-unhandled-rejection",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1, strategies.Passed: 6, strategies.Skipped: 1},
				Findings: []string{
					` | test/gale.test.js:5:20 | Error: the wire is down`,
				},
			},
		},
		{
			name: "bail", id: "jstest/vitest-one-red-bail",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 1, strategies.Skipped: 1},
				Findings: []string{
					`lantern > burns down | test/lantern.test.js:6:24 | ` +
						`AssertionError: expected 25 to be 20 // Object.is equality`,
				},
			},
		},
		{
			name: "no tests", id: "jstest/vitest-empty-no-files",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					` |  | No test files found, exiting with code 1`,
				},
			},
		},
		{
			name: "green", id: "jstest/vitest-green",
			want: reported{
				Outcome: strategies.Pass,
				Counts:  map[strategies.Key]int64{strategies.Passed: 7},
			},
		},
		{
			name: "what a passing test quotes is no failure", id: "jstest/vitest-green-quotes-a-failure",
			want: reported{
				Outcome: strategies.Pass,
				Counts:  map[strategies.Key]int64{strategies.Passed: 5, strategies.Skipped: 1},
			},
		},
		{
			name: "a worker that dies", id: "jstest/vitest-abort",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1, strategies.Passed: 5, strategies.Skipped: 1},
				Findings: []string{
					` |  | Error: [vitest-pool]: Worker forks emitted error.`,
				},
			},
		},
		{
			name: "killed", text: " RUN  v3.2.4 /w\n\n ❯ a.test.ts (2 tests | 1 failed) 5ms\n" +
				"   × boat > floats 3ms\n     → expected 1 to be 2\n",
			want: reported{
				Findings: []string{
					`boat > floats 3ms |  | `,
				},
			},
		},
		{
			name: "tests that fail alike", text: " FAIL  a.test.ts > same 1\n FAIL  a.test.ts > same 2\n" +
				"Error: no boat\n ❯ helper a.test.ts:19:27\n\n⎯⎯⎯⎯[1/1]⎯\n\n Test Files  1 failed (1)\n" +
				"      Tests  2 failed (2)\n",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 2},
				Findings: []string{
					`same 1 | a.test.ts:19:27 | Error: no boat`,
					`same 2 | a.test.ts:19:27 | Error: no boat`,
				},
			},
		},
		{
			name: "the head is missing", text: " Test Files  1 failed (1)\n      Tests  2 failed (2)\n",
			want: reported{Distrust: true},
		},
	})
}
