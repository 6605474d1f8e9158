package general

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

// ranked returns the lines of a text that General ranks at most at a rank, in the order in which they are shown first.
func ranked(t *testing.T, in *strategies.Input, text string, most strategies.Rank) []string {
	t.Helper()
	c := strategies.NewCollector(false)
	if err := (Engine{}).Digest(context.Background(), in, strategies.NewText(text), c); err != nil {
		t.Fatal(err)
	}
	var first, then []string
	for _, f := range c.Digest().Facts {
		switch {
		case f.Rank > most:
		case f.Second:
			then = append(then, f.Text)
		default:
			first = append(first, f.Text)
		}
	}
	return append(first, then...)
}

func TestGeneralFindsWhatFailed(t *testing.T) {
	filler := strings.Repeat("compiling another module of this project\nall is well with it\n", 40)
	tests := []struct{ name, text, want string }{
		{"an unknown runner", filler + "checking ledger.Balance ... FAILED\n  expected 3, got 4\n" +
			"  at ledger.Balance (ledger.x:12)\n" + filler + "57 checked, 1 failed",
			"checking ledger.Balance ... FAILED\n57 checked, 1 failed\n  expected 3, got 4\n" +
				"  at ledger.Balance (ledger.x:12)"},
		{"pytest", filler + "=== FAILURES ===\n____ TestA.test_b ____\n\n    def test_b(self):\n" +
			">       assert 1 == 2\nE       assert 1 == 2\n\na_test.py:3: AssertionError\n" +
			"=== 1 failed, 2 passed in 0.1s ===",
			"____ TestA.test_b ____\n=== 1 failed, 2 passed in 0.1s ===\n>       assert 1 == 2\n" +
				"E       assert 1 == 2\na_test.py:3: AssertionError"},
		{"a message above its code", filler + "  x Expected ',', got 'return'\n    ,-[src/Metrics.ts:9:1]\n" +
			" 8 |   const res = fetch('/api'\n 9 |   return res.json();\n   :   ^^^^^^\n    `----\n" +
			"Stack backtrace:\n   0: <unknown>\n" + filler,
			"  x Expected ',', got 'return'\n    ,-[src/Metrics.ts:9:1]"},
		{"phrases before a word", filler + strings.Repeat("cache: beta not found, building it\n", 3) + filler +
			"Unexpected type of total: string\n", "Unexpected type of total: string"},
		{"a sentence that ends in above", filler + "alpha: beta was refused once, asking again\n" + filler +
			"Error: Type mismatch in the formula above\n" + filler, "Error: Type mismatch in the formula above"},
		{"a list that counts its names", filler + "Failures (2):\n  Price:rounds half a cent up\n" +
			"    => AssertionFailedError: expected: <1013> but was: <1012>\n       org.Assert.fail(Assert.java:151)\n" +
			"  Stock:reads the depot list\n    => NoSuchFileException: fixtures/depots.csv\n" + filler,
			"  Price:rounds half a cent up\n  Stock:reads the depot list\n" +
				"    => AssertionFailedError: expected: <1013> but was: <1012>\n" +
				"    => NoSuchFileException: fixtures/depots.csv"},
		{"places of warnings and of the error", filler + strings.Repeat("  Warning number 8\n"+
			"  /shop/Tax.res:13:3-16:3\n\n  13 | switch s {\n\n  You forgot to handle a case here\n\n", 3) +
			"  We've found a bug for you!\n  /shop/Price.res:18:76-81\n\n  18 | total\n\n  This has type: string\n" +
			"  But it's expected to have type: int\n\nFailed to Compile. See Errors Above\n",
			"  But it's expected to have type: int\nFailed to Compile. See Errors Above"},
		{"errors whose message is below a rule", filler + "Error ---------------------- src/image.js:9:30\n\n" +
			"Cannot assign label to first. [incompatible-type]\n\n   src/image.js:9:30\n   9| export const first\n\n" +
			"Error ---------------------- src/mail.js:10:12\n\nCannot get x.tags. [incompatible-use]\n\n" +
			"   src/mail.js:10:12\n  10| return x.tags\n\nFound 2 errors\n",
			"Error ---------------------- src/image.js:9:30\nError ---------------------- src/mail.js:10:12\n" +
				"Found 2 errors\nCannot assign label to first. [incompatible-type]\n   src/image.js:9:30\n" +
				"Cannot get x.tags. [incompatible-use]\n   src/mail.js:10:12"},
		{"a compiler", filler + "src/a.c:3:5: error: expected ';'\n    3 | int x\n      |     ^\n" + filler +
			"make: *** [a.o] Error 1",
			"src/a.c:3:5: error: expected ';'\nmake: *** [a.o] Error 1"},
		{"an exception", filler + "Traceback (most recent call last):\n  File \"a.py\", line 3, in f\n    g()\n" +
			"ValueError: no such ledger",
			"Traceback (most recent call last):\nValueError: no such ledger"},
		{"an exception in the output of another program",
			"      Traceback (most recent call last):\n        File \"setup.py\", line 3, in f\n          g()\n" +
				"      RuntimeError: shop needs lib 4.1\n" + filler,
			"      Traceback (most recent call last):\n      RuntimeError: shop needs lib 4.1"},
		{"an exception group", filler + "  + Exception Group Traceback (most recent call last):\n" +
			"  |   File \"a.py\", line 3, in f\n  |     g()\n  | ExceptionGroup: two of them (1 sub-exception)\n" +
			"  +-+---------------- 1 ----------------\n    | ValueError: no such ledger\n    +----------------\n" +
			filler,
			"    | ValueError: no such ledger"},
		{"only a word", filler + "could not open ledger: permission denied",
			"could not open ledger: permission denied"},
		{"a word long before the end", "plugins: timeout guard\n" + filler + "tests/test_zenith.py ",
			"plugins: timeout guard\ncompiling another module of this project\nall is well with it\n" +
				"tests/test_zenith.py "},
		{"a crash amid dots", ".*.../spec/queen.rb:7: [BUG] Segmentation fault at 0x03\n" + filler + "[stack]",
			".*.../spec/queen.rb:7: [BUG] Segmentation fault at 0x03"},
		{"a process that died", filler + "./run.sh: line 4:  8123 Segmentation fault      (core dumped) ./unit\n" +
			filler, "./run.sh: line 4:  8123 Segmentation fault      (core dumped) ./unit"},
		{"a race", filler + "WARNING: DATA RACE\nWrite at 0x00c0 by goroutine 8:\n" + filler, "WARNING: DATA RACE"},
		{"xUnit and dotnet", filler + "[xUnit.net 00:00:00.61]     Shop.CartTests.AddsTax [FAIL]\n" + filler +
			"  Failed Shop.CartTests.Removes [2 ms]\n",
			"[xUnit.net 00:00:00.61]     Shop.CartTests.AddsTax [FAIL]\n  Failed Shop.CartTests.Removes [2 ms]"},
		{"Flutter", filler + "00:05 +40 -1: test/cart_test.dart: cart shows total [E]\n  Expected: one\n" + filler +
			"00:07 +49 -1: Some tests failed.",
			"00:05 +40 -1: test/cart_test.dart: cart shows total [E]\n  Expected: one"},
		{"Cucumber", filler + "Failing Scenarios:\ncucumber features/pay.feature:120 # Scenario: expired card\n",
			"cucumber features/pay.feature:120 # Scenario: expired card"},
		{"Check", filler + "cart_test.c:32:F:core:adds_tax:0: Assertion '21 == 22' failed: 21 == 21, 22 == 22\n" +
			"cart_test.c:36:P:core:removes:0: Passed\n" + filler,
			"cart_test.c:32:F:core:adds_tax:0: Assertion '21 == 22' failed: 21 == 21, 22 == 22"},
		{"Pester", filler + "  [-] adds tax 12ms (10ms|2ms)\n" + filler + "[-] a note of a list\n",
			"  [-] adds tax 12ms (10ms|2ms)"},
		{"NUnit", filler + "  X Adds_tax [44ms]\n  Error Message:\n   Expected: 119\n" + filler,
			"  X Adds_tax [44ms]\n  Error Message:\n   Expected: 119"},
		{"Boost", filler + "src/cart_test.cc(120): error: in \"cart/tax\": check 21 == 22 has failed\n" + filler,
			"src/cart_test.cc(120): error: in \"cart/tax\": check 21 == 22 has failed"},
		{"busted", filler + "Failure -> spec/cart_spec.lua @ 14\nCart adds tax\nspec/cart_spec.lua:15: expected 3\n" +
			filler,
			"Failure -> spec/cart_spec.lua @ 14\nCart adds tax\nspec/cart_spec.lua:15: expected 3"},
		{"test-unit", filler + "Error: test_add(CartTest):\n  NameError: undefined local variable or method `max'\n" +
			"lib/cart.rb:3:in `add'\nlib/cart.rb:9:in `sum'\ntest/cart_test.rb:12:in `test_add'\n" + filler +
			"263 tests, 511 assertions, 0 failures, 1 errors",
			"Error: test_add(CartTest):\n263 tests, 511 assertions, 0 failures, 1 errors\n" +
				"  NameError: undefined local variable or method `max'\nlib/cart.rb:3:in `add'"},
		{"EUnit", filler + "  cart_tests: refund_is_capped_test...*failed*\n" +
			"in function cart_tests:refund_is_capped_test/0 (cart_tests.erl, line 16)\n" + filler +
			"  Failed: 1.  Skipped: 0.  Passed: 12.",
			"  cart_tests: refund_is_capped_test...*failed*\n  Failed: 1.  Skipped: 0.  Passed: 12.\n" +
				"in function cart_tests:refund_is_capped_test/0 (cart_tests.erl, line 16)"},
		{"zero counts say nothing", filler + "0 errors, 0 failed\nledger refused the connection",
			"ledger refused the connection"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := ranked(t, &strategies.Input{Status: result.Status{Known: true, Code: 1}}, tt.text,
				strategies.Critical)
			if diff := cmp.Diff(strings.Split(tt.want, "\n"), got); diff != "" {
				t.Errorf("critical lines (-want +got):\n%s", diff)
			}
		})
	}
}

