package failure_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/desk/failure"
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/internal/testing/sweep"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// causesOf returns the causes of a failed command.
func causesOf(t *testing.T, command, output string, code int) []failure.Cause {
	t.Helper()
	r, err := summarize.Summarize(context.Background(), summarize.Config{Enabled: true}, summarize.Request{
		Tool: "exec", Command: command, Stdout: []byte(output), Status: result.Status{Known: true, Code: code},
	})
	if err != nil {
		t.Fatal(err)
	}
	causes, err := failure.Find(context.Background(), r, command, []byte(output))
	if err != nil {
		t.Fatal(err)
	}
	return causes
}

// textOf is what a person reads of causes.
func textOf(causes []failure.Cause) string {
	var b strings.Builder
	for _, c := range causes {
		fmt.Fprintf(&b, "%s %s:%d:%d %s\n", c.Name, c.File, c.Line, c.Column, c.Message)
		for _, l := range c.Lines {
			b.WriteString(l.Text + "\n")
		}
	}
	return b.String()
}

// TestFirst: the first cause is what a person looks for, whatever comes before it in the output.
func TestFirst(t *testing.T) {
	warnings := strings.Repeat("src/a.c:3:7: warning: unused variable 'x' [-Wunused-variable]\n", 30)
	for _, tt := range []struct{ name, command, output, want string }{
		{"a failed test", "go test -v ./...", "=== RUN   TestFree\n--- PASS: TestFree (0.00s)\n" +
			"=== RUN   TestPrice\n" +
			"    price_test.go:16: Price(250, 10) = 2500, want 2250\n--- FAIL: TestPrice (0.00s)\nFAIL\n" +
			"FAIL\texample.com/shop\t0.2s\nFAIL\n", "Price(250, 10) = 2500, want 2250"},
		{"an error after warnings", "make", "cc -c a.c\n" + warnings + "src/a.c:9:5: error: no member named 'levle'\n" +
			"make: *** [Makefile:2: a.o] Error 1\n", "no member named 'levle'"},
		{"the end of a traceback", "python3 app.py", "Traceback (most recent call last):\n" +
			"  File \"app.py\", line 9, in <module>\n    main()\n  File \"app.py\", line 5, in main\n" +
			"    raise ValueError(\"the battery is dead\")\nValueError: the battery is dead\n", "the battery is dead"},
		{"a panic", "cargo run", "   Compiling mill v0.1.0\nthread 'main' panicked at src/main.rs:4:5:\n" +
			"the wheel is stuck\nnote: run with `RUST_BACKTRACE=1`\n", "the wheel is stuck"},
		{"an exception", "java T", "starting\nException in thread \"main\" java.lang.IllegalStateException: gauge 4\n" +
			"\tat T.read(T.java:8)\n\tat T.main(T.java:3)\n", "gauge 4"},
		{"an error in one's own file", "npx tsc", "../node_modules/@types/eslint/index.d.ts(451,3): error TS2724: " +
			"no exported member 'Chain'.\nsrc/cart.ts(3,7): error TS2322: not assignable.\n", "not assignable"},
		{"an error below notes", "shellcheck -f gcc *.sh",
			"a.sh:6:4: note: Double quote to prevent globbing. [SC2086]\n" +
				"b.sh:42:20: error: You need a space before the ]. [SC1020]\n", "You need a space before the ]."},
		{"an unknown program", "./deploy", "step 1 of 3\nstep 2 of 3\nERROR: no route to db-2\ncleaning up\n",
			"ERROR: no route to db-2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			causes := causesOf(t, tt.command, tt.output, 1)
			if len(causes) == 0 || !strings.Contains(textOf(causes[:1]), tt.want) {
				t.Errorf("the first of %d causes lacks %q:\n%s", len(causes), tt.want, textOf(causes))
			}
			if strings.Contains(textOf(causes[:1]), "unused variable") {
				t.Errorf("a warning is in the first cause:\n%s", textOf(causes[:1]))
			}
		})
	}
}

