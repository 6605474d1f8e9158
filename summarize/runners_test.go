package summarize_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// TestRunnersTell holds what was once missing from the texts of single runners, each at the level at which it was.
func TestRunnersTell(t *testing.T) {
	tests := []struct {
		name, command, output string
		code                  int
		level                 summarize.Level
		want                  []string
		not                   string
	}{
		{"the number of warnings that eslint doesn't allow", "npx eslint . --max-warnings 0",
			strings.Repeat(
				"\n/home/dev/src/coil.js\n"+strings.Repeat(
					"  1:1   warning  Unexpected var, use let or const instead    no-var\n",
					9,
				),
				8,
			) + "\n✖ 72 problems (0 errors, 72 warnings)\n\nESLint found too many warnings (maximum: 0).\n",
			1, summarize.Minimal, []string{
				"ESLint found too many warnings (maximum: 0)",
				"warning  Unexpected var, use let or const instead    no-var: /home/dev/src/coil.js:1:1",
				"/home/dev/src/coil.js",
			}, ""},
		{"a compiler that speaks another language", "make",
			strings.Repeat(
				"src/engine.c:43:7: Fehler: »foo« nicht deklariert (erste Benutzung in dieser Funktion)\n"+
					"    return foo;\n           ^~~\nsrc/engine.c:44:9: Fehler: expected »;« before »return«\n"+
					"    return foo;\n           ^~~\n",
				30,
			) + "src/util.c:3:14: Warnung: Variable »x« wird nicht verwendet\n    int x;\n        ^\n" +
				"make: *** [Makefile:12: engine.o] Fehler 1\n",
			2, summarize.Minimal, []string{"Fehler: »foo« nicht deklariert", "Fehler: expected »;« before " +
				"»return«", "Warnung: Variable »x«", "src/util.c:3:14", "[Makefile:12: engine.o] Fehler 1"}, ""},
		{"a format of eslint's that isn't its own", "npx eslint -f unix .",
			strings.Repeat(
				"/home/dev/src/index.js:43:17: Missing semicolon. [Error/semi]\n",
				40,
			) + "/home/dev/src/format.js:7:1: 'foo' is assigned a value but never used. [Error/no-unused-vars]\n" +
				"\n41 problems\n",
			1, summarize.Minimal, []string{"Missing semicolon. [Error/semi]", "'foo' is assigned a value but " +
				"never used", "format.js:7:1"}, ""},
		{"the file of jest's failure", "npx jest",
			"PASS src/app.test.ts\nFAIL src/utils.test.ts\n  ● add › handles negatives\n\n" +
				"    expect(received).toBe(expected)\n\n    Expected: 1\n    Received: -1\n\n" + strings.Repeat(
				"    console output of a test\n",
				60,
			) + "Test Suites: 1 failed, 1 passed, 2 total\nTests:       1 failed, 4 passed, 5 total\n",
			1, summarize.Minimal, []string{"jest: 1 failed, 4 passed", "FAIL src/utils.test.ts", "Received: -1"}, ""},
		{"vitest's numbers below a failure that no rule ends", "npx vitest run",
			" RUN  v1.6.0 /p\n\n" + strings.Repeat(
				" ✓ src/a.test.ts (2 tests) 12ms\n",
				60,
			) + "\n⎯⎯⎯⎯ Failed Tests ⎯⎯⎯⎯\n\n FAIL  src/b.test.ts > add > negatives\n" +
				"AssertionError: expected -1 to be 1\n\n ❯ src/b.test.ts:10:18\n\n" +
				" Test Files  1 failed | 60 passed (61)\n      Tests  1 failed | 120 passed (121)\n",
			1, summarize.Minimal, []string{"vitest: 1 failed, 120 passed", "expected -1 to be 1"}, ""},
		{"that Maven didn't come to the tests", "mvn test",
			strings.Repeat(
				"[INFO] a line of Maven's\n",
				40,
			) + "[ERROR] COMPILATION ERROR : \n[INFO] " +
				"-------------------------------------------------------------\n" +
				"[ERROR] /p/A.java:[16,31] cannot find symbol\n  symbol:   class B\n[INFO] 1 error\n" +
				"[INFO] BUILD FAILURE\n[ERROR] Failed to execute goal org.apache:compile on project shop: " +
				"Compilation failure\n",
			1, summarize.Minimal, []string{"COMPILATION ERROR", "A.java:[16,31] cannot find symbol"}, ""},
		{"where a script of Gradle's fails", "gradle test",
			strings.Repeat(
				"a line of some daemon\n",
				40,
			) + "FAILURE: Build failed with an exception.\n\n* Where:\nBuild file '/p/build.gradle' line: 7\n\n" +
				"* What went wrong:\nA problem occurred evaluating root project 'shop'.\n" +
				"> Could not find method versionOf()\n\n* Try:\nRun with --stacktrace\n\nBUILD FAILED in 2s\n",
			1, summarize.Minimal, []string{"Build file '/p/build.gradle' line: " +
				"7", "Could not find method versionOf()"}, ""},
		{"what cmake warns of", "cmake -S . -B out",
			strings.Repeat(
				"-- Detecting CXX compile features\n",
				40,
			) + "CMake Warning at CMakeLists.txt:3 (message):\n  KILN_FUEL is not set, wood is assumed\n\n\n" +
				"-- Configuring done\n-- Generating done\n-- Build files have been written to: /p/out\n",
			0, summarize.Balanced, []string{"CMakeLists.txt:3", "KILN_FUEL is not set"}, ""},
		{"why a file of tests wasn't run", "prove",
			repeated(
				40,
				"",
				"t/a@.t .. ok\n",
			) + "t/b_skip.t ... skipped: no apiary\nAll tests successful.\n" +
				"Files=41, Tests=44,  4 wallclock secs ( 0.02 usr)\nResult: PASS\n",
			0, summarize.Balanced, []string{"44 passed", "skipped: no apiary"}, ""},
		{"which task of Gradle's failed", "gradle test",
			"> Task :compileJava FAILED\n/p/A.java:13: error: cannot find symbol\n        cent.add(price);\n" +
				"        ^\n1 error\n\n" + strings.Repeat(
				"a line of some daemon\n",
				40,
			) + "FAILURE: Build failed with an exception.\n\n* What went wrong:\n" +
				"Execution failed for task ':compileJava'.\n" +
				"> Compilation failed; see the compiler error output for details.\n\n* Try:\n" +
				"Run with --stacktrace\n\nBUILD FAILED in 3s\n",
			1, summarize.Minimal, []string{"cannot find symbol", "Execution failed for task ':compileJava'"}, ""},
		{"what a test printed before it died", "prove",
			strings.Repeat(
				"t/a.t .. ok\n",
				50,
			) + "the smoker went out\n# Looks like your test exited with 255 just after 1.\nt/b.t ... \n" +
				"Dubious, test returned 255 (wstat 65280, 0xff00)\nFailed 2/3 subtests \n\nTest Summary Report\n" +
				"-------------------\nt/b.t (Wstat: 65280 (exited 255) Tests: 1 Failed: 0)\n" +
				"  Non-zero exit status: 255\nFiles=51, Tests=4,  1 wallclock secs ( 0.02 usr)\nResult: FAIL\n",
			1, summarize.Minimal, []string{"the smoker went out", "t/b.t (Wstat: 65280"}, ""},
		{"the output of a test of ctest -V", "ctest -V",
			"Test project /p/out\ntest 1\n    Start 1: ring\n\n1: Test command: /p/out/ring\n" + strings.Repeat(
				"1: pouring on\n",
				3,
			) + "1/2 Test #1: ring .......   Passed    0.01 sec\ntest 2\n    Start 2: full\n\n" +
				"2: Test command: /p/out/full\n2: /p/full.c:9: ring_push is 0, want -1\n" +
				"2/2 Test #2: full .......***Failed    0.01 sec\n\n50% tests passed, 1 tests failed out of 2\n\n" +
				"The following tests FAILED:\n\t  2 - full (Failed)\n" + strings.Repeat(
				"Output from these tests are in: /p/out/Testing/LastTest.log\n",
				9,
			),
			8, summarize.Minimal, []string{"/p/full.c:9: ring_push is 0, want -1", "full (Failed)"}, ""},
		{"the results of benchmarks that make runs", "make bench",
			"goos: linux\ngoarch: amd64\npkg: p/a\n" + strings.Repeat("a line of the build\n", 90) + benchmarks(40) +
				"PASS\nok  \tp/a\t0.135s\n",
			0, summarize.Minimal, []string{"BenchmarkCase1-2   \t 1000\t       7.5 ns/op"}, "the same line"},
		{"the results of many benchmarks", "make bench", benchmarks(60) + "PASS\nok  \tp/a\t0.135s\n",
			0, summarize.Balanced, []string{"BenchmarkCase30-2 ", "BenchmarkCase59-2 "}, "the same line"},
		{"a package that doesn't set up, the third that failed", "go test -v ./...",
			"# p/a [p/a.test]\na/a_test.go:15:2: undefined: x\n# p/b [p/b.test]\nb/b_test.go:20:2: undefined: y\n" +
				"# p/c\nc/c_test.go:4:2: cannot find package \"other\"\n" + strings.Repeat(
				"=== RUN   TestA\n--- PASS: TestA (0.10s)\nPASS\nok  \tp/ok\t0.100s\n",
				9,
			) + "FAIL\tp/a [build failed]\nFAIL\tp/b [build failed]\nFAIL\tp/c [setup failed]\n",
			1, summarize.Balanced, []string{"p/c [setup failed]"}, ""},
		{
			"mypy's remark of a place of its own",
			"mypy .",
			strings.Repeat(
				"a.py:1: error: one\nb.py:2: warning: two\nc.py:3: info: three\nd.py:4: note: four\n",
				1,
			) + "e.py:5: error: five\n" + strings.Repeat(
				"\n",
				5,
			),
			1,
			summarize.Balanced,
			[]string{"c.py:3: info: three", "d.py:4: note: four"},
			"",
		},
		{"what a lint of Rust's helps with", "cargo clippy",
			strings.Repeat(
				"error: unnecessary hashes around raw string literal\n   --> src/a.rs:364:20\n    |\n"+
					"364 |           let code = r#\"\n    |  ____________________^\n365 | | fn over() {\n"+
					"...   |\n372 | | \"#;\n    | |__^\n    |\n"+
					"    = help: for further information visit https://x\nhelp: remove all the hashes\n    |\n"+
					"364 ~         let code = r\"\n    |\n\n",
				24,
			) + "error: could not compile `a` (lib) due to 24 previous errors\n",
			101, summarize.Minimal, []string{"help: remove all the hashes"}, ""},
		{"that tests were not run", "cargo nextest run",
			"    Starting 150 tests across 5 binaries\n        FAIL [   0.015s] (  1/150) app a::b\n\n" +
				"── stderr ───\nthread 'a::b' panicked at src/a.rs:4:9:\nboom\n\n" + strings.Repeat(
				"        PASS [   0.010s] (  2/150) app c::d\n",
				40,
			) +
				"     Summary [   0.250s] 41/150 tests run: 40 passed, 1 failed, 0 skipped\n" +
				"        FAIL [   0.015s] (  1/150) app a::b\n" +
				"warning: 109/150 tests were not run due to test failure\nerror: test run failed\n",
			100, summarize.Minimal, []string{"41/150 tests run", "panicked at src/a.rs:4:9", "boom"}, "stderr"},
		{"the last cause, of a text that is short", "cargo build",
			"error: failed to parse manifest at `/home/dev/project/Cargo.toml`\n\nCaused by:\n" +
				"  failed to parse the `edition` key\n\nCaused by:\n" +
				"  this version of Cargo is older than the `2031` edition, and only supports `2015`, `2018`, " +
				"`2021`, and `2024` editions.\n",
			101, summarize.Minimal, []string{"older than the `2031` edition"}, ""},
		{"a failure below its class", "phpunit --testdox",
			"PHPUnit 9.6.7 by Sebastian Bergmann and contributors.\n\nLedger\n" + strings.Repeat(
				" ✔ Balance\n",
				60,
			) + " ✘ Top\n   │\n   │ Failed asserting that 3 is 4.\n   │\n   │ /p/LedgerTest.php:24\n   │\n\n" +
				"Summary of non-successful tests:\n\nLedger\n ✘ Top\n   │\n   │ Failed asserting that 3 is 4.\n" +
				"   │\n   │ /p/LedgerTest.php:24\n   │\n\nFAILURES!\nTests: 61, Assertions: 61, Failures: 1.\n",
			1, summarize.Minimal, []string{
				"phpunit: 1 failed, 60 passed", "Ledger", "✘ Top", "Failed asserting that 3 is 4.", "LedgerTest.php:24",
			}, ""},
		{
			"nothing ran",
			"ruby test/a_test.rb -n test_that_is_not_there",
			"Run options: -n test_that_is_not_there --seed 7\n\n# Running:\n\n\n\n" +
				"Finished in 0.001108s, 0.0000 runs/s, 0.0000 assertions/s.\n\n" +
				"0 runs, 0 assertions, 0 failures, 0 errors, 0 skips\n",
			0,
			summarize.Balanced,
			[]string{"no test ran", "0 runs"},
			"passed",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := summary(t, tt.level, ran(tt.command, tt.output, tt.code)).LLMContent()
			for _, w := range tt.want {
				if !strings.Contains(text, w) {
					t.Errorf("%q is not in the text:\n%s", w, text)
				}
			}
			if tt.not != "" && strings.Contains(text, tt.not) {
				t.Errorf("%q is in the text:\n%s", tt.not, text)
			}
		})
	}
}

