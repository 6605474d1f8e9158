package programs

import (
	"testing"

	"github.com/toktee/toktee/strategies"
)

func TestNodeTest(t *testing.T) {
	testParser(t, nodeTest, []parserCase{
		{
			name: "three red", id: "jstest/node-red",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 3, strategies.Passed: 4},
				Findings: []string{
					`takes the food rate | /home/dev/project/test/cart.test.js:20:14 | ` +
						`AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: 17 !== 18`,
					`prints a receipt | /home/dev/project/test/cart.test.js:26:12 | ` +
						`AssertionError [ERR_ASSERTION]: Expected values to be strictly deep-equal: +   gross: ` +
						`1807,; -   gross: 1808,`,
					`fails on incomplete rates | /home/dev/project/test/cart.test.js:36:5 | ` +
						`AssertionError [ERR_ASSERTION]: The input did not match the regular expression ` +
						`/incomplete/. Input: 'Error: no rates'`,
				},
			},
		},
		{
			name: "the dot reporter", id: "jstest/node-one-red-dot",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 1},
				Findings: []string{
					`burns down | /home/dev/project/test/lantern.test.js:7:12 | ` +
						`AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: 25 !== 20`,
				},
			},
		},
		{
			name: "a file that can't be read", id: "jstest/node-syntax-error-verbose",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 5, strategies.Skipped: 1},
				Findings: []string{
					`/home/dev/project/test/depth.test.js | /home/dev/project/test/depth.test.js:6 | ` +
						`SyntaxError: Unexpected token ';'`,
				},
			},
		},
		{
			name: "a test that ends the process", id: "jstest/node-process-exit-verbose",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 5, strategies.Skipped: 1},
				Findings: []string{
					`/home/dev/project/test/gale.test.js | test/gale.test.js:1:1 | 'test failed'`,
				},
			},
		},
		{
			name: "green", id: "jstest/node-green",
			want: reported{
				Outcome: strategies.Pass,
				Counts:  map[strategies.Key]int64{strategies.Passed: 7},
			},
		},
		{
			name: "skipped", id: "jstest/node-green-skips-verbose",
			want: reported{
				Outcome: strategies.Pass,
				Counts:  map[strategies.Key]int64{strategies.Passed: 5, strategies.Skipped: 1},
			},
		},
		{
			name: "killed", text: "✖ floats (1.2ms)\n  Error: no water\n      at f (/w/a.js:3:4)\n\n",
			want: reported{
				Findings: []string{
					`floats | /w/a.js:3:4 | Error: no water`,
				},
			},
		},
		{
			name: "the head is missing", text: "ℹ tests 2\nℹ pass 0\nℹ fail 2\n",
			want: reported{Distrust: true},
		},
		{
			name: "a test that failed for a part of its own",
			text: "▶ boat\n  ✖ floats (1ms)\n    Error: no water\n        at f (/w/a.js:3:4)\n\n✖ boat (2ms)\n" +
				"ℹ tests 2\nℹ pass 0\nℹ fail 2\n",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 2, strategies.Passed: 0},
				Findings: []string{
					`floats | /w/a.js:3:4 | Error: no water`,
				},
			},
		},
	})
}