// TestMessage: without a report, the message is the line that states a reason: no warning, no line of a log, no heading
// and no count, if there is another one.
func TestMessage(t *testing.T) {
	for _, tt := range []struct {
		name, output string
		code         int
		want         string
	}{
		{"a warning", "npm warn exec The following package was not found and will be installed: gate\n" +
			"error: unexpected argument '--retries' found\n", 1, "error: unexpected argument '--retries' found"},
		{"a warning of a log", "level=warning msg=\"cannot find a map\"\nlevel=error msg=\"no route to harbor\"\n", 1,
			"level=error msg=\"no route to harbor\""},
		{"only a warning", "gate.gp:1: warning: Cannot find or open file \"tide.dat\"\n", 1, ""},
		{"only a line of a log", "2026-11-27T12:55:06Z ERROR payment 7 failed: only 10 left\n", 1, ""},
		{"an event in JSON", `{"time":"2026-11-27T12:55:06Z","level":"error","msg":"payment 7 failed"}` + "\n" +
			"error: the gate is closed\n", 1, "error: the gate is closed"},
		{"a consequence before its cause", "✖ Formatting aborted due to parsing errors.\n" +
			"✖ Illegal use of an export\n", 1, "✖ Illegal use of an export"},
		{"a file with errors", "Errors parsing lib/gate.php\n" +
			"Parse error: syntax error, unexpected token in lib/gate.php\n", 1,
			"Parse error: syntax error, unexpected token in lib/gate.php"},
		{"a pointer at an error", "Parse error near line 3: no such column: moved_by\nerror here ---^\n", 1,
			"Parse error near line 3: no such column: moved_by"},
		{"a marked name", "gates\n  ✗ opens twice\n\tExpected 2 to be 3.\n\t    at <Jasmine>\n", 1,
			"✗ opens twice\nExpected 2 to be 3."},
		{"members of a document", "{\n\"line\": 5,\n\"errors\": 1,\n\"message\": \"error: the gate is closed\"\n}\n", 1,
			`"message": "error: the gate is closed"`},
		{"advice with a condition", "If this is an error, ask the harbor.\nerror: the gate is closed\n", 1,
			"error: the gate is closed"},
		{"a count above the end of a step", "error: no entry for version 2 in Changes\n119 items checked\n" +
			"##[error]Process completed with exit code 1.\n", 1, "error: no entry for version 2 in Changes"},
		{"a linker in French", "gate.c:(.text+0x1f) : référence indéfinie vers « tide »\n" +
			"collect2: erreur: ld a retourné 1 code d'état d'exécution\n", 1,
			"gate.c:(.text+0x1f) : référence indéfinie vers « tide »"},
		{"a step with its reason", "Error mounting /dev/sdb1 at /mnt/data\nfailed to send metrics\n", 1,
			"Error mounting /dev/sdb1 at /mnt/data"},
		{"a reason with points", "ERROR: disk sda1 is full, rolling back...\nfailed to remove temp dir /tmp/x\n", 1,
			"ERROR: disk sda1 is full, rolling back..."},
		{"a linker that is killed", "g++ -O2 -o app main.o lib.o -lpthread\n" +
			"collect2: fatal error: ld terminated with signal 9 [Killed]\ncompilation terminated.\n", 1,
			"collect2: fatal error: ld terminated with signal 9 [Killed]"},
		{"a marked announcement", "✖ Validation failed with these errors:\n- name is missing\n", 1,
			"- name is missing"},
		{"a member with a message", "{\n\"errorMessage\": \"Token has failed validation\"\n}\n", 1,
			`"errorMessage": "Token has failed validation"`},
		{"only passed files", "d/a.md: no issues found\nd/b.md: no issues found\n", 1, ""},
		{"a count after warnings", "po/de.po:2: warning: header field 'Language' missing in header\n" +
			"po/de.po:62: format specifications in 'msgid' and 'msgstr' differ\nmsgfmt: found 1 fatal error\n", 1,
			"po/de.po:62: format specifications in 'msgid' and 'msgstr' differ"},
		{"a line of a log", "2026-11-27T12:55:06Z ERROR payment 7 failed: only 10 left\nretrying\n" +
			"deploy: error: the gate is closed\n", 1, "deploy: error: the gate is closed"},
		{"a fatal line of a log", "2026/11/27 03:00:32 [emerg] 3#3: unknown directive \"listn\" in /etc/tide.conf:4\n" +
			"tide: configuration file /etc/tide.conf test failed\n", 1,
			"2026/11/27 03:00:32 [emerg] 3#3: unknown directive \"listn\" in /etc/tide.conf:4"},
		{"a code", "npm error code EUSAGE\nnpm error\nnpm error The lock file is missing, so it can't be used\n", 1,
			"npm error The lock file is missing, so it can't be used"},
		{"a count", "96%: Checks: 31, Failures: 1, Errors: 0\n" +
			"t.c:4:F:Core:t9:0: Assertion 'x == 99' failed: x == 34\n", 1,
			"t.c:4:F:Core:t9:0: Assertion 'x == 99' failed: x == 34"},
		{"an outcome", "✗ Build failed in 210ms\n[ERROR] Could not resolve \"./sail\"\n", 1,
			"[ERROR] Could not resolve \"./sail\""},
		{"a heading", "Failures:\n\nTypeError: the rate is undefined\n", 1, "TypeError: the rate is undefined"},
		{"a traceback in a line's prefix", "[worker] Traceback (most recent call last):\n" +
			"[worker]   File \"a.py\", line 3, in <module>\n[worker] KeyError: 'gate'\n", 1,
			"[worker] KeyError: 'gate'"},
		{"a quoted line", "  3 | throw new Error('FAIL: no gate')\nerror: the gate is closed\n", 1,
			"error: the gate is closed"},
		{"a passed test", "[       OK ] tide: applies no error (0 ms)\n[ RUN      ] tide: rounds\n" +
			"tide.lua:13: Expected objects to be equal.\n[  FAILED  ] tide: rounds (1 ms)\n", 1,
			"tide.lua:13: Expected objects to be equal."},
		{"a name", "Checking for function \"error\" : YES\nbuild:19: ERROR: Dependency \"walrus\" not found\n", 1,
			"build:19: ERROR: Dependency \"walrus\" not found"},
		{"an exit code", "Command [3] exited with code 2:\n$ ocamlc tide.ml\nError: Unbound value gate\n", 2,
			"Error: Unbound value gate"},
		{"a source line", "  File \"a.py\", line 3, in f\n    raise TideError(\"the gate failed\")\n" +
			"a.TideError: the gate failed\n", 1, "a.TideError: the gate failed"},
		{"a place with the message below", "ERROR: /home/dev/tide.pl:45:\n    test routes_3: wrong answer\n", 1,
			"ERROR: /home/dev/tide.pl:45: test routes_3: wrong answer"},
		{"times before all lines", "[10:50:03] Starting 'build'...\n" +
			"[10:50:04] Error: page.html: unclosed tag at 756\n", 1,
			"[10:50:04] Error: page.html: unclosed tag at 756"},
		{"a request in a log", "127.0.0.1 - - [27/Nov/2026 02:51:14] code 404, message File not found\n", 124,
			"ended by a time limit (exit code 124)"},
		{"an error of a log", "time=\"2026-11-27\" level=error msg=\"no subuid found\"\nError: no such image\n", 1,
			"Error: no such image"},
		{"a number of errors", "Tide.Tests test net9.0 failed with 2 error(s) (3.1s)\n" +
			"  Tide.Tests.Adds (12ms): Error Message: Values differ\n", 1,
			"Tide.Tests.Adds (12ms): Error Message: Values differ"},
		{"a failed test", "not ok 4 - the tide is 27991 cm\n      AssertionError: The values are not equal:\n\n" +
			"      27986 !== 27991\n", 1, "AssertionError: The values are not equal: 27986 !== 27991"},
		{"the details of a failed test", "✘ [fail]: the tide is high\n  got 27986\n  not 27991\n\n✔ rounds\n", 1,
			"✘ [fail]: the tide is high\ngot 27986\nnot 27991"},
		{"two failed tests", "✘ [fail]: the tide is high\n✘ [fail]: the gate is open\n", 1,
			"✘ [fail]: the tide is high"},
		{"a row of a table", "Opens the gate   | PASS |\n----\nCloses the gate   | FAIL |\nThe chain is stuck\n", 1,
			"Closes the gate   | FAIL | The chain is stuck"},
		{"work after a failed test", "✘ [fail]: the tide is high\nstarting the pump\nuploading page 1\n", 1,
			"✘ [fail]: the tide is high"},
		{"a list of failures", "Failures:\n\n  1) tide_tests:high_test/0\n     expected: 119\n     got: 120\n\n" +
			"  took 3 ms\n", 1, "expected: 119\ngot: 120"},
		{"a check at a place", "tide.cpp:74: FAILED:\n  CHECK( high() == 2000 )\nthe values mismatch\n", 1,
			"the values mismatch"},
		{"a code that was returned", "---- Test generated error; Return code was: 1\n" +
			"---- errorInfo: couldn't open \"tide.idx\": no such file or directory\n", 1,
			"---- errorInfo: couldn't open \"tide.idx\": no such file or directory"},
		{"warnings that count", "INFO - Building\nWARNING - Doc 'a.md' contains a link 'b.md', which is not found\n" +
			"Aborted with 1 warnings in strict mode!\n", 1,
			"WARNING - Doc 'a.md' contains a link 'b.md', which is not found"},
		{"a heading with a number", "Unresolved imports (1)\n./tide.js  src/gate.js:4:21\n", 1,
			"Unresolved imports (1) ./tide.js  src/gate.js:4:21"},
		{"a sign", "✖   subject may not be empty [subject-empty]\n✖   found 2 problems, 0 warnings\n" +
			"husky - commit-msg script failed (code 1)\n", 1, "✖   subject may not be empty [subject-empty]"},
		{"a target of make", "✘ [ERROR] Missing entry-point to Worker\nmake: *** [Makefile:7: deploy] Error 1\n", 2,
			"✘ [ERROR] Missing entry-point to Worker"},
		{"a fatal event", "time=\"2026-11-27T12:00:00Z\" level=fatal msg=\"cannot open the gate\"\n" +
			"make: *** [Makefile:3: run] Error 1\n", 2,
			"time=\"2026-11-27T12:00:00Z\" level=fatal msg=\"cannot open the gate\""},
		{"a warning with the time", "[12:55:07 WRN] Failed to connect to redis: connection refused, retrying\n" +
			"Unhandled exception. System.InvalidOperationException: Port 8080 is in use.\n", 134,
			"Unhandled exception. System.InvalidOperationException: Port 8080 is in use."},
		{"a log without levels", "2026/11/27 12:55:06 http: TLS handshake error from 127.0.0.1:53412: EOF\n" +
			"deploy: error: the gate is closed\n", 1, "deploy: error: the gate is closed"},
		{"a place and a time limit", "main.go:23: listening on :8080\nready\n", 124,
			"ended by a time limit (exit code 124)"},
		{"a code in a message", "Unexpected error code 1062: Duplicate entry '7'\n" +
			"make: *** [Makefile:3: db] Error 1\n", 2,
			"Unexpected error code 1062: Duplicate entry '7'"},
		{"the only line is a number", "12 passed in 0.30s\n", 1, ""},
		{"the only line is a pass", "build ok\n", 1, ""},
		{"the only line", "the hold is flooded at -e line 1.\n", 255, "the hold is flooded at -e line 1."},
		{"an expected failure", "test_planets (sky.Test.test_planets) ... expected failure\nrunning test_moons\n", 137,
			"ended by signal 9 (exit code 137)"},
		{"a line above a failed program", "configuring\nCould NOT find Git (missing: GIT_EXECUTABLE)\n" +
			"make[1]: *** [debian/rules:14: build] Error 2\nmake[1]: Leaving directory '/src'\n" +
			"make: *** [all] Error 2\nE: Build failure (dpkg-buildpackage died)\n", 2,
			"Could NOT find Git (missing: GIT_EXECUTABLE)"},
		{"an outcome with the reason below", "rake aborted!\nNo Rakefile found (looking for: rakefile)\n" +
			"bin/run:15:in `eval'\n(See full trace by running task with --trace)\n" +
			"The command \"rake\" exited with 1.\n", 1, "No Rakefile found (looking for: rakefile)"},
		{"the lines of a command that is quoted", "src/gate.js:4 Replace `\"a\"` with `'a'`\nThe command \"lint &&\n" +
			"test\" exited with 1.\n", 1, "src/gate.js:4 Replace `\"a\"` with `'a'`"},
		{"warnings of GHC", "src/Tide.hs:94:10: Warning:\n    No explicit implementation for `gate'\n\n" +
			"Failing due to -Werror.\n", 1, "No explicit implementation for `gate'"},
		{"a number that is compared", "Failing tests:\nRan 2 tests in 3 ms\n" +
			"[FAIL: assertion failed: 1 != 0; args=[0]] testGate(uint256) (runs: 0)\n", 1,
			"[FAIL: assertion failed: 1 != 0; args=[0]] testGate(uint256) (runs: 0)"},
		{"a list and its errors", "[  ERROR   ] --- 0x22 != 0x63\n[  FAILED  ] gate_17\n" +
			"[  FAILED  ] 1 test(s), listed below:\n[  FAILED  ] gate_17\n", 1, "[  ERROR   ] --- 0x22 != 0x63"},
		{"information", "tide: INFO: dropping a line with an error\ntide: ERROR: a.adoc: line 3: no such part\n", 1,
			"tide: ERROR: a.adoc: line 3: no such part"},
		{"an error that was ignored", "fatal: [a]: FAILED! => no such file\n...ignoring\n\nTASK [open the gate]\n" +
			"fatal: [a]: FAILED! => the gate is stuck\n", 2, "fatal: [a]: FAILED! => the gate is stuck"},
		{"an outcome at a place", "[----] gate.c:19: Assertion Failed\n[----]   \n[----]   gate 17 is stuck\n", 1,
			"[----] gate.c:19: Assertion Failed [----]   gate 17 is stuck"},
		{"an error with a flag for warnings", "gate.c:3:7: warning: no use of 'x' [unused]\n" +
			"gate.c:9:1: error: the rope ends [rope,-warnings-as-errors]\n", 1,
			"gate.c:9:1: error: the rope ends [rope,-warnings-as-errors]"},
		{"the reason above a failed test", "the rope of gate 17 is 3 m, want 4 m\nnot ok - t/gate.sh (exit 3)\n", 1,
			"the rope of gate 17 is 3 m, want 4 m"},
		{"values of a failed test", "not ok 3 the gate\n  ---\n    expected: 4\n    actual:   3\n  ...\n1..3\n", 1,
			"expected: 4\nactual:   3"},
		{"a build that failed", "# example.com/gate\n./gate.go:9:2: Errorf format %d has arg of wrong type\n" +
			"FAIL\texample.com/gate [build failed]\nFAIL\n", 1,
			"./gate.go:9:2: Errorf format %d has arg of wrong type"},
		{"two headings", "TideError: the check found some issues:\n\nERRORS:\ntide.Gate: the field is abstract\n", 1,
			"TideError: the check found some issues: ERRORS: tide.Gate: the field is abstract"},
		{"a phrase before an error", "state file /tide does not exist\nerror: tide.conf:78 unknown user 'tide'\n", 1,
			"error: tide.conf:78 unknown user 'tide'"},
		{"rows of a linter", "  21:9   warning  Provide an error message  reason\n" +
			"  21:17  error    Avoid the tide            tide\n", 1, "21:17  error    Avoid the tide            tide"},
		{"a note on an error", "src/Gate.cs(26,24): error CS1061: no definition for `Rope'\n" +
			"/usr/lib/mscorlib.dll (Location of the symbol related to previous error)\n", 1,
			"src/Gate.cs(26,24): error CS1061: no definition for `Rope'"},
		{"work on a conflict", "Searching tree conflict details for 'a.txt' in repository:\nChecking r2... done\n" +
			"svn: E155015: Aborting commit: 'a.txt' remains in conflict\n", 1,
			"svn: E155015: Aborting commit: 'a.txt' remains in conflict"},
		{"a row of counts", "✖ | 1      10 | dates [0.2s]\n---\nFailure ('test-dates.R:29'): dates behave\n", 1,
			"✖ | 1      10 | dates [0.2s] Failure ('test-dates.R:29'): dates behave"},
		{"a row of figures", "Transferred:   0 B / 0 B, -, 0 B/s, ETA -\nElapsed time:   0.0s\n", 1, ""},
		{"a legend", "actual expected\nError: the gate is 3 m high\n", 1, "Error: the gate is 3 m high"},
		{"advice", "scan: Run 'scan-view out' to examine reports.\nscan: 4 bugs found.\n", 1, ""},
		{"a step that failed", "wire: cmd/wire.go:12:1: error: no provider of notify.Sender\n" +
			"wire: ./cmd/server: generate failed\nwire: at least one generate failure\n", 1,
			"wire: cmd/wire.go:12:1: error: no provider of notify.Sender"},
		{"an error in Tcl", "> the modem answered nothing within 2 s\n    while executing\n" +
			"\"error \"the modem answered nothing within $::limit s\" \"\n    invoked from within\n", 1,
			"> the modem answered nothing within 2 s"},
		{"a place with a level", "[ ERROR ]  src/timer.tsx:2:19\n           \"timer\" must contain a dash\n", 1,
			"\"timer\" must contain a dash"},
		{"an exception with the time",
			"20:43:35 web.1 | server.rb:6:in `new': Address already in use (Errno::EADDRINUSE)\n" +
				"20:43:36 web.1 | exited with code 1\n", 1,
			"20:43:35 web.1 | server.rb:6:in `new': Address already in use (Errno::EADDRINUSE)"},
		{"a notice of npm", "packed 4 files\nnpm notice To update run: npm install -g npm@11\n", 1, ""},
		{"a row of a table with an error", "api        ok          3 pods\n" +
			"web        FAILED      cannot pull image shop/web\n", 1,
			"web        FAILED      cannot pull image shop/web"},
		{"a level and blanks", "ERROR      no route to host db\nmake: *** [Makefile:3: run] Error 1\n", 2,
			"ERROR      no route to host db"},
		{"a sign before an error", "> fatal: no such table rates\nmake: *** [Makefile:3: db] Error 1\n", 2,
			"> fatal: no such table rates"},
		{"information above a part", "2026-11-30T10:00:00Z INFO worker started\nFAIL: tests/t_close\n", 1,
			"FAIL: tests/t_close"},
		{"a file with a part of the name", "main.c:12: entering test of main loop now\nFAIL: tests/domain\nbye\n", 1,
			"FAIL: tests/domain"},
		{"a statement in stars", "*** ERROR: no space left on device ***\nFailed: see log at /var/log/x\n", 1,
			"*** ERROR: no space left on device ***"},
		{"attempts", "Failed 1/3 attempts to reach db-1: connection refused\nError: deploy failed\n", 1,
			"Failed 1/3 attempts to reach db-1: connection refused"},
		{"a header of HTTP", "< HTTP/1.1 503 Service Unavailable\n< Keep-Alive: timeout=5\n" +
			"curl: (22) The requested URL returned error: 503\n", 22,
			"< HTTP/1.1 503 Service Unavailable"},
		{"a value of a setting", "  timeout: 30\nError: the port is in use\n", 1, "Error: the port is in use"},
		{"rows with bars", "FILE: src/Rooms.php\n 11 | ERROR | There must not be a blank before the colon\n", 1,
			"11 | ERROR | There must not be a blank before the colon"},
		{"a place with code below", "Error: lib/index.styl:133:3\n   129|\n   133|   adjust(color)\n\n" +
			"TypeError: expected rgba, but got ident:plumm\n", 1, "TypeError: expected rgba, but got ident:plumm"},
		{"a rule below an announcement", "nb.CellError: an error occurred in this cell:\n-----------\nmean(rows)\n" +
			"-----------\nValueError: invalid literal 'n/a'\n", 1, "ValueError: invalid literal 'n/a'"},
		{"a list below an announcement", "PackagesNotFoundError: these packages are not available:\n\n" +
			"  - cython=0.25.2\nSolving: failed with current data, will retry with the next\n", 1,
			"PackagesNotFoundError: these packages are not available: - cython=0.25.2"},
		{"a title in stars", "*** FATAL CONFIG FILE ERROR (7.0.15) ***\nReading the file, at line 5\n" +
			">>> 'policy least-used'\nargument(s) must be one of the following: lru, lfu\n", 1,
			"argument(s) must be one of the following: lru, lfu"},
		{"a step with a word of failure", "[STARTED] Going back to the original state because of errors...\n" +
			"✖ the linter failed without output (KILLED).\n", 1, "✖ the linter failed without output (KILLED)."},
		{"the reason at the place of a test", "FAIL: tests/t_window\nSKIP: tests/t_range\n\nFAIL: tests/t_window\n" +
			"t_window.c:8: hann(n-1) must be 0, got 0.5\nFAIL tests/t_window (exit status: 1)\n", 1,
			"t_window.c:8: hann(n-1) must be 0, got 0.5"},
		{"the reason above a part", "fares ok\ndeploy.sh: line 7: REGION: unbound variable\ndeploy dry run FAILED\n", 1,
			"deploy.sh: line 7: REGION: unbound variable"},
		{"rows above a count", "src/radio.c:\n\t7: Trailing whitespace\n\t12: Line too long\n\n7 errors found\n", 1,
			"7: Trailing whitespace"},
		{"a reason by its word", "meter_SUITE:quarter failed on line 13\nReason: {badmatch,3}\n", 1,
			"meter_SUITE:quarter failed on line 13 Reason: {badmatch,3}"},
		{"a failure with a blank line", "Failures:\n\n  3) Store returns nil\n\n       Missing hash key: \"zzz\"\n", 1,
			"Missing hash key: \"zzz\""},
		{"a header of a table", "Name      Stmts   Miss   Cover   Missing\na.py          4      0    100%\n" +
			"Coverage failure: total of 91.8 is less than fail-under=95.0\n", 2,
			"Coverage failure: total of 91.8 is less than fail-under=95.0"},
		{"errors at the end of a log", "2026-11-27 12:55:06,780 reader [343]: INFO reading gates\n" +
			"2026-11-27 12:55:06,783 reader [343]: ERROR   Found no file for 'gates.d/north'\n" +
			"2026-11-27 12:55:06,784 server [343]: ERROR   Errors in gate 'north'.\n", 255,
			"2026-11-27 12:55:06,783 reader [343]: ERROR   Found no file for 'gates.d/north'"},
		{"an error of the system in JSON", `{"level":30,"msg":"14 gates loaded"}` + "\n" +
			`{"level":50,"err":{"code":"EADDRINUSE"},"msg":"listen EADDRINUSE: address already in use ::1:4655"}` +
			"\nserver ended\n", 1, "listen EADDRINUSE: address already in use ::1:4655"},
		{"an error in JSON among others", `{"level":50,"msg":"payment 7 declined"}` + "\n" +
			`{"level":30,"msg":"payment 8 accepted"}` + "\n", 1, ""},
		{"a sentence that denies", "Looking at these files:\n----\n1. gate.py\n2. tide.py\n----\n" +
			"No new notes were found on this branch.\n", 1, "No new notes were found on this branch."},
		{"a name that denies", "checking gates\nNo errors were found in 3 gates.\n", 1, ""},
		{"an exception below another", "Failed to read the harbor file\nOriginal exception:\n" +
			"Names must match 'owner/gate', instead found north\n", 1,
			"Names must match 'owner/gate', instead found north"},
		{"an announcement with a line of another level below", "error: error while drawing \"north.md\": \n" +
			"debug: drawing south.md \nTemplate render error: (north.md) [Line 5, Column 4]\n" +
			"  unknown block tag: endfor\n", 1,
			"error: error while drawing \"north.md\": Template render error: (north.md) [Line 5, Column 4]"},
		{"a program that stopped", "LINK: .zshrc => ../zsh/.zshrc\n" +
			"  * existing target is neither a link nor a directory: .gitconfig\nAll operations aborted.\n", 1,
			"* existing target is neither a link nor a directory: .gitconfig"},
		{"rows at places", "src/Bucket.php:9    EvalExpression    The method fill() contains an eval expression.\n" +
			"src/Towel.php:7     UnusedParameter   Avoid unused parameters such as '$damp'.\n", 2,
			"src/Bucket.php:9    EvalExpression    The method fill() contains an eval expression."},
		{"figures", "drawing gates\nElapsed time: 0.09 sec.\nIssues : 5\nCRC32B    : Zr0QOg==\nTotal: 7\n", 1, ""},
		{"a shell's trace", "+ typeset -i total minutes tapes expected\n+ read -r tape length\n", 1, ""},
		{"a hint far above the end", "Patches: 1-1378, 1499\n" + strings.Repeat("drawing a gate\n", 30), 1, ""},
		{"warnings as the end", "Using the file ./gate.json\nWarning: The signature of a gate has changed.\n" +
			"\nExtractor completed with warnings\n", 1, "Warning: The signature of a gate has changed."},
		{"a header with words in a column", "Run Summary:    Type  Total    Ran Passed Failed Inactive\n" +
			"  1. tests/gate.c:203  - CU_ASSERT_EQUAL(depth(0, b),-1)\n", 1,
			"1. tests/gate.c:203  - CU_ASSERT_EQUAL(depth(0, b),-1)"},
		{"a time limit", "step 1\nstep 2\n", 124, "ended by a time limit (exit code 124)"},
		{"a warning of Python", "x.py:3: SyntaxWarning: invalid escape sequence '\\d'\n  re.compile('\\d')\n" +
			"Traceback (most recent call last):\n  File \"x.py\", line 4, in <module>\n    print(d[\"a\"])\n" +
			"KeyError: 'a'\n", 1, "KeyError: 'a'"},
		{"a step that was done before", "Group 'app' already exists, not creating it without --force\nMounting\n" +
			"mount: /mnt: special device /dev/sdz does not exist.\nCleaning\n", 32,
			"mount: /mnt: special device /dev/sdz does not exist."},
		{"a version that isn't the best", "Checking prerequisites\nFound python 3.11 at '/usr/bin/python3' but " +
			"expected 3.12, using it without pinning\nCreating venv\n./setup.sh: line 31: poetry: command not found\n" +
			"Setup done in 3s\n", 127, "./setup.sh: line 31: poetry: command not found"},
		{"a warning about no error", "Warning: Permanently added 'host' to the list of known hosts, this is not an " +
			"error.\nssh: connect to host host port 22: Connection refused\n", 255,
			"ssh: connect to host host port 22: Connection refused"},
		{"a note below the error", "mysqldump: Got error: 1045: Access denied for user 'backup' when trying " +
			"to connect\n" +
			"Uploading backup.sql ... done\nBackup finished with errors\n" +
			"Note: you should not delete the lock file without checking, it must exist\n", 2,
			"mysqldump: Got error: 1045: Access denied for user 'backup' when trying to connect"},
		{"another exit code", "step 1\nstep 2\n", 255, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			causes := causesOf(t, "./deploy", tt.output, tt.code)
			if len(causes) == 0 || causes[0].Message != tt.want {
				t.Errorf("the first of %d causes isn't %q:\n%s", len(causes), tt.want, textOf(causes))
			}
		})
	}
}

