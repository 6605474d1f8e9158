package summarize_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// TestErrorsOutsideOfReports: if a tool's own report explains a failure, the text also has the errors of other
// programs, and where they are.
func TestErrorsOutsideOfReports(t *testing.T) {
	var steps, cargo strings.Builder
	for i := range 300 {
		fmt.Fprintf(&steps, "copying asset %d to the folder of region %d\n", i, i%7)
		word := "ok"
		if i == 77 {
			word = "FAILED"
		}
		fmt.Fprintf(&cargo, "test cart::tests::thing_%d ... %s\n", i, word)
	}
	cargo.WriteString("\nfailures:\n\n---- cart::tests::thing_77 stdout ----\n")
	for i := range 25 {
		fmt.Fprintf(&cargo, "the price list of region %d has %d entries\n", i, i*7)
	}
	cargo.WriteString("thread 'cart::tests::thing_77' panicked at src/cart.rs:88:9:\n" +
		"assertion `left == right` failed\n  left: 2\n right: 3\n\n\nfailures:\n    cart::tests::thing_77\n\n" +
		"test result: FAILED. 299 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.31s\n")
	for _, c := range []struct{ name, errors string }{
		{"a shell's", "deploy.sh: line 14: kubectl: command not found\n"},
		{"a command's", "cp: cannot stat 'dist/prices.json': No such file or directory\n"},
		{"a killed process", "Killed\n"},
		{"Perl's", "Can't locate Price/List.pm in @INC (you may need to install Price::List) at publish.pl line 3.\n"},
		{"a linter's", "/home/dev/shop/src/price.js\n  44:12  error  'sum' is not defined  no-undef\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := run(t, summarize.Config{Enabled: true}, summarize.Request{
				Tool: "exec", Command: "./prepare.sh; cargo test", Status: result.Status{Known: true, Code: 101},
				Stdout: []byte(steps.String() + c.errors + steps.String() + "running 300 tests\n" + cargo.String()),
			})
			text := r.LLMContent()
			for l := range strings.Lines(c.errors) {
				if !strings.Contains(text, l) {
					t.Errorf("%q is missing:\n%s", l, text)
				}
			}
		})
	}
}

// TestErrorsOutsideOfUnfinishedReports: the same holds if the run that reported a failure was cut off.
func TestErrorsOutsideOfUnfinishedReports(t *testing.T) {
	var b strings.Builder
	const killed = "deploy.sh: line 14:  4711 Killed                  ./seed\n"
	b.WriteString(strings.Repeat("copying an asset to its folder\n", 20) + killed)
	b.WriteString("Test project /home/dev/shop/build\n")
	for i := 1; i < 120; i++ {
		fmt.Fprintf(&b, "        Start %3d: thing_%d\n", i, i)
		if i != 60 {
			fmt.Fprintf(&b, "%3d/120 Test %4s: thing_%d ............................   Passed    0.01 sec\n", i,
				fmt.Sprint("#", i), i)
			continue
		}
		b.WriteString(" 60/120 Test  #60: thing_60 ............................***Failed    0.01 sec\n")
		for k := range 25 {
			fmt.Fprintf(&b, "check %d: the cart has %d items of price %d\n", k, k, k*2)
		}
		b.WriteString("cart.cpp:88: Failure: expected 3, got 2\n\n")
	}
	r := run(t, summarize.Config{Enabled: true}, summarize.Request{
		Tool: "exec", Command: "ctest --output-on-failure", Status: result.Status{Known: true, Code: 1},
		Stdout: []byte(b.String()),
	})
	if text := r.LLMContent(); !strings.Contains(text, killed) {
		t.Errorf("%q is missing:\n%s", killed, text)
	}
}

