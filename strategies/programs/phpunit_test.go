package programs

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/strategies"
)

func TestPHPUnit(t *testing.T) {
	raises, adds := "CalcTest::testRaises | /home/dev/project/CalcTest.php:5 | InvalidArgumentException: bad price",
		"CalcTest::testAdds | /home/dev/project/CalcTest.php:4 | "+
			"Failed asserting that 2 is identical to 3."
	testParser(t, phpunit, []parserCase{
		{name: "red", text: phpunitRed, want: reported{
			Outcome: strategies.Fail,
			Counts:  map[strategies.Key]int64{strategies.Errors: 1, strategies.Failed: 2, strategies.Skipped: 1},
			Findings: []string{
				raises, adds,
				`CalcTest::testRows with data set "two" (1, 2) | /home/dev/project/CalcTest.php:10 | rows differ`,
			}}},
		{name: "killed", text: phpunitRed[:strings.Index(phpunitRed, "2) CalcTest")], want: reported{
			Outcome: strategies.Fail, Findings: []string{raises, adds}}},
		{name: "more are stated than found", text: strings.ReplaceAll(phpunitRed, "Failures: 2", "Failures: 3"),
			want: reported{Distrust: true}},
		{name: "green", text: "PHPUnit 9.6.7 by Sebastian Bergmann and contributors.\n\n.\n\n" +
			"OK (1 test, 1 assertion)\n",
			want: reported{Outcome: strategies.Pass, Counts: map[strategies.Key]int64{strategies.Passed: 1}}},
		{name: "skipped", text: "OK, but incomplete, skipped, or risky tests!\nTests: 3, Assertions: 2, Skipped: 1.\n",
			want: reported{Outcome: strategies.Pass,
				Counts: map[strategies.Key]int64{strategies.Passed: 2, strategies.Skipped: 1}}},
		{name: "nothing to run", text: "PHPUnit 9.6.7 by Sebastian Bergmann and contributors.\n\nNo tests executed!\n",
			want: reported{}},
		{name: "crash", text: "" +
			"PHP Fatal error:  Uncaught ParseError: Unclosed '{' in /home/dev/project/BrokenTest.php:2\n" +
			"Stack trace:\n",
			want: reported{Outcome: strategies.Fail,
				Findings: []string{" |  | Uncaught ParseError: Unclosed '{' in /home/dev/project/BrokenTest.php:2"}}},
	})
}

const phpunitRed = `PHPUnit 9.6.7 by Sebastian Bergmann and contributors.

FES.R.F                                                             7 / 7 (100%)

Time: 00:00.007, Memory: 4.00 MB

There was 1 error:

1) CalcTest::testRaises
InvalidArgumentException: bad price

/home/dev/project/CalcTest.php:5

--

There were 2 failures:

1) CalcTest::testAdds
Failed asserting that 2 is identical to 3.

/home/dev/project/CalcTest.php:4

2) CalcTest::testRows with data set "two" (1, 2)
rows differ
Failed asserting that 2 is identical to 1.

/home/dev/project/CalcTest.php:10

--

There was 1 risky test:

1) CalcTest::testNothing
This test did not perform any assertions

/home/dev/project/CalcTest.php:8

ERRORS!
Tests: 7, Assertions: 4, Errors: 1, Failures: 2, Skipped: 1, Risky: 1.
`
