package programs

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/strategies"
)

func TestPytest(t *testing.T) {
	testParser(t, pytest, []parserCase{
		{name: "red", id: "pytest/red", want: reported{
			Outcome: strategies.Fail,
			Counts:  map[strategies.Key]int64{strategies.Failed: 5, strategies.Passed: 4, strategies.Skipped: 1},
			Findings: []string{
				"test_bank.py::test_withdraw | bank.py:23 | AttributeError: 'Account' object has no attribute 'limit'",
				"test_bank.py::test_overdraw | bank.py:23 | AttributeError: 'Account' object has no attribute 'limit'",
				"test_bank.py::test_statement | bank.py:23 | AttributeError: 'Account' object has no attribute 'limit'",
				"test_bank.py::test_interest[5-2-1102] | test_bank.py:40 | assert 1103 == 1102",
				"test_bank.py::test_interest[10-3-1331] | test_bank.py:40 | assert 1334 == 1331",
			}}},
		{name: "red line", id: "pytest/red-line", want: reported{
			Outcome: strategies.Fail,
			Counts:  map[strategies.Key]int64{strategies.Failed: 5, strategies.Passed: 4, strategies.Skipped: 1},
			Findings: []string{
				"test_bank.py::test_withdraw | /home/dev/project/bank.py:23 | AttributeError: 'Account' " +
					"object has no attribute 'limit'",
				"test_bank.py::test_overdraw | /home/dev/project/bank.py:23 | AttributeError: 'Account' " +
					"object has no attribute 'limit'",
				"test_bank.py::test_statement | /home/dev/project/bank.py:23 | AttributeError: 'Account' " +
					"object has no attribute 'limit'",
				"test_bank.py::test_interest[5-2-1102] | /home/dev/project/test_bank.py:40 | assert 1103 == 1102",
				"test_bank.py::test_interest[10-3-1331] | /home/dev/project/test_bank.py:40 | assert 1334 == 1331",
			}}},
		{name: "collection errors", id: "pytest/collection-errors", want: reported{
			Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Errors: 2}, Findings: []string{
				"test_loans.py | test_loans.py:1 | ImportError: cannot import name 'Loan' from 'bank' " +
					"(/home/dev/project/bank.py)",
				"test_syntax.py | /home/dev/project/test_syntax.py:1 | SyntaxError: invalid syntax",
			}}},
		{name: "fixture errors", id: "pytest/fixture-errors", want: reported{
			Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Errors: 2, strategies.Passed: 1},
			Findings: []string{
				"test_db.py::test_rows | conftest.py:6 | ConnectionError: no database at port 5544",
				"test_db.py::test_unknown | /home/dev/project/test_db.py:12 | fixture 'databse' not found",
			}}},
		{name: "one red native", id: "pytest/one-red-native", want: reported{
			Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 5},
			Findings: []string{
				"tests/test_sky.py::TestBrightest::test_one | /home/dev/project/tests/test_sky.py:15 | " +
					"AssertionError: assert ['Sualocin'] == ['Sirius']",
			}}},
		{name: "one red no traceback", id: "pytest/one-red-no-traceback", want: reported{
			Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 5},
			Findings: []string{
				"tests/test_sky.py::TestBrightest::test_one | tests/test_sky.py | AssertionError: assert ['...",
			}}},
		{name: "segfault parallel", id: "pytest/segfault-parallel", want: reported{
			Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 9},
			Findings: []string{
				"test_raw_frame | /home/dev/project/tests/test_zenith.py:9 | Fatal Python error: Segmentation fault",
				"tests/test_zenith.py::test_raw_frame | tests/test_zenith.py | worker 'gw1' crashed " +
					"while running 'tests/test_zenith.py::test_raw_frame'",
			}}},
		{name: "internal error", id: "pytest/internal-error", want: reported{
			Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Passed: 0}, Findings: []string{
				" | /home/dev/project/conftest.py:2 | ZeroDivisionError: division by zero",
			}}},
		{name: "keyboard interrupt", id: "pytest/keyboard-interrupt", want: reported{
			Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Passed: 7}, Findings: []string{
				" | /home/dev/project/tests/test_zenith.py:2 | KeyboardInterrupt",
			}}},
		{name: "timeout plugin thread", id: "pytest/timeout-plugin-thread",
			want: reported{Outcome: strategies.Fail, Findings: []string{
				"test_exposure | /home/dev/project/tests/test_zenith.py:5 | Timeout",
			}}},
		{name: "conftest unimportable", id: "pytest/conftest-unimportable",
			want: reported{Outcome: strategies.Fail, Findings: []string{
				" | conftest.py:1 | ModuleNotFoundError: No module named 'astrolabe'",
			}}},
		{name: "bad option", id: "pytest/bad-option", want: reported{Outcome: strategies.Fail, Findings: []string{
			" |  | unrecognized arguments: --paralel",
		}}},
		{name: "doctest red", id: "pytest/doctest-red", want: reported{
			Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Failed: 1}, Findings: []string{
				"observatory/units.py::observatory.units | /home/dev/project/observatory/units.py:5 | " +
					"Expected: 3.0 Got: 2.0",
			}}},
		{name: "xpass strict", id: "pytest/xpass-strict", want: reported{
			Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 7},
			Findings: []string{
				"tests/test_sky.py::test_planets | tests/test_sky.py | [XPASS(strict)] no planets yet",
			}}},
		{name: "stop at first", id: "pytest/stop-at-first", want: reported{
			Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 3},
			Findings: []string{
				"tests/test_nights.py::TestWinter::test_night_03 | tests/test_nights.py:16 | assert 9 == 10",
			}}},
		{name: "recursion", id: "pytest/recursion", want: reported{
			Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 7},
			Findings: []string{
				"tests/test_zenith.py::test_focus | tests/test_zenith.py:2 | RecursionError: maximum " +
					"recursion depth exceeded",
			}}},
		{name: "pytest exit", id: "pytest/pytest-exit", want: reported{
			Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Passed: 7}, Findings: []string{
				" |  | _pytest.outcomes.Exit: no power in the dome",
			}}},
		{name: "empty deselected", id: "pytest/empty-deselected", want: reported{}},
		{name: "nothing collected", id: "pytest/nothing-collected", want: reported{
			Counts: map[strategies.Key]int64{strategies.Passed: 0}}},
		{name: "killed sigkill verbose", id: "pytest/killed-sigkill-verbose", want: reported{}},
		{name: "os exit zero verbose", id: "pytest/os-exit-zero-verbose", want: reported{}},
		{name: "all skipped", id: "pytest/all-skipped", want: reported{
			Outcome: strategies.Pass, Counts: map[strategies.Key]int64{strategies.Skipped: 1}}},
		{name: "green", id: "pytest/green", want: reported{
			Outcome: strategies.Pass, Counts: map[strategies.Key]int64{strategies.Passed: 9, strategies.Skipped: 1}}},
		{name: "green quotes a failure", id: "pytest/green-quotes-a-failure", want: reported{
			Outcome: strategies.Pass, Counts: map[strategies.Key]int64{strategies.Passed: 2}}},
		{name: "a percentage without its bracket", text: "FAILED a.py::test_one - assert 0\na.py::test_two 50%]\n",
			want: reported{Outcome: strategies.Fail, Findings: []string{"a.py::test_one | a.py | assert 0"}}},
		{name: "killed while tests fail", text: "" +
			"platform linux -- Python 3.11.2\ncollected 3 items\n\na.py::test_one PASSED [ 33%]\n" +
			"a.py::test_two FAILED [ 66%]\n[gw0] [100%] FAILED a.py::test_three[x y]\n",
			want: reported{Outcome: strategies.Fail,
				Findings: []string{"a.py::test_two | a.py | ", "a.py::test_three[x y] | a.py | "}}},
		{name: "tried again, and failed again", text: pytestOne + pytestOne, want: reported{
			Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 2},
			Findings: []string{
				"a.py::test_one | a.py:2 | assert 1 == 2",
			}}},
		{name: "only the end", text: "FAILED a.py::test_two - assert 0\n3 failed, 1 passed in 0.02s\n",
			want: reported{Outcome: strategies.Fail,
				Counts: map[strategies.Key]int64{strategies.Failed: 3, strategies.Passed: 1},
				Findings: []string{
					"a.py::test_two | a.py | assert 0",
				}}},
		{name: "more are stated than found", text: strings.ReplaceAll(pytestOne, "1 failed", "4 failed"),
			want: reported{Distrust: true}},
		{name: "coverage too low", text: pytestCoverage, want: reported{
			Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Passed: 1}, Findings: []string{
				" |  | FAIL Required test coverage of 90% not reached. Total coverage: 50.00%",
			}}},
		{name: "an exception from another", text: pytestChain, want: reported{
			Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Failed: 1}, Findings: []string{
				"TestA.test_one | b.py:12 | b.Refused: no banner",
			}}},
		{name: "a name as wide as the page", text: pytestWideName, want: reported{
			Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Failed: 1}, Findings: []string{
				"TestVerifiedGrantToken.test_init_raises_for_invalid_timestamp_types[exp-expiry] | " +
					"a.py:2 | assert 1 == 2",
			}}},
	})
}