// benchmarks returns the results of n of Go's benchmarks.
func benchmarks(n int) string {
	var sb strings.Builder
	for i := range n {
		fmt.Fprintf(&sb, "BenchmarkCase%d-2   \t 1000\t       %d.5 ns/op\n", i, 7*i)
	}
	return sb.String()
}

// TestFiledReports holds that a report is told as a run is, whatever printed it, and that a file's says nothing of
// how the command ended. A part of a file that was asked for stays what it is.
func TestFiledReports(t *testing.T) {
	junit := "<?xml version=\"1.0\"?>\n<testsuite name=\"a\" tests=\"91\" failures=\"1\">\n" + strings.Repeat(
		"  <testcase classname=\"a\" name=\"fine\" time=\"0.001\"/>\n",
		90,
	) +
		"  <testcase classname=\"a\" name=\"pours\" time=\"0.001\">\n" +
		"    <failure message=\"want 3, got 4\">tin.py:9: AssertionError</failure>\n  </testcase>\n</testsuite>\n"
	whole := summary(t, summarize.Balanced, ran("cat report.xml", junit, 0))
	for _, w := range []string{"junit: 1 failed, 90 passed", "pours", "want 3, got 4", "tin.py:9"} {
		if !strings.Contains(whole.LLMContent(), w) {
			t.Errorf("%q is not in the text:\n%s", w, whole.LLMContent())
		}
	}
	if !whole.Passed() || strings.Contains(whole.LLMContent(), "exit 0") {
		t.Errorf("a file that was read is taken for a run:\n%s", whole.LLMContent())
	}
	if m := whole.Metadata(); m.Data["failed"] != 1 || m.Strategy != "report" {
		t.Errorf("strategy %s with %v", m.Strategy, m.Data)
	}
	jest := summary(
		t,
		summarize.Balanced,
		ran(
			"cat results.json",
			`{"numFailedTestSuites":1,"numFailedTests":1,"numPassedTests":2,"success":false,`+
				`"testResults":[{"name":"/p/a.test.js","status":"failed","message":"","assertionResults":[`+
				strings.Repeat(
					`{"fullName":"a fine","status":"passed","failureMessages":[]},`,
					300,
				)+`{"fullName":"a pours","status":"failed",`+
				`"failureMessages":["Error: want 3, got 4\n    at Object.<anonymous> (/p/a.test.js:5:24)"]}]}]}`+"\n",
			0,
		),
	)
	if text := jest.LLMContent(); !jest.Passed() || !strings.HasPrefix(text, "jest: 1 failed, 2 passed") ||
		!strings.Contains(text, "want 3, got 4") ||
		!strings.Contains(text, "/p/a.test.js:5") {
		t.Errorf("success %v, and the text is\n%s", jest.Passed(), text)
	}
	if m := summary(t, summarize.Balanced, ran("sed -n 2,4p "+
		"report.xml", strings.Join(strings.SplitAfter(junit, "\n")[1:4], ""), 0)).Metadata(); m.Strategy != "read" ||
		len(m.Omissions) > 0 {
		t.Errorf("lines that were asked for: strategy %s, left out %v", m.Strategy, m.Omissions)
	}
}