// TestMessageOfATest: the message of a test that logs before it fails compares values; that of ctest is above the name.
func TestMessageOfATest(t *testing.T) {
	for _, tt := range []struct{ command, output, want string }{
		{"go test -v ./...", "=== RUN   TestQuote\n    rates_test.go:84: zone price: 730\n" +
			"    rates_test.go:86: Quote() = 730 cents, want 850\n--- FAIL: TestQuote (0.00s)\nFAIL\n" +
			"FAIL\texample.com/rates\t0.003s\nFAIL\n", "Quote() = 730 cents, want 850"},
		{"ctest -V", "test 3\n    Start 3: log\n\n3: test_log: test_log.c:4: main: Assertion `len <= 12' failed.\n" +
			"1/1 Test #3: log ..............................Subprocess aborted***Exception:   0.00 sec\n\n" +
			"0% tests passed, 1 tests failed out of 1\n\nTotal Test time (real) =   2.01 sec\n\n" +
			"The following tests FAILED:\n\t  3 - log (Subprocess aborted)\nErrors while running CTest\n",
			"3: test_log: test_log.c:4: main: Assertion `len <= 12' failed."},
		{"go test -v ./...", "=== RUN   TestQuote\n" +
			"    rates_test.go:80: load table: open rates.csv: no such file or directory\n" +
			"    rates_test.go:86: Quote() = 0 cents, want 850\n--- FAIL: TestQuote (0.00s)\nFAIL\n" +
			"FAIL\texample.com/rates\t0.003s\nFAIL\n", "load table: open rates.csv: no such file or directory"},
	} {
		causes := causesOf(t, tt.command, tt.output, 1)
		if strings.HasPrefix(tt.command, "go ") && causes[0].Line != 86 && strings.Contains(tt.want, "want 850") {
			t.Errorf("%s: the place is line %d", tt.command, causes[0].Line)
		}
		if len(causes) == 0 || causes[0].Message != tt.want {
			t.Errorf("%s: the first of %d causes isn't %q:\n%s", tt.command, len(causes), tt.want, textOf(causes))
		}
	}
}