const pytestOne = `============================= test session starts ==============================
platform linux -- Python 3.11.2, pytest-7.2.1, pluggy-1.0.0
collected 3 items

a.py F..                                                                 [100%]

=================================== FAILURES ===================================
___________________________________ test_one ___________________________________

    def test_one():
>       assert 1 == 2
E       assert 1 == 2

a.py:2: AssertionError
=========================== short test summary info ============================
FAILED a.py::test_one - assert 1 == 2
========================= 1 failed, 2 passed in 0.01s ==========================
`

// TestPytestLeavesOutEmptyLines checks that a line of an exception's text without words isn't shown of it.
func TestPytestLeavesOutEmptyLines(t *testing.T) {
	text := strings.ReplaceAll(pytestOne, "E       assert 1 == 2\n", "E       assert 1 == 2\nE       \n")
	for _, n := range runParser(pytest, text).Findings[0].Evidence {
		if strings.TrimSpace(strings.Split(text, "\n")[n-1]) == "E" {
			t.Errorf("line %d is shown", n)
		}
	}
}

const pytestCoverage = `platform linux -- Python 3.11.2
collected 1 item

a.py .                                                                   [100%]

---------- coverage: platform linux, python 3.11.2-final-0 -----------
TOTAL        24     12    50%

FAIL Required test coverage of 90% not reached. Total coverage: 50.00%
============================== 1 passed in 0.01s ===============================
`

const pytestChain = `platform linux -- Python 3.4.2
collected 1 items

=================================== FAILURES ===================================
________________________________ TestA.test_one ________________________________

>       sock.recv()
E       socket.timeout

a.py:9: timeout

During handling of the above exception, another exception occurred:

    def test_one(self):
>       connect()

test_a.py:4: 
_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ 

>   raise Refused()
E   b.Refused: no banner

b.py:12: Refused
=========================== 1 failed in 1.02 seconds ===========================
`

const pytestWideName = "platform linux -- Python 2.7.9\n" +
	"=================================== FAILURES ===================================\n" +
	" TestVerifiedGrantToken.test_init_raises_for_invalid_timestamp_types[exp-expiry] \n\n" +
	">       assert 1 == 2\nE       assert 1 == 2\n\na.py:2: AssertionError\n" +
	"=========================== 1 failed in 1.02 seconds ===========================\n"