// TestGeneralPrefersTheFailingStep holds that errors in a step of a CI job that passed don't hide those of the one that
// failed.
func TestGeneralPrefersTheFailingStep(t *testing.T) {
	stamp := "2026-05-06T13:24:28.0500263Z "
	text := stamp + "##[group]Run ./configure\n" + stamp + "./configure\n" + stamp + "echo error: none\n" +
		stamp + "shell: /bin/bash -e {0}\n" + stamp + "##[endgroup]\n" + stamp +
		"conftest.c:1: error: 'isnan' undeclared\n" +
		stamp + "##[group]Run make\n" + stamp + "make\n" +
		stamp + "shell: /bin/bash -e {0}\n" + stamp + "##[endgroup]\n" + stamp +
		"main.c:9: error: 'total' undeclared\n" + stamp + "##[error]Process completed with exit code 2.\n" + stamp +
		"cleaning up"
	got := ranked(t, &strategies.Input{Status: result.Status{Known: true, Code: 1}, Head: text}, text,
		strategies.Critical)
	if diff := cmp.Diff([]string{"main.c:9: error: 'total' undeclared"}, got); diff != "" {
		t.Errorf("critical lines (-want +got):\n%s", diff)
	}
}

func TestGeneralOnGreen(t *testing.T) {
	text := strings.Repeat("handled error case of module\n", 30) + "412 tests run, 412 passed, 0 failed"
	got := ranked(t, &strategies.Input{Status: result.Status{Known: true}}, text, strategies.Critical)
	if diff := cmp.Diff([]string{"412 tests run, 412 passed, 0 failed"}, got); diff != "" {
		t.Errorf("critical lines (-want +got):\n%s", diff)
	}
}

