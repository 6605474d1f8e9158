package general

import (
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/strategies"
)

// TestDetailsAboveTheirTest holds that errors between two verdicts belong to the test that failed below them, with
// their place.
func TestDetailsAboveTheirTest(t *testing.T) {
	passed := strings.Repeat("(pass) total > any parcel [0.12ms]\n", 30)
	text := passed + "12 |   expect(label(parcel)).toEqual({\n" +
		"error: expect(received).toEqual(expected)\n\n  {\n-   \"copies\": 3,\n+   \"copies\": 2,\n" +
		strings.Repeat("    \"a\": 1,\n", 9) + "  }\n\n- Expected  - 1\n+ Received  + 1\n\n" +
		"      at <anonymous> (/src/test/label.test.ts:17:103)\n(fail) label > abroad needs three copies [0.24ms]\n" +
		"\ntest/tariff.test.ts:\n" + passed + " 1 fail\n"
	got := ranked(t, failedCommand(), text, strategies.Critical)
	for _, line := range []string{
		"error: expect(received).toEqual(expected)", "      at <anonymous> (/src/test/label.test.ts:17:103)",
		"(fail) label > abroad needs three copies [0.24ms]",
	} {
		if !slices.Contains(got, line) {
			t.Errorf("%q isn't critical: %q", line, got)
		}
	}
}

// TestLastLinesAboveTheirTest holds that the last lines above the verdict of a failed test are its details, if the line
// above these is the verdict of one that passed. The lowest comes first. A skipped test and one that starts aren't
// details of the failed test above.
func TestLastLinesAboveTheirTest(t *testing.T) {
	text := strings.Repeat("   passed   1/40  parse/grams (0.000024 sec)\n", 5) +
		"Test parse/fraction backtrace:\n" + strings.Repeat("  apply(parse-qty aborted)\n", 9) +
		"Test parse/fraction condition:\n    (= 0 0.75)\n   FAILED  31/40  parse/fraction (0.000525 sec)\n" +
		"   passed  32/40  parse/garbage (0.000066 sec)\n" +
		"[RUN ] mean::empty\n[----] mean.c:34: the tin is empty\n[FAIL] mean::empty: CRASH!\n" +
		"[SKIP] mean::later: Test is disabled\n" + strings.Repeat("[PASS] mean::other: (0.00s)\n", 3) +
		"[RUN ] mean::same\n[----] checking 1 value\n" + strings.Repeat("[PASS] mean::same: (0.00s)\n", 9)
	got := ranked(t, failedCommand(), text, strategies.Evidence)
	for _, line := range []string{"    (= 0 0.75)", "[----] mean.c:34: the tin is empty"} {
		if !slices.Contains(got, line) {
			t.Errorf("%q isn't evidence: %q", line, got)
		}
	}
	for _, line := range []string{"[SKIP] mean::later: Test is disabled", "[----] checking 1 value"} {
		if slices.Contains(got, line) {
			t.Errorf("%q is evidence", line)
		}
	}
}

// TestErrorsBelowTheirTest holds that an error below the name of a failed test isn't the next test's.
func TestErrorsBelowTheirTest(t *testing.T) {
	sc := newScanner(false)
	var marks []mark
	text := "ok 1 - a\nnot ok 2 - b\n  error: too few rows\nnot ok 3 - c\n  error: no rows"
	for i, l := range strings.Split(text, "\n") {
		marks = append(marks, sc.mark(i+1, l, outside))
	}
	sc.adoptAbove(marks)
	if b, c := marks[2].block, marks[4].block; b != marks[1].block || c != marks[3].block {
		t.Errorf("the errors have the blocks %d and %d, their tests %d and %d", b, c, marks[1].block, marks[3].block)
	}
}

