package programs

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/strategies"
)

func TestMinitest(t *testing.T) {
	diff, adds := "CalcTest#test_diff | test/calc_test.rb:7 | --- expected",
		"CalcTest#test_adds | test/calc_test.rb:3 | Expected: 3, Actual: 2"
	testParser(t, minitest, []parserCase{
		{name: "red", text: minitestRed, want: reported{
			Outcome: strategies.Fail,
			Counts: map[strategies.Key]int64{
				strategies.Errors: 1, strategies.Failed: 2, strategies.Passed: 1, strategies.Skipped: 1,
			},
			Findings: []string{
				diff, adds, "CalcTest#test_raises | test/calc_test.rb:4 | ArgumentError: bad price",
			}}},
		{name: "killed", text: minitestRed[:strings.Index(minitestRed, "  3) Error")], want: reported{
			Outcome: strategies.Fail, Findings: []string{diff, adds}}},
		{name: "Rails", text: "Run options: --seed 1\n\n# Running:\n\nF\n\nFailure:\n" +
			"UserTest#test_name [test/models/user_test.rb:7]:\nExpected: 1\n  Actual: 2\n\n\n" +
			"rails test test/models/user_test.rb:6\n\nFinished in 0.1s\n" +
			"1 runs, 1 assertions, 1 failures, 0 errors, 0 skips\n",
			want: reported{Outcome: strategies.Fail,
				Counts:   map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 0},
				Findings: []string{"UserTest#test_name | test/models/user_test.rb:7 | Expected: 1, Actual: 2"}}},
		{name: "green", text: "Run options: --seed 42662\n\n# Running:\n\n.\n\n" +
			"1 runs, 1 assertions, 0 failures, 0 errors, 0 skips\n",
			want: reported{Outcome: strategies.Pass, Counts: map[strategies.Key]int64{strategies.Passed: 1}}},
		{name: "more are stated than found", text: "1 runs, 1 assertions, 1 failures, 0 errors, 0 skips\n",
			want: reported{Distrust: true}},
	})
}

const minitestRed = `Run options: --seed 1

# Running:

.FSFE

Finished in 0.020339s, 245.8375 runs/s, 147.5025 assertions/s.

  1) Failure:
CalcTest#test_diff [test/calc_test.rb:7]:
--- expected
+++ actual
@@ -1,3 +1,3 @@
 "a
-b
+x
 c"


  2) Failure:
CalcTest#test_adds [test/calc_test.rb:3]:
Expected: 3
  Actual: 2

  3) Error:
CalcTest#test_raises:
ArgumentError: bad price
    test/calc_test.rb:4:in 'test_raises'

5 runs, 3 assertions, 2 failures, 1 errors, 1 skips

You have skipped tests. Run with --verbose for details.
`