// TestOrder: of many lines, the message is the one that the engine shows first, rather than an earlier one of a step
// that passed or was tried again.
func TestOrder(t *testing.T) {
	fill := strings.Repeat("reading a map of the harbor\ndrawing its lines and depths\n", 200)
	output := "$ ./fetch\ncurl: (22) The requested URL returned error: 404 Not Found\n" + fill +
		"The command \"./fetch\" exited with 0.\n$ ./draw\n" + fill + "draw: error: the map of the harbor is torn\n" +
		"The command \"./draw\" exited with 1.\n"
	causes := causesOf(t, "./deploy", "Worker information\n"+output, 1)
	if len(causes) != 1 || causes[0].Message != "draw: error: the map of the harbor is torn" {
		t.Errorf("got %q", textOf(causes))
	}
}

// TestFramedCode: a message above framed code is an error only because of the frame.
func TestFramedCode(t *testing.T) {
	fill := strings.Repeat("  ! the name gate is never used\n    ,-[lib/gate.js:3:7]\n  3 | let gate\n    `----\n", 15)
	output := fill + "  x Expected `}` but found `EOF`\n    ,-[lib/tide.js:11:1]\n 11 | }\n    `----\n\n" +
		"Found 15 warnings and 1 error.\n"
	causes := causesOf(t, "./check", output, 1)
	if want := "x Expected `}` but found `EOF` ,-[lib/tide.js:11:1]"; len(causes) != 1 || causes[0].Message != want {
		t.Errorf("got %q", textOf(causes))
	}
}

