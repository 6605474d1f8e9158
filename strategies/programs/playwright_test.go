package programs

import (
	"testing"

	"github.com/toktee/toktee/strategies"
)

func TestPlaywright(t *testing.T) {
	testParser(t, playwright, []parserCase{
		{
			name: "one red", id: "jstest/playwright-one-red",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 4, strategies.Skipped: 1},
				Findings: []string{
					`lantern › burns down | test/lantern.spec.js:5:3 | Expected: 20; Received: 25`,
				},
			},
		},
		{
			name: "the line reporter", id: "jstest/playwright-one-red-line",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 4, strategies.Skipped: 1},
				Findings: []string{
					`lantern › burns down | test/lantern.spec.js:5:3 | Expected: 20; Received: 25`,
				},
			},
		},
		{
			name: "a file that doesn't load", id: "jstest/playwright-missing-module",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					` |  | Error: Cannot find module '/home/dev/project/src/depth.js' imported from ` +
						`/home/dev/project/test/lantern.spec.js`,
				},
			},
		},
		{
			name: "a test that ends the process", id: "jstest/playwright-process-exit",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 4, strategies.Skipped: 1},
				Findings: []string{
					`lantern › burns down | test/lantern.spec.js:5:3 | ` +
						`Error: worker process exited unexpectedly (code=5, signal=null)`,
				},
			},
		},
		{
			name: "a test that takes too long", id: "jstest/playwright-test-timeout",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 4, strategies.Skipped: 1},
				Findings: []string{
					`lantern › burns down | test/lantern.spec.js:5:3 | Test timeout of 900ms exceeded.`,
				},
			},
		},
		{
			name: "green", id: "jstest/playwright-green",
			want: reported{
				Outcome: strategies.Pass,
				Counts:  map[strategies.Key]int64{strategies.Passed: 5, strategies.Skipped: 1},
			},
		},
		{
			name: "no tests", id: "jstest/playwright-empty-filter",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					` |  | Error: No tests found`,
				},
			},
		},
		{
			name: "a test that passes when it runs again",
			text: "Running 2 tests using 1 worker\n·±\n\n  1) [chromium] › a.spec.ts:5:3 › boat › floats ────\n" +
				"\n    Error: no water\n\n        at /w/a.spec.ts:6:5\n\n  1 flaky\n" +
				"    [chromium] › a.spec.ts:5:3 › boat › floats ────\n  1 passed (2.1s)",
			want: reported{
				Outcome: strategies.Pass,
				Counts:  map[strategies.Key]int64{strategies.Passed: 1},
				Findings: []string{
					`boat › floats | a.spec.ts:5:3 | warning | Error: no water`,
				},
			},
		},
		{
			name: "killed", text: "Running 2 tests using 1 worker\n  ✘  1 a.spec.ts:5:3 › boat › floats (9ms)",
			want: reported{
				Findings: []string{
					`boat › floats | a.spec.ts:5:3 | `,
				},
			},
		},
		{
			name: "the head is missing", text: "Running 1 test using 1 worker\n  2 failed\n" +
				"    a.spec.ts:5:3 › boat › floats ──\n  3 passed (2s)",
			want: reported{Distrust: true},
		},
	})
}
