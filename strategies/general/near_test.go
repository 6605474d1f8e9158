package general

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/genericdiag"
)

// TestErrorsAreShownWithTheirNeighbours: lines around an error come before headings and warnings, even if they repeat
// others.
func TestErrorsAreShownWithTheirNeighbours(t *testing.T) {
	var text strings.Builder
	text.WriteString("fetched 3 archives, a total of 9 MB\n")
	for _, unit := range []string{"alpha", "beta", "gamma", "delta"} {
		text.WriteString("=== unit " + unit + "\n--- unit " + unit + " is up\n")
	}
	text.WriteString("=== unit omega\n    the ledger refused entry 12\n--- unit omega is down\n")
	text.WriteString(strings.Repeat("waiting for the workers\n", 40))
	got := ranked(t, &strategies.Input{Status: result.Status{Known: true, Code: 1}}, text.String(), strategies.Context)
	near, filler := slices.Index(got, "=== unit omega"), slices.Index(got, "fetched 3 archives, a total of 9 MB")
	if near < 0 || filler < 0 || near > filler || !slices.Contains(got, "--- unit omega is down") {
		t.Errorf("the lines around the error don't come before others: %q", got)
	}
}

// TestStepsOfJobs: of a job's log, the failed step and its command come before the service's lines and other steps.
func TestStepsOfJobs(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"GitHub Actions",
			"Requested labels: ubuntu-latest\nsummary of the image\n##[group]Run ./fetch\n##[endgroup]\n" +
				"warning: the mirror is slow\n##[group]Run make\nmake\nshell: sh {0}\n##[endgroup]\n" +
				"main.c:9: error: no total\n" +
				"##[error]Process completed with exit code 2.\nPost job cleanup.\ntotal of files removed: 3",
			"main.c:9: error: no total\n##[group]Run make\n##[error]Process completed with exit code 2."},
		{"Azure Pipelines",
			"##[section]Starting: Fetch\nwarning: the mirror is slow\n##[section]Finishing: Fetch\n" +
				"##[section]Starting: Build\nmain.c:9: error: no total\n##[error]Bash exited with code '2'.\n" +
				"##[section]Finishing: Build\ntotal of files removed: 3",
			"main.c:9: error: no total\n##[error]Bash exited with code '2'.\n##[section]Starting: Build"},
		{"GitLab on a terminal",
			"Preparing the \"docker\" executor\nwarning: the mirror is slow\n" +
				"Executing \"step_script\" stage of the job script\nmain.c:9: error: no total\n" +
				"Cleaning up project directory and file based variables\ntotal of files removed: 3\n" +
				"ERROR: Job failed: exit code 1",
			"main.c:9: error: no total\nExecuting \"step_script\" stage of the job script\n" +
				"ERROR: Job failed: exit code 1"},
		{"GitLab with marks",
			"section_start:1:get_sources\nwarning: the mirror is slow\nsection_end:1:get_sources\n" +
				"section_start:2:step_script\nmain.c:9: error: no total\nsection_end:2:step_script\n" +
				"section_start:3:cleanup_file_variables\ntotal of files removed: 3\n" +
				"section_end:3:cleanup_file_variables\nERROR: Job failed: exit code 1",
			"main.c:9: error: no total\nsection_start:2:step_script\nERROR: Job failed: exit code 1"},
		{"Travis, with the mark before the sentence",
			"travis_fold:start:install\nfetching\ntravis_fold:end:install\nThe command \"a\" exited with 0.\n" +
				"travis_fold:start:mod\n$ get\nmain.c:9: error: no total\ntravis_time:end:1:start=1\n" +
				"travis_fold:end:mod\n\nThe command \"get\" failed and exited with 1 during .\n",
			"main.c:9: error: no total\ntravis_fold:start:mod\n" +
				"The command \"get\" failed and exited with 1 during ."},
		{"Travis",
			"travis_fold:start:install\nwarning: the mirror is slow\ntravis_fold:end:install\n" +
				"main.c:9: error: no total\nThe command \"make\" exited with 2.\nlint: 9 files in total\n" +
				"The command \"make lint\" exited with 0.\ntotal of files removed: 3",
			"main.c:9: error: no total\nThe command \"make\" exited with 2."},
		{"Travis on a terminal, without an alarm",
			"Worker information\nhostname: a\n$ git fetch\nwarning: the mirror is slow\n" +
				"$ make spell\nteh at line 3\nThe command \"make spell\" exited with 2.\n$ make lint\n" +
				"lint: 9 files in total\nThe command \"make lint\" exited with 0.\ntotal of files removed: 3",
			"$ make spell\nteh at line 3\nThe command \"make spell\" exited with 2."},
		{"a log without the beginning of its step",
			strings.Repeat("one more module\nand linked\n", 30) + "teh at line 3\n" +
				"##[error]Process completed with exit code 1.\nPost job cleanup.\n" +
				strings.Repeat("mirror of a file removed\n", 3),
			"teh at line 3\n##[error]Process completed with exit code 1."},
		{"a command of several lines",
			"Worker information\nhostname: a\n$ git fetch\nwarning: the mirror is slow\n" +
				"$ for f in *; do\nteh at line 3\n" +
				"The command \"for f in *; do\n  spell $f\ndone\" exited with 2.\n" +
				"$ make lint\nlint: 9 files in total\nThe command \"make lint\" exited with 0.",
			"$ for f in *; do\nteh at line 3\ndone\" exited with 2."},
		{"yarn's prompt",
			"Worker information\nhostname: a\n$ git fetch\nwarning: the mirror is slow\n" +
				"$ yarn spell\nyarn run v1.3.2\n$ /bin/spell\nteh at line 3\n" +
				"The command \"yarn spell\" exited with 1.\n",
			"$ yarn spell\n$ /bin/spell\nteh at line 3\nThe command \"yarn spell\" exited with 1."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := &strategies.Input{Status: result.Status{Known: true, Code: 1}, Head: tt.text}
			got := ranked(t, in, tt.text, strategies.Context)
			want := strings.Split(tt.want, "\n")
			for _, w := range want {
				if !slices.Contains(got, w) {
					t.Errorf("%q isn't shown first: %q", w, got)
				}
			}
			for _, g := range got {
				if strings.Contains(g, "mirror") || strings.Contains(g, "total of files") ||
					strings.Contains(g, "9 files") {
					t.Errorf("a line of another step is: %q", g)
				}
			}
			if first := ranked(t, in, tt.text, strategies.Critical); !slices.Contains(first, want[0]) {
				t.Errorf("%q isn't critical: %q", want[0], first)
			}
		})
	}
}