func TestGeneralOnProse(t *testing.T) {
	text := "intro\n" + strings.Repeat("words of error and failure\n", 60) + "## Findings\n" +
		strings.Repeat("more words\n", 60) + "end"
	got := ranked(t, &strategies.Input{Family: strategies.FamilyProse}, text, strategies.Evidence)
	if !strings.Contains(strings.Join(got, "\n"), "## Findings") {
		t.Errorf("the heading isn't evidence: %q", got)
	}
	if c := ranked(t, &strategies.Input{Family: strategies.FamilyProse}, text, strategies.Critical); len(c) != 0 {
		t.Errorf("prose has critical lines: %q", c)
	}
}

func TestStripPrefix(t *testing.T) {
	tests := []struct{ line, want string }{
		{"2026-05-06T13:24:28.0500263Z   FAIL a", "FAIL a"},
		{"build\tUNKNOWN STEP\t2026-05-06T13:24:28.0500263Z FAIL a", "FAIL a"},
		{"#12 3.456 wget: error", "wget: error"},
		{"==692==ERROR: AddressSanitizer: heap-buffer-overflow", "ERROR: AddressSanitizer: heap-buffer-overflow"},
		{"==685==    at 0x48465EF: calloc", "at 0x48465EF: calloc"},
		{"==685== ", "==685== "},
		{"====1====", "====1===="},
		{"^[[31mred^[[0m", "red"},
		{"[12:01:59] done", "done"},
		{"12 apples", "12 apples"},
		{"a\tb\tc", "a\tb\tc"},
		{"^[[ not an escape", "^[[ not an escape"},
	}
	for _, tt := range tests {
		if got := textline.StripPrefix(tt.line); got != tt.want {
			t.Errorf("stripPrefix(%q) = %q, want %q", tt.line, got, tt.want)
		}
	}
}