// TestRepeatedMessages: a message that many failed tests share is shown once, with the frames of the first, so that
// other messages and frames fit.
func TestRepeatedMessages(t *testing.T) {
	var b strings.Builder
	b.WriteString("=================================== FAILURES ===================================\n")
	failure := func(name, source, message, place string) {
		fmt.Fprintf(&b, "_______________________________ %s _______________________________\n\n    def %s():\n"+
			"        shop = open_shop()\n>       %s\n\n%s: in sell\n    self.take(till)\n"+
			"_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _\n\n"+
			"    def take(self, till):\n>       if till < 0:\nE       %s\n\n%s: TypeError\n",
			name, name, source, "shop.py:12", message, place)
	}
	const shared = "TypeError: '<' not supported between instances of 'str' and 'int'"
	const other = "TypeError: no till is open today, want one"
	for i := range 30 {
		failure(fmt.Sprintf("test_sale_%d", i), "shop.sell()", shared, "till.py:262")
	}
	failure("test_close", "shop.close()", other, "door.py:7")
	b.WriteString("=========================== short test summary info ============================\n")
	for i := range 30 {
		fmt.Fprintf(&b, "FAILED shop_test.py::test_sale_%d - %s\n", i, shared)
	}
	fmt.Fprintf(&b, "FAILED shop_test.py::test_close - %s\n", other)
	b.WriteString("============================== 31 failed in 0.21s ==============================\n")
	r := run(t, summarize.Config{Enabled: true, Budget: 1000}, summarize.Request{
		Tool: "exec", Command: "pytest", Status: result.Status{Known: true, Code: 1}, Stdout: []byte(b.String()),
	})
	text := r.LLMContent()
	if n := strings.Count(text, "E       "+shared); n != 1 {
		t.Errorf("the message of 30 tests is shown %d times:\n%s", n, text)
	}
	for _, want := range []string{">       if till < 0:", "till.py:262: TypeError", "E       " + other, "door.py:7"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing:\n%s", want, text)
		}
	}
}
