package programs

import (
	"testing"

	"github.com/toktee/toktee/strategies"
)

func TestTap(t *testing.T) {
	testParser(t, tap, []parserCase{
		{
			name: "node", id: "jstest/node-red-tap",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 3, strategies.Passed: 4},
				Findings: []string{
					`takes the food rate | /home/dev/project/test/cart.test.js:20:14 | Expected values to be ` +
						`strictly equal: 17 !== 18`,
					`prints a receipt | /home/dev/project/test/cart.test.js:26:12 | Expected values to be ` +
						`strictly deep-equal: +   gross: 1807,; -   gross: 1808,`,
					`fails on incomplete rates | /home/dev/project/src/cart.js:36:11 | The input did not match ` +
						`the regular expression /incomplete/. Input: 'Error: no rates'`,
				},
			},
		},
		{
			name: "a file that doesn't load", id: "jstest/node-throws-on-load",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 5, strategies.Skipped: 1},
				Findings: []string{
					`/home/dev/project/test/depth.test.js | /home/dev/project/test/depth.test.js:4:20 | ` +
						`SyntaxError: Unexpected token '}', "{ "depth": }" is not valid JSON`,
				},
			},
		},
		{
			name: "vitest", id: "jstest/vitest-one-red-tap",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 4, strategies.Skipped: 1},
				Findings: []string{
					`burns down | /home/dev/project/test/lantern.test.js:6:24 | expected 25 to be 20 // ` +
						`Object.is equality`,
				},
			},
		},
		{
			name: "mocha", id: "jstest/mocha-one-red-verbose",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 4},
				Findings: []string{
					`lantern burns down | /home/dev/project/test/lantern.test.js:6:12 | Expected values to be ` +
						`strictly equal: 25 !== 20`,
				},
			},
		},
		{
			name: "a hook", id: "jstest/node-hook-fails",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1, strategies.Passed: 5, strategies.Skipped: 1},
				Findings: []string{
					`sounds | /home/dev/project/test/depth.test.js:9:3 | parent | test did not finish before its ` +
						`parent and was cancelled`,
					`depth | /home/dev/project/test/depth.test.js:6:11 | no sounding line on board`,
				},
			},
		},
		{
			name: "a test that takes too long", id: "jstest/node-test-timeout",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1, strategies.Passed: 5, strategies.Skipped: 1},
				Findings: []string{
					`waits for the pilot | /home/dev/project/test/gale.test.js:5:3 | test timed out after 700ms`,
				},
			},
		},
		{
			name: "what a passing test quotes is no failure", id: "jstest/node-green-quotes-a-failure",
			want: reported{
				Outcome: strategies.Pass,
				Counts:  map[strategies.Key]int64{strategies.Passed: 5, strategies.Skipped: 1},
			},
		},
		{
			name: "bats", id: "misc/bats",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 1, strategies.Skipped: 1},
				Findings: []string{
					"takes the discount | cart.bats:11 | `[ \"$output\" = 1318 ]' failed",
				},
			},
		},
		{
			name: "killed", id: "jstest/node-killed-sigkill",
			want: reported{},
		},
		{
			name: "skipped and to be done",
			text: "1..3\nok 1 - a\nok 2 - b # SKIP no boat\nnot ok 3 - c # TODO later\n",
			want: reported{
				Outcome: strategies.Pass,
				Counts:  map[strategies.Key]int64{strategies.Passed: 1, strategies.Skipped: 1},
			},
		},
		{
			name: "fewer than planned", text: "1..3\nok 1 - a\n",
			want: reported{
				Counts: map[strategies.Key]int64{strategies.Passed: 1},
			},
		},
		{
			name: "it gives up", text: "TAP version 13\nok 1 a\nBail out! no database\n",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Passed: 1},
				Findings: []string{
					` |  | Bail out! no database`,
				},
			},
		},
		{
			name: "prove reads it", text: "1..2\nok 1 a\nok 2 b\nFiles=1, Tests=2,  0 wallclock secs\nResult: PASS\n",
			want: reported{},
		},
	})
}