// TestErrorsOfOtherSteps: an error of a step that didn't fail comes after the words of the failed step, also if these
// mention no error.
func TestErrorsOfOtherSteps(t *testing.T) {
	text := "Worker information\nhostname: a\n$ ./fetch\ncurl: (22) The requested URL returned error: 404\n"
	for i := range 20 {
		text += fmt.Sprintf("src/a%d.c:%d:1: error: no total\n", i, i+3)
	}
	text += strings.Repeat("one more module is compiled\nand linked\n", 30) +
		"$ make spell\nteh at line 3\nThe command \"make spell\" exited with 2."
	in := &strategies.Input{Status: result.Status{Known: true, Code: 1}, Head: text}
	if first := ranked(t, in, text, strategies.Critical); !slices.Contains(first, "teh at line 3") {
		t.Errorf("the words of the failed step aren't critical: %q", first)
	}
	got := ranked(t, in, text, strategies.Context)
	at := slices.Index(got, "src/a4.c:7:1: error: no total")
	if at >= 0 && at < slices.Index(got, "src/a3.c:6:1: error: no total") {
		t.Errorf("an error of another step comes before its neighbours: %q", got)
	}
	if !slices.Contains(got, "src/a0.c:3:1: error: no total") {
		t.Errorf("the errors of another step are no context: %q", got)
	}
}

// TestFailedStepIsQuoted: diagnostics of a failed step that are known by their form alone aren't folded.
func TestFailedStepIsQuoted(t *testing.T) {
	step := ""
	for i := range 24 {
		step += fmt.Sprintf("[error] /home/travis/acme/Cart.scala:%d:9: not found: value %c\n", i+3, 'a'+i%3)
	}
	folds := func(text string) (n int) {
		in := &strategies.Input{Status: result.Status{Known: true, Code: 1}, Head: text}
		c := strategies.NewCollector(false)
		if err := New(genericdiag.New(nil)).Digest(t.Context(), in, strategies.NewText(text), c); err != nil {
			t.Fatal(err)
		}
		for _, f := range c.Digest().Facts {
			if f.Span.First == 0 && strings.Contains(f.Text, "not found") {
				n++
			}
		}
		return n
	}
	if folds(step) == 0 {
		t.Error("without a job, nothing is folded: the test shows nothing")
	}
	job := "Worker information\nhostname: a\n$ sbt test\n" + step + "The command \"sbt test\" exited with 1."
	if n := folds(job); n > 0 {
		t.Errorf("%d rows of a failed step are folds", n)
	}
}