// TestMessageBelowItsFile holds that a cross below an error's file opens the message, not a failed test.
func TestMessageBelowItsFile(t *testing.T) {
	text := strings.Repeat("building a module of many\n", 40) +
		"ERROR in ./src/pages/claims.js\n  × Module parse failed:\n  ╰─▶   × JavaScript parse error: Expected ','\n" +
		"ERROR in ./src/pages/hubs.js 5:1-37\nModule not found: Error: Can't resolve 'proj4-lite'\n"
	got := ranked(t, failedCommand(), text, strategies.Critical)
	for _, line := range []string{
		"ERROR in ./src/pages/claims.js", "  × Module parse failed:", "ERROR in ./src/pages/hubs.js 5:1-37",
		"Module not found: Error: Can't resolve 'proj4-lite'",
	} {
		if !slices.Contains(got, line) {
			t.Errorf("%q isn't critical: %q", line, got)
		}
	}
}

// TestErrorsInFiles holds that a line which announces the errors in a file opens a failure.
func TestErrorsInFiles(t *testing.T) {
	text := strings.Repeat("checking another page\n", 40) + "Errors in site/track.html:\n\n" +
		" • This textinput element does not have a name available\n   API.\n\n6/10 pages passed\n"
	got := ranked(t, failedCommand(), text, strategies.Evidence)
	for _, line := range []string{
		"Errors in site/track.html:", " • This textinput element does not have a name available",
	} {
		if !slices.Contains(got, line) {
			t.Errorf("%q isn't evidence: %q", line, got)
		}
	}
}

// TestCode holds that code which throws isn't an error, while an error that quotes it is. Code of two files isn't one
// either, but a line of another program with a number and a bar may be.
func TestCode(t *testing.T) {
	for line, want := range map[string]bool{
		"13 │ 27 │   const from = query.from ? new Date(from) : undefined;": true,
		"1 │ ERROR: port 3000 is taken":                                     false,
		"13 errors │ 2 warnings":                                            false,
	} {
		if got := numberedTwice(line); got != want {
			t.Errorf("numberedTwice(%q) = %v, want %v", line, got, want)
		}
	}
	for line, want := range map[string]bool{
		"throw new RangeError('page must be a positive number');":            true,
		"+     if (days <= 0) throw new RangeError('must not be negative');": true,
		"Error: expected a call that throws: throw new Error(x)":             false,
		"/app/bin/run.js:30 throw new Error(\"config failed\")":              false,
		"throw new fuel on it": false,
	} {
		if got := throws(line); got != want {
			t.Errorf("throws(%q) = %v, want %v", line, got, want)
		}
	}
}

// TestLibraryFrames holds that the frames of libraries come after the lines above a failure.
func TestLibraryFrames(t *testing.T) {
	text := "checking links\nError: 3 links are wrong\n    at check (/src/links.js:4:7)\n" +
		"    at run (/src/run.js:4:7)\n    at main (/src/main.js:4:7)\n" +
		"    at file:///src/node_modules/rollup/node-entry.js:245:40\n" +
		"    at async (file:///src/node_modules/a.js:2:4)\n"
	got := ranked(t, failedCommand(), text, strategies.Context)
	if slices.ContainsFunc(got, func(l string) bool { return strings.Contains(l, "node_modules") }) {
		t.Errorf("frames of libraries are context: %q", got)
	}
	if !slices.Contains(got, "    at check (/src/links.js:4:7)") {
		t.Errorf("the frame of the program isn't context: %q", got)
	}
}

// TestTitlesBeforeRules holds that the title above an error is shown if a rule follows it in its line.
func TestTitlesBeforeRules(t *testing.T) {
	text := strings.Repeat("TASK [Render a unit of many] ****************\nok: [localhost]\n\n", 30) +
		"TASK [Start the ledger worker] **************\n" +
		"fatal: [localhost]: FAILED! => {\"msg\": \"non-zero return code\"}\n"
	got := ranked(t, failedCommand(), text, strategies.Critical)
	if line := "TASK [Start the ledger worker] **************"; !slices.Contains(got, line) {
		t.Errorf("%q isn't critical: %q", line, got)
	}
	for line, want := range map[string]bool{
		"==== FAILURES ====================": false, "a ----------": true, "a ---": false,
		"Error ------------------ src/a.js:1:5": false, "-rw-r--r--": false,
	} {
		if got := endsInRule(line); got != want {
			t.Errorf("endsInRule(%q) = %v, want %v", line, got, want)
		}
	}
}