// TestReportedFailureEndsWithItsEvidence: lines around words of errors don't fill the page of a failure that a tool's
// own report explains.
func TestReportedFailureEndsWithItsEvidence(t *testing.T) {
	var b strings.Builder
	for i := range 200 {
		name := string([]byte{'a' + byte(i%26), 'a' + byte(i*7%26), 'a' + byte(i*11%25)})
		fmt.Fprintf(&b, "%[1]s.c: In function 'read_%[1]s':\n%[1]s.c:%[2]d: warning: unused value '%[1]s'\n", name, i)
	}
	for i := range 300 {
		fmt.Fprintf(&b, "=== RUN   TestThing%d\n", i)
		if i == 77 {
			b.WriteString("    cart_test.go:88: total 2, want 3\n--- FAIL: TestThing77 (0.00s)\n")
			continue
		}
		fmt.Fprintf(&b, "--- PASS: TestThing%d (0.00s)\n", i)
	}
	b.WriteString("FAIL\nFAIL\texample.com/shop\t0.31s\nFAIL\n")
	r := run(t, summarize.Config{Enabled: true}, summarize.Request{
		Tool: "exec", Command: "make ci", Status: result.Status{Known: true, Code: 1}, Stdout: []byte(b.String()),
	})
	text := r.LLMContent()
	if !strings.Contains(text, "cart_test.go:88: total 2, want 3") || r.Metadata().LLMTokens > 430 {
		t.Errorf("%d tokens, want the failure in at most 430:\n%s", r.Metadata().LLMTokens, text)
	}
}

// TestFailedStepOfAJob: of a job's log, a page has more than 400 tokens only for evidence. It has the first lines of
// the failed step if no line names the failure, and the errors of that step.
func TestFailedStepOfAJob(t *testing.T) {
	var others strings.Builder
	for i := range 90 {
		name := string([]byte{'a' + byte(i%26), 'a' + byte(i*7%26), 'a' + byte(i*11%25)})
		dashes := strings.Repeat("-", i%9+1)
		fmt.Fprintf(&others, "%s %s links %s\n", strings.Repeat(name, 9), dashes, strings.Repeat(name, 7))
	}
	const named, denied, illegal = "main.c:9: error: no total\n", "rm: cannot remove 'out': Permission denied\n",
		"Illegal switch 'j' given!\n"
	tests := []struct {
		name, step, want string
		most             int // tokens
	}{
		{"named", others.String() + named, named, 430},
		{"not named", illegal + others.String(), illegal, 830},
		{"of two programs", denied + others.String() + named, denied, 430},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			log := "##[group]Run ./fetch\n##[endgroup]\n" + strings.Repeat("fetched\n", 900) +
				"##[group]Run ./build -j\n##[endgroup]\n" + tt.step + "##[error]Process completed with exit code 2.\n"
			r := run(t, summarize.Config{Enabled: true}, summarize.Request{
				Tool: "exec", Status: result.Status{Known: true, Code: 1}, Stdout: []byte(log),
			})
			text, tokens := r.LLMContent(), r.Metadata().LLMTokens
			if !strings.Contains(text, tt.want) || tokens > tt.most {
				t.Errorf("%d tokens, want %q in at most %d:\n%s", tokens, tt.want, tt.most, text)
			}
		})
	}
}

// TestErrorsBesideACompilers: if a compiler's error explains a failure, the text also has the error of another program
// far from it, known as an error by its words or by its form, in an output and in a job's log that was fetched.
func TestErrorsBesideACompilers(t *testing.T) {
	steps := func(from, to int) string {
		var b strings.Builder
		for i := from; i < to; i++ {
			name := string(rune('a' + i%26))
			fmt.Fprintf(&b, "gcc -O2 -g -Wall -Iinclude -c src/%[1]s/file_%[2]d.c -o build/%[1]s_%[2]d.o\n", name, i)
		}
		return b.String()
	}
	const compiler, end = "src/b.c:7:5: error: 'x' undeclared\n", "##[error]Process completed with exit code 1.\n"
	fault := "./run.sh: line 3: 4411 Segmentation fault      (core dumped) ./build/app --check\n"
	for _, c := range []struct{ name, command, begin, first, second, end string }{
		{"in a fetched log", "gh run view 1 --log --exit-status", "##[group]Run ./ci/build.sh\n##[endgroup]\n",
			"bash: ./gradlew: Permission denied\n", compiler, end},
		{"by its form", "./ci.sh", "", compiler + "make: *** [Makefile:12: app] Error 1\n", fault, ""},
		{"by its words", "make", "", compiler, "OSError: [Errno 28] No space left on device\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := c.begin + steps(0, 60) + c.first + steps(60, 120) + c.second + steps(120, 140) + c.end
			r := run(t, summarize.Config{Enabled: true}, summarize.Request{
				Tool: "exec", Command: c.command, Status: result.Status{Known: true, Code: 1}, Stdout: []byte(out),
			})
			for want := range strings.Lines(c.first + c.second) {
				if text := r.LLMContent(); !strings.Contains(text, strings.TrimSuffix(want, "\n")) {
					t.Errorf("%q is missing:\n%s", want, text)
				}
			}
		})
	}
}