// TestOtherStepsKeepErrors: an error isn't set back by an annotation, by an unclosed sentence about a command, by a
// failed step before it, or as a line of progress.
func TestOtherStepsKeepErrors(t *testing.T) {
	fill := strings.Repeat("one more module is compiled\nand linked\n", 30)
	var links strings.Builder
	for i := range 60 {
		fmt.Fprintf(&links, "[%d/900] Compiling src/%c%c.c\n", i, 'a'+i/10, 'a'+i%10)
	}
	tests := []struct {
		name, text, want string
		most             strategies.Rank
	}{
		{"after an annotation", "::error file=a.c,line=3::style nit only\n##[group]Run tests\n##[endgroup]\n" + fill +
			"panic: runtime error: index out of range\n\ngoroutine 1 [running]:\nmain.main()\nexit status 2",
			"panic: runtime error: index out of range", strategies.Critical},
		{"below an unclosed sentence", "Worker information\nhostname: a\n$ make test\n" + fill +
			"The command \"pkg-config\" was not found, using defaults\na.c:42:7: error: 'tok' undeclared\n" + fill +
			"The command \"make test\" exited with 2.",
			"a.c:42:7: error: 'tok' undeclared", strategies.Critical},
		{"in a step after the failed one", "Worker information\nhostname: a\n$ make check\n" + fill +
			"The command \"make check\" exited with 2.\n$ cat test-suite.log\n" + fill + "FAIL: test_cart\n" + fill,
			"FAIL: test_cart", strategies.Evidence},
		{"in an attempt that Travis repeats", "Worker information\nhostname: a\n$ npm install\n" + fill +
			"Error: Cannot find module 'fast-equal'\nThe command \"npm install\" failed. Retrying, 2 of 3.\n" + fill +
			"$ ./cibuild\nno such mirror\nThe command \"./cibuild\" exited with 1.",
			"Error: Cannot find module 'fast-equal'", strategies.Critical},
		{"in a group of the script's that it died in", "##[group]Run make\nmake\nshell: /usr/bin/bash -e {0}\n" +
			"##[endgroup]\n##[group]Run unit tests\n" + fill + "error: no total\n" +
			"##[error]Process completed with exit code 1.", "error: no total", strategies.Critical},
		{"in a group of the script's before another", "##[group]Run make\nmake\nshell: sh {0}\n##[endgroup]\n" +
			"##[group]Run unit tests\nerror: no total\n##[endgroup]\n##[group]Run slow tests\nok\n##[endgroup]\n" +
			"##[error]Process completed with exit code 1.", "error: no total", strategies.Critical},
		{"in a group of the script's that echoes its command", "##[group]Run make check\nmake check\n" + fill +
			"error: no total\n##[endgroup]\n##[error]Process completed with exit code 1.", "error: no total",
			strategies.Critical},
		{"in a group of the script's that looks like variables", "##[group]Run config check\nenv:\n" +
			"  URL: missing, error: required key\n##[endgroup]\n##[error]Process completed with exit code 1.",
			"  URL: missing, error: required key", strategies.Critical},
		{"below a header that is cut short", "##[group]Run actions/cache@v3\nwith:\n  path: mod\n" + fill +
			"error: no total\nand no line after it", "error: no total", strategies.Critical},
		{"as a line of progress", links.String() + "[700/900] Linking app: symbol render_frame not found in libgfx\n" +
			links.String() + "ninja: build stopped",
			"[700/900] Linking app: symbol render_frame not found in libgfx", strategies.Detail},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := &strategies.Input{Status: result.Status{Known: true, Code: 1}, Head: tt.text}
			if got := ranked(t, in, tt.text, tt.most); !slices.Contains(got, tt.want) {
				t.Errorf("%q is missing: %q", tt.want, got)
			}
		})
	}
}