// TestLinesAbove: lines far above the message are left out if they state no reason.
func TestLinesAbove(t *testing.T) {
	var output strings.Builder
	for i := range 20 {
		fmt.Fprintf(&output, "reading map %d\n", i)
	}
	output.WriteString("ERROR: map 20 is torn\n")
	causes := causesOf(t, "./deploy", output.String(), 1)
	if len(causes) != 1 || len(causes[0].Lines) == 0 || causes[0].Lines[0].Number < 18 || causes[0].More == 0 {
		t.Errorf("got %+v", causes)
	}
}

// TestDistinct: of more causes than are listed, those with a message of their own come first.
func TestDistinct(t *testing.T) {
	var output strings.Builder
	for i := range 40 {
		fmt.Fprintf(&output, "src/a.c:%d:5: error: no member named 'level'\n", i+1)
	}
	output.WriteString("src/z.c:9:1: error: expected ';'\n")
	causes := causesOf(t, "make", output.String(), 1)
	if len(causes) != failure.MaxCauses || causes[1].Message != "expected ';'" || causes[2].Line != 2 {
		t.Errorf("%d causes:\n%s", len(causes), textOf(causes))
	}
}

// TestCorpus: causes have what failed in the outputs of test runners, compilers, builds and linters. The labels come
// from the tools' own reports or from the construction. Causes keep all of the labels of nine outputs in ten. None is a
// line of a log or a warning that isn't labelled, as one that a checker fails for.
func TestCorpus(t *testing.T) {
	sweep.OneGoroutine(t)
	cases, err := corpus.Load("../../../testdata/corpus")
	if err != nil {
		t.Fatal(err)
	}
	families := "gotest pytest unittest jstest rusttest rubytest phptest perltest cc build lint otherlint othertest " +
		"warned misc several"
	programs := map[string]bool{}
	red, top, first, all, noCause := 0, 0, 0, 0, 0
	for i := range cases {
		c := &cases[i]
		isRed := c.ExitCode != nil && *c.ExitCode != 0 && len(c.Facts) > 0
		if !isRed || len(c.Raw()) > 1<<20 || !strings.Contains(" "+families+" ", " "+c.Family+" ") {
			continue
		}
		red++
		for _, call := range shell.Parse(c.Command).Commands {
			programs[call.Name] = true
		}
		causes := causesOf(t, c.Command, string(c.Raw()), *c.ExitCode)
		for _, cause := range causes {
			if isNoCause(cause.Message) && !anyKept(c.Facts, cause.Message) {
				t.Logf("a cause of %s is a line of a log or a warning: %s", c.ID, cause.Message)
				noCause++
			}
		}
		if len(causes) > 0 && anyKept(c.Facts, textOf(causes[:1])) {
			top++
		} else {
			t.Logf("the first cause of %s has none of %q", c.ID, c.Facts)
		}
		text := textOf(causes)
		if corpus.Kept(c.Facts[0], text) {
			first++
		} else {
			t.Logf("%s lacks %q", c.ID, c.Facts[0])
		}
		if len(corpus.Lost(c.Facts, text)) == 0 {
			all++
		}
	}
	t.Logf("%d red outputs of %d programs: in %d, the first cause has a fact; %d have the first fact, %d all facts",
		red, len(programs), top, first, all)
	if red < 60 || len(programs) < 30 || top*100 < 97*red || first*100 < 97*red || all*10 < 9*red {
		t.Errorf("%d red outputs of %d programs: %d, %d and %d; want 97%%, 97%% and 90%%",
			red, len(programs), top, first, all)
	}
	if noCause > 0 {
		t.Errorf("%d causes are lines of logs or warnings", noCause)
	}
}

