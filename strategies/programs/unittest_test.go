package programs

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/strategies"
)

func TestUnittest(t *testing.T) {
	six := "Failure: ImportError (No module named 'six') | /home/dev/project/pq.py:38 | ImportError: No " +
		"module named 'six'"
	testParser(t, unittest, []parserCase{
		{name: "red", id: "unittest/red", want: reported{
			Outcome: strategies.Fail,
			Counts:  map[strategies.Key]int64{strategies.Errors: 2, strategies.Failed: 2, strategies.Skipped: 1},
			Findings: []string{
				"test_overdraw (test_bank.AccountTest.test_overdraw) | /home/dev/project/bank.py:23 | " +
					"AttributeError: 'Account' object has no attribute 'limit'",
				"test_statement (test_bank.AccountTest.test_statement) | /home/dev/project/bank.py:23 | " +
					"AttributeError: 'Account' object has no attribute 'limit'",
				"test_table (test_bank.InterestTest.test_table) (years=2) | " +
					"/home/dev/project/test_bank.py:27 | AssertionError: 1103 != 1102",
				"test_table (test_bank.InterestTest.test_table) (years=3) | " +
					"/home/dev/project/test_bank.py:27 | AssertionError: 1158 != 1157",
			}}},
		{name: "import error", id: "unittest/import-error", want: reported{
			Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Errors: 1, strategies.Skipped: 1},
			Findings: []string{
				"test_bank (unittest.loader._FailedTest.test_bank) | /home/dev/project/test_bank.py:1 | " +
					"ImportError: cannot import name 'Loan' from 'bank' (/home/dev/project/bank.py)",
			}}},
		{name: "unexpected success", id: "unittest/unexpected-success", want: reported{
			Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Passed: 3}, Findings: []string{
				"test_planets (test_sky.CatalogueTest.test_planets) |  | unexpected success",
			}}},
		{name: "segfault faulthandler verbose", id: "unittest/segfault-faulthandler-verbose",
			want: reported{Outcome: strategies.Fail, Findings: []string{
				"test_frame | /home/dev/project/test_zoom.py:7 | Fatal Python error: Segmentation fault",
			}}},
		{name: "setup class error", id: "unittest/setup-class-error", want: reported{
			Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Errors: 1, strategies.Passed: 3},
			Findings: []string{
				"setUpClass (test_dome.DomeTest) | /home/dev/project/test_dome.py:7 | ConnectionError: " +
					"dome controller 127.0.0.1:7624 refused",
			}}},
		{name: "killed sigkill verbose", id: "unittest/killed-sigkill-verbose", want: reported{}},
		{name: "empty discover", id: "unittest/empty-discover", want: reported{
			Counts: map[strategies.Key]int64{strategies.Passed: 0}}},
		{name: "green", id: "unittest/green", want: reported{
			Outcome: strategies.Pass, Counts: map[strategies.Key]int64{strategies.Skipped: 1}}},
		{name: "green verbose", id: "unittest/green-verbose", want: reported{
			Outcome: strategies.Pass, Counts: map[strategies.Key]int64{strategies.Passed: 4, strategies.Skipped: 1}}},
		{name: "nose with what a test has logged", text: noseOne, want: reported{
			Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Errors: 1, strategies.Skipped: 3},
			Findings: []string{six}}},
		{name: "more are stated than found", text: strings.ReplaceAll(noseOne, "errors=1", "errors=2"),
			want: reported{Distrust: true}},
		{name: "killed below a failure", text: noseOne[:strings.Index(noseOne, "-------------------- >> begin")],
			want: reported{Outcome: strategies.Fail, Findings: []string{six}}},
		{name: "a log with the same rules", text: unittestRule + "\nERROR: disk is full\n" + unittestRule + "\n",
			want: reported{}},
	})
}

const noseOne = `.E
======================================================================
ERROR: Failure: ImportError (No module named 'six')
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/usr/lib/python3.4/site-packages/nose/failure.py", line 39, in runTest
    raise self.exc_val.with_traceback(self.tb)
  File "/home/dev/project/pq.py", line 38, in <module>
    from six.moves import range
ImportError: No module named 'six'
-------------------- >> begin captured logging << --------------------
pq: ERROR: nothing works
--------------------- >> end captured logging << ---------------------

----------------------------------------------------------------------
Ran 5 tests in 0.015s

FAILED (SKIP=3, errors=1)
`