// TestPassedStepsAreNoise: lines of a step that passed come after all lines of the failed one.
func TestPassedStepsAreNoise(t *testing.T) {
	text := "Worker information\nhostname: a\n$ npm install\nadded 12 packages\n$ make test\n" +
		strings.Repeat("a word of the test\nand one more\n", 2) + "The command \"make test\" exited with 1."
	in := &strategies.Input{Status: result.Status{Known: true, Code: 1}, Head: text}
	if got := ranked(t, in, text, strategies.Detail); slices.Contains(got, "added 12 packages") {
		t.Errorf("a line of a step that passed is no noise: %q", got)
	}
}

// TestHeadersAreNoise: no line of a step's header counts as its output: not the script, its shell and environment, nor
// the inputs of an action.
func TestHeadersAreNoise(t *testing.T) {
	text := "##[group]Run ./build\n\n[36;1m./build[0m\necho 'error: none' >&2\nshell: a key\n" +
		"echo 'fatal: none'\nshell: /usr/bin/bash -e {0}\nenv:\n" +
		"  NOTE: error: in the environment\nand fatal: of its second line\n##[endgroup]\ncompiled\nlinked\n" +
		"##[group]Run acme/report@v1\nwith:\n" +
		"  title: fatal error\n##[endgroup]\n" + strings.Repeat("checked\n", 9) +
		"no total at line 3\n##[error]Process completed with exit code 1."
	in := &strategies.Input{Status: result.Status{Known: true, Code: 1}, Head: text}
	got := strings.Join(ranked(t, in, text, strategies.Context), "\n")
	if slices.ContainsFunc([]string{"error: none", "fatal: ", "NOTE", "title"}, func(part string) bool {
		return strings.Contains(got, part)
	}) {
		t.Errorf("a line of a header counts as output:\n%s", got)
	}
}

// TestRelays: the last line of a program comes before the report of its failure by another program, and lines below a
// build tool's report come last.
func TestRelays(t *testing.T) {
	fill := strings.Repeat("one more module is compiled\nand linked\n", 30)
	after := "Finished\n--------\nPurging the folder\nNot cleaning the session\n" + fill + "Build needed 48 s\n"
	tests := []struct{ name, cause, relay string }{
		{"make", "./configure: line 9: PKG_PROG: command not found",
			"make[1]: *** [debian/rules:14: build] Error 2\n" +
				"make[1]: Leaving directory '/src'\nmake: *** [all] Error 2"},
		{"a status at the end", "Could NOT find Git (missing: GIT_EXECUTABLE)",
			"dpkg-buildpackage: error: debian/rules build subprocess returned exit status 2"},
		{"ninja", "the ledger refused entry 12", "ninja: build stopped: subcommand failed."},
		{"make before 4.3", "the ledger refused entry 12",
			"lib.mk:12: recipe for target 'lib' failed\nmake: *** [lib] Error 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := fill + tt.cause + "\n" + tt.relay + "\n" + after
			in := &strategies.Input{Status: result.Status{Known: true, Code: 1}, Head: text}
			got := ranked(t, in, text, strategies.Evidence)
			if tt.name != "a status at the end" && slices.Contains(got, "Purging the folder") {
				t.Errorf("lines below a build tool's report are evidence: %q", got)
			}
			relay, _, _ := strings.Cut(tt.relay, "\n")
			if i := slices.Index(got, tt.cause); i < 0 || slices.Index(got, relay) < 0 {
				t.Errorf("%q or %q is missing: %q", tt.cause, relay, got)
			}
		})
	}
	for _, s := range []string{
		`" exited with 1.`, `The command '/bin/sh -c cabal build &&   strip cc' returned a non-zero code: 1`,
	} {
		if !Relays(s) {
			t.Errorf("%q is no report of another program's failure", s)
		}
	}
	ignored := "lib.mk:12: recipe for target 'lib' failed\nmake: [lib] Error 1 (ignored)\n"
	for _, last := range []string{"error: got 402\n", "no more modules\n"} {
		text := fill + ignored + fill + last
		in := &strategies.Input{Status: result.Status{Known: true, Code: 1}, Head: text}
		if got := ranked(t, in, text, strategies.Critical); slices.ContainsFunc(got, func(s string) bool {
			return strings.Contains(s, "[lib]") || strings.Contains(s, "'lib'")
		}) {
			t.Errorf("an ignored error is critical: %q", got)
		}
	}
	for _, s := range []string{
		`The command "make" exited with 124.`, "[ERROR] exit code 137", "error: 2 of 4 files", "expected status 2",
		"- exit code: 1", "subprocess.CalledProcessError: Command 'pg_dump' returned non-zero exit status 1.",
		`" exited with 0.`,
		"50/89 net:integration / cmd_net.py       FAIL             1.63s   exit status 1",
	} {
		if Relays(s) {
			t.Errorf("%q counts as a report of another program's failure", s)
		}
	}
}

