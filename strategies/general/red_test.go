package general

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

// Every line of testdata/red.txt is what some tool prints when something has failed.
func TestSpeaksOfFailure(t *testing.T) {
	b, err := os.ReadFile("testdata/red.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(b)) {
		if n++; !SpeaksOfFailure(strategies.NewText(line)) {
			t.Errorf("it isn't seen that this is a failure: %s", line)
		}
	}
	if n < 100 {
		t.Errorf("%d lines, want at least 100", n)
	}
	for _, line := range []string{
		"errors", "internal/panicdep", "handled error case of module", "exit code 0", "0 errors", "GET /errors 200 3ms",
		`{"errors": [], "failed": 0}`, "  --exit-code int   exit code when issues were found (default 1)",
		"✓ rejects an invalid token (2 ms)", "✓ reports the error: file not found",
		"ok 3 - throws TypeError: no number", "(pass) io > no such file", "  [OK]  csv  3   error: unknown column.",
		"[       OK ] parser.lua @ 32: reports the error (0.1 ms)", "[  PASS  ]  job  5  + use Harbor::Error;",
		"test io::error: not found ... ok", "test_error_not_found (io.DiskError) ... ok",
		"[ RUN      ] parser.lua @ 32: reports the error", "=== RUN   TestOpen/error:_no_such_file",
		"# Subtest: fails with exit code 2", "[  PLAN  ]  job  1    Expected assertions: 9",
		"web1 : ok=25 changed=3 unreachable=0 failed=0 skipped=2 rescued=1 ignored=0",
		"src/cart.c:3:5: warning: unused variable 'error'", "LaTeX Warning: Reference `a' on page 2 undefined.",
		"/usr/include/yaml.h:553:1: note: expected 'char *' but argument is of type 'int *'",
		"number of failed transactions: 0 (0.000%)", `NOTICE:  table "ledger" does not exist, skipping`,
		`psql:a.sql:3: NOTICE:  relation "failed" already exists, skipping`,
		"stress-ng: debug: [9579] main: can't set oom_score_adj", "[DEBUG] ca.pem: certificate has expired",
		"[Mon Nov 30 06:47:33.291820 2026] [core:trace1] [pid 42] AH00128: File does not exist: /srv/a.html",
		"N:   Visibility: error",
		"Basic Constraints (not critical):", "  ╭─[src/a.js:1:7]", "    ,-[src/Metrics.ts:9:1]",
	} {
		if SpeaksOfFailure(strategies.NewText(line)) {
			t.Errorf("this is taken for a failure: %s", line)
		}
	}
	for _, line := range []string{
		"    testing: lib/file61.dat   bad CRC d41778f5  (should be 633e5c7b)", "CVE-2024-3094 in xz 5.6.0 (critical):",
		"[DEBUG] FATAL ERROR: heap out of memory, build FAILED",
		"[Mon Nov 30 06:47:33.291820 2026] [core:error] [pid 42] AH00128: File does not exist: /srv/a.html",
		"E: acme-plugins-pay: no-changelog", "pan:1: assertion violated (crit==1) (at depth 68)",
		"Found one Java-level deadlock:", "+++ exited (status 2) +++", "HTTP/1.1 413 Request Entity Too Large",
		"number of failed transactions: 3 (0.100%)", "failed: 0.5 of all", "error: NOTICE:  no such table, skipping",
	} {
		if !SpeaksOfFailure(strategies.NewText(line)) {
			t.Errorf("it isn't seen that this is a failure: %s", line)
		}
	}
}

// TestErrorLinesAreCounted: if the command's own exit status is 0, the verdict counts the lines that mention an error.
// The line above such a line comes before others.
func TestErrorLinesAreCounted(t *testing.T) {
	filler := strings.Repeat("all is well with this module of ours\nand with the next one\n", 40)
	text := filler + "statement 12, row 7\nerror: no column of that name\n" + filler
	for _, tt := range []struct {
		command, text string
		status        result.Status
		want          string
		lines         int64
	}{
		{"migrate", text, result.Status{Known: true}, "162 lines, 1 error line", 1},
		{"migrate | cat", text, result.Status{Known: true}, "162 lines", 0},
		{"migrate", text, result.Status{}, "162 lines", 0},
		{"migrate", text, result.Status{Known: true, Code: 1}, "162 lines", 0},
		{"migrate", text + "well: 18 of 18\n", result.Status{Known: true}, "1 error line, then well: 18 passed", 1},
	} {
		in := &strategies.Input{
			Family: strategies.FamilyExec, Command: tt.command, Shell: shell.Parse(tt.command), Status: tt.status,
		}
		c := strategies.NewCollector(false)
		if err := New(passing).Digest(context.Background(), in, strategies.NewText(tt.text), c); err != nil {
			t.Fatal(err)
		}
		d := c.Digest()
		if got, n := d.Verdict[1], d.Data[strategies.ErrorLines]; got != tt.want || n != tt.lines {
			t.Errorf("verdict of %q with %+v is %q, with %d error lines; want %q, %d",
				tt.command, tt.status, got, n, tt.want, tt.lines)
		}
		got := ranked(t, in, tt.text, strategies.Evidence)
		if i := slices.Index(got, "statement 12, row 7"); i < 0 || i > 4 {
			t.Errorf("%q with %+v: the line above the error comes at %d of %q", tt.command, tt.status, i, got)
		}
	}
}