// anyKept reports whether a text has one of the facts.
func anyKept(facts [][]string, text string) bool {
	return slices.ContainsFunc(facts, func(f []string) bool { return corpus.Kept(f, text) })
}

// TestNotKept: without an output, the causes are those of the result, or of the model's text.
func TestNotKept(t *testing.T) {
	const output = "FAIL: the oven is cold\n"
	r, err := summarize.Summarize(context.Background(), summarize.Config{Enabled: true}, summarize.Request{
		Tool: "exec", Command: "./bake", Stdout: []byte(output), Status: result.Status{Known: true, Code: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	causes, err := failure.Find(context.Background(), r, "./bake", nil)
	if err != nil || len(causes) == 0 || !strings.Contains(textOf(causes), "the oven is cold") {
		t.Errorf("%+v, %v", causes, err)
	}
}

// TestSeen: a cause states which of its lines are in the model's text, and which of them state the failure.
func TestSeen(t *testing.T) {
	const output = "step 1 of 2\nERROR: no route to db-2\ncleaning up\n"
	r, err := summarize.Summarize(context.Background(), summarize.Config{Enabled: true}, summarize.Request{
		Tool: "exec", Command: "./deploy", Stdout: []byte(output), Status: result.Status{Known: true, Code: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	for want, shown := range map[string][][2]int{
		"sent to the model":                   {{1, 3}},
		"not sent to the model word for word": nil,
		"1 of 3 lines sent to the model":      {{2, 2}},
	} {
		r, err := r.WithLLM("a text", 2, shown, nil)
		if err != nil {
			t.Fatal(err)
		}
		causes, err := failure.Find(context.Background(), r, "./deploy", []byte(output))
		if err != nil || len(causes) != 1 || causes[0].Seen() != want {
			t.Fatalf("%+v, %v, want %q", causes, err, want)
		}
		for _, l := range causes[0].Lines {
			if l.Beside != (l.Number != 2) {
				t.Errorf("line %d is beside the failure: %v", l.Number, l.Beside)
			}
		}
	}
}
