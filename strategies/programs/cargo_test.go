package programs

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/strategies"
)

// The texts of nextest are those of its documentation; the others were captured.
func TestCargo(t *testing.T) {
	testParser(t, cargo, []parserCase{
		{
			name: "errors and a warning", id: "cc/cargo-build-errors",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 3, strategies.Warnings: 1},
				Findings: []string{
					" | src/lib.rs:8:5 | warning | unused import: `std::fmt::Write`",
					" | src/eval.rs:10:31 | mismatched types",
					" | src/lexer.rs:26:21 | method takes 1 argument but 2 arguments were supplied",
					" | src/parser.rs:19:15 | no method named `binry` found for struct `Parser` in the current scope",
				},
			},
		},
		{
			name: "a failed test", id: "rusttest/one-red",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 8, strategies.Skipped: 1},
				Findings: []string{
					"division_by_zero_is_an_error | tests/calc.rs:19:5 | assertion `left == right` failed",
				},
			},
		},
		{
			name: "two in one target of many", id: "rusttest/unit-red-no-fail-fast",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 2, strategies.Passed: 8, strategies.Skipped: 1},
				Findings: []string{
					"lexer::tests::bad_character | src/lexer.rs:66:9 | assertion `left == right` failed",
					"parser::tests::empty | src/parser.rs:87:9 | assertion `left == right` failed",
				},
			},
		},
		{
			name: "green", id: "rusttest/green",
			want: reported{
				Outcome: strategies.Pass,
				Counts:  map[strategies.Key]int64{strategies.Passed: 10, strategies.Skipped: 1},
			},
		},
		{
			name: "what a passing test quotes is no failure", id: "rusttest/green-quotes-a-failure",
			want: reported{
				Outcome: strategies.Pass,
				Counts:  map[strategies.Key]int64{strategies.Passed: 7, strategies.Skipped: 1},
			},
		},
		{
			name: "the short form",
			text: "   Compiling mill v0.3.0 (/w)\nsrc/a.rs:11:11: error[E0004]: non-exhaustive\n" +
				"error: could not compile `mill` (lib) due to 1 previous error\n",
			want: reported{
				Outcome:  strategies.Fail,
				Counts:   map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{" | src/a.rs:11:11 | non-exhaustive"},
			},
		},
		{
			name: "the compiler's JSON", id: "cc/cargo-build-one-error-json",
			want: reported{
				Outcome:  strategies.Fail,
				Counts:   map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{" | src/stone.rs:11:11 | non-exhaustive patterns: `400_i64..=i64::MAX` not covered"},
			},
		},
		{
			name: "the harness's JSON", id: "rusttest/one-red-json",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 1, strategies.Skipped: 1},
				Findings: []string{
					"tests::small_loads_pay_too | src/lib.rs:36:9 | assertion `left == right` failed: " +
						"a handful pays one kilo",
				},
			},
		},
		{
			name: "a program that panics",
			text: "     Running `target/debug/mill 0`\n\nthread 'main' (3733) panicked at src/main.rs:2:21:\n" +
				"attempt to subtract with overflow\n" +
				"note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n",
			want: reported{
				Outcome:  strategies.Fail,
				Findings: []string{" | src/main.rs:2:21 | attempt to subtract with overflow"},
			},
		},
		{
			name: "an older panic, printed as it came",
			text: "running 1 test\nthread 'a::b' panicked at 'boom', src/a.rs:4:5\ntest a::b ... FAILED\n\n" +
				"failures:\n\nfailures:\n    a::b\n\n" +
				"test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\n",
			want: reported{
				Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 0},
				Findings: []string{"a::b |  | "},
			},
		},
		{
			name: "a target that crashes",
			text: "     Running unittests src/lib.rs (target/debug/deps/a-1)\n\nrunning 2 tests\n\n" +
				"thread 'deep' has overflowed its stack\nfatal runtime error: stack overflow, aborting\n" +
				"error: test failed, to rerun pass `--lib`\n\nCaused by:\n" +
				"  process didn't exit successfully: `/w/a-1` (signal: 6, SIGABRT: process abort signal)\n",
			want: reported{
				Outcome: strategies.Fail,
				Findings: []string{
					"test failed, to rerun pass `--lib` |  | process didn't exit successfully: " +
						"`/w/a-1` (signal: 6, SIGABRT: process abort signal)",
				},
			},
		},
		{
			name: "more is counted than named",
			text: "running 2 tests\ntest a ... FAILED\n\n" +
				"test result: FAILED. 0 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out\n",
			want: reported{Distrust: true},
		},
		{
			name: "killed while tests ran",
			text: "    Finished `test` profile in 1s\n     Running tests/a.rs (x)\n\nrunning 2 tests\ntest a ... ok\n",
			want: reported{},
		},
		{
			name: "cargo's own error", id: "build/cargo-offline",
			want: reported{
				Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{" |  | " + firstError(t, "build/cargo-offline")},
			},
		},
		{
			name: "nextest",
			text: "    Starting 3 tests across 2 binaries (run ID: 1, nextest profile: default)\n" +
				"        PASS [   0.004s] (1/3) shop cart::adds\n" +
				"        FAIL [   0.005s] (2/3) shop cart::sums\n  stdout ───\n\n    running 1 test\n" +
				"    test cart::sums ... FAILED\n\n  stderr ───\n\n" +
				"    thread 'cart::sums' panicked at src/cart.rs:9:9:\n    assertion `left == right` failed\n" +
				"      left: 1\n     right: 2\n\n" +
				"     SIGSEGV [   0.006s] (3/3) shop cart::raw\n────────────\n" +
				"     Summary [   0.006s] 3 tests run: 1 passed, 2 failed, 0 skipped\n" +
				"        FAIL [   0.005s] (2/3) shop cart::sums\n" +
				"     SIGSEGV [   0.006s] (3/3) shop cart::raw\nerror: test run failed\n",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 2, strategies.Passed: 1},
				Findings: []string{
					"shop cart::sums | src/cart.rs:9:9 | assertion `left == right` failed",
					"shop cart::raw |  | SIGSEGV",
				},
			},
		},
		{
			name: "the harness and nextest add up",
			text: "running 1 test\ntest a ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured\n" +
				"    Starting 1 tests across 1 binaries (run ID: 1)\n        PASS [   0.004s] (1/1) shop cart::adds\n" +
				"     Summary [   0.006s] 1 tests run: 1 passed, 0 skipped\n",
			want: reported{Outcome: strategies.Pass, Counts: map[strategies.Key]int64{strategies.Passed: 2}},
		},
		{
			name: "findings come in reading order",
			text: "running 1 test\ntest a ... FAILED\n\nfailures:\n    a\n\n" +
				"test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured\n" +
				"error[E0106]: missing lifetime\n --> src/b.rs:5:33\n",
			want: reported{
				Outcome:  strategies.Fail,
				Counts:   map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 0, strategies.Errors: 1},
				Findings: []string{"a |  | ", " | src/b.rs:5:33 | missing lifetime"},
			},
		},
		{name: "nothing", text: "", want: reported{}},
	})
}

// firstError is the message of the first line of a captured output that opens with "error: ".
func firstError(t *testing.T, id string) string {
	t.Helper()
	text := corpusText(t, id)
	for l := range strings.SplitSeq(text, "\n") {
		if _, msg, ok := rustHead(l); ok {
			return msg
		}
	}
	t.Fatalf("%s has no error", id)
	return ""
}