// TestLastWords: if no line names the failure, the last lines of the failed step come first, from the last one up, and
// not those of the service below it.
func TestLastWords(t *testing.T) {
	fill := strings.Repeat("one more module is compiled\nand linked\n", 30)
	step := "first remark\nsecond remark\nthird remark\n"
	tests := []struct{ name, text string }{
		{"a command", fill + step},
		{"a step of a job", fill + step + "\nThe command \"make check\" exited with 1.\ncache.2\n" +
			"store build cache\n\nafter_failure\n0.00s$ cat log/summary.txt || true\ndone\n\n" +
			"Done. Your build exited with 1.\n\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := strategies.NewCollector(false)
			in := &strategies.Input{Status: result.Status{Known: true, Code: 1}, Head: tt.text}
			if err := (Engine{}).Digest(context.Background(), in, strategies.NewText(tt.text), c); err != nil {
				t.Fatal(err)
			}
			turns := map[string]int32{}
			for _, f := range c.Digest().Facts {
				if f.Rank == strategies.Critical {
					turns[f.Text] = f.Turn
				}
			}
			if turns["third remark"] == 0 || turns["third remark"] >= turns["second remark"] ||
				turns["second remark"] >= turns["first remark"] {
				t.Errorf("the last lines don't come first: %v", turns)
			}
			if _, ok := turns["Done. Your build exited with 1."]; ok {
				t.Errorf("the service's last line is critical: %v", turns)
			}
		})
	}
}

// TestNearOtherErrors checks that three lines below an error outside of the failed tests are evidence, and no more.
func TestNearOtherErrors(t *testing.T) {
	var text strings.Builder
	text.WriteString("error: the cache is full\n")
	for i := range 6 {
		fmt.Fprintf(&text, "kept entry %c\n", 'a'+i)
	}
	text.WriteString("--- FAIL: TestAdd (0.00s)\n    add_test.go:9: got 4\nFAIL\n")
	for i := range 2 * tailLines {
		fmt.Fprintf(&text, "%s entry %c\n", strings.Repeat("x", i+1), 'a'+i)
	}
	got := ranked(t, &strategies.Input{Status: result.Status{Known: true, Code: 1}}, text.String(), strategies.Evidence)
	if !slices.Contains(got, "kept entry c") || slices.Contains(got, "kept entry d") {
		t.Errorf("critical lines and evidence: %q", got)
	}
}

// TestRepeatedMessageIsEvidence checks that the message of a failure is evidence even if an earlier one has the same: a
// reader can't know it.
func TestRepeatedMessageIsEvidence(t *testing.T) {
	const message = "    expected the ledger to have a total of 12, but it has 13"
	var text strings.Builder
	for _, name := range []string{"Add", "Sum", "Tally"} {
		fmt.Fprintf(&text, "--- FAIL: Test%s (0.00s)\n%s\n", name, message)
	}
	text.WriteString("FAIL\n")
	got := ranked(t, &strategies.Input{Status: result.Status{Known: true, Code: 1}}, text.String(), strategies.Evidence)
	if n := strings.Count(strings.Join(got, "\n"), message); n != 3 {
		t.Errorf("%d failures have their message, want 3: %q", n, got)
	}
}

// TestPassedTestsNearFailures: tests that passed are no surroundings of a failed one between them.
func TestPassedTestsNearFailures(t *testing.T) {
	var text strings.Builder
	for n := range 60 {
		if n == 30 {
			text.WriteString("rate of zone 30 ... FAILED\n  expected 3, got 4\n")
			continue
		}
		fmt.Fprintf(&text, "rate of zone %d ... ok\n", n)
	}
	text.WriteString("60 checked, 1 failed\n")
	in := &strategies.Input{Command: "./check-rates", Status: result.Status{Known: true, Code: 1}}
	got := ranked(t, in, text.String(), strategies.Context)
	near := []string{
		"rate of zone 28 ... ok", "rate of zone 29 ... ok", "rate of zone 31 ... ok", "rate of zone 32 ... ok",
	}
	if slices.ContainsFunc(got, func(s string) bool { return slices.Contains(near, s) }) {
		t.Errorf("tests that passed are shown with the failed one:\n%s", strings.Join(got, "\n"))
	}
}
