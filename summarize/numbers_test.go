package summarize_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/internal/testing/sweep"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// numbers is an output, and what its text says of it in 150 tokens: a number in a text is of the whole, or the text
// says of what it is.
type numbers struct {
	name    string
	command string
	code    int
	output  string
	says    []string
	hides   []string
}

func testNumbers(t *testing.T, cases []numbers) {
	t.Helper()
	for _, tt := range cases {
		t.Run(tt.name, func(t *testing.T) {
			req := ran(tt.command, tt.output, tt.code)
			r, err := summarize.Summarize(
				context.Background(), summarize.Config{Enabled: true, Budget: 150}, req,
			)
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range tt.says {
				if !strings.Contains(r.LLMContent(), w) {
					t.Errorf("%q is not in the text:\n%s", w, r.LLMContent())
				}
			}
			for _, w := range tt.hides {
				if strings.Contains(r.LLMContent(), w) {
					t.Errorf("%q is in the text:\n%s", w, r.LLMContent())
				}
			}
		})
	}
}

// repeated joins n parts, numbered from 1, with a separator.
func repeated(n int, sep, form string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = strings.ReplaceAll(form, "@", fmt.Sprint(i+1))
	}
	return strings.Join(parts, sep)
}

// noise is n lines of a step that goes on, no two of which are the same.
func noise(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "pouring %c%c\n", 'a'+i/26, 'a'+i%26)
	}
	return b.String()
}

// TestReportsOnOneLine holds that a report of one long line is counted to its end, and one that breaks off isn't
// counted as if it had one.
func TestReportsOnOneLine(t *testing.T) {
	sweep.OneGoroutine(t)
	const n = 1000
	reports := []struct {
		name, text, says string
		part             string // what is said of the first 70,000 bytes; "" where nothing is counted
	}{
		{
			name: "sarif",
			text: `{"version":"2.1.0","runs":[{"tool":{},"results":[` +
				repeated(n, ",", `{"ruleId":"R@","level":"error","message":{"text":"leaks @"},"locations":[`+
					`{"physicalLocation":{"artifactLocation":{"uri":"src/a@.go"},"region":{"startLine":@}}}]}`) +
				"]}]}",
			says: "1000 errors", part: " errors in the part read",
		},
		{
			name: "sarif of two runs",
			text: `{"version":"2.1.0","runs":[{"results":[` + repeated(n/2, ",", `{"level":"error","message":`+
				`{"text":"this spout leaks, as number @ in a list of many"}}`) + `]},{"results":[` + repeated(n/2, ",",
				`{"level":"error","message":{"text":"and this one does too, as number @ in its list"}}`) + "]}]}",
			says: "1000 errors", part: " errors in the part read",
		},
		{
			name: "junit",
			text: `<testsuites><testsuite name="s">` +
				repeated(n, "",
					`<testcase classname="shop.Tin" name="pours @" file="tin.py"><failure message="1 != @">`+
						`tin.py:@: AssertionError</failure></testcase>`) + "</testsuite></testsuites>",
			says: "1000 failed", part: " failed in the part read",
		},
		{
			name: "gcc",
			text: "[" + repeated(n, ", ", `{"kind": "error", "message": "no tin @", "locations": [{"caret": `+
				`{"file": "tin.c", "line": @, "column": 2}}], "children": []}`) + "]",
			says: "1000 errors", part: " errors in the part read",
		},
		{
			name: "golangci-lint",
			text: `{"Issues":[` + repeated(n, ",", `{"FromLinter":"unused","Text":"func f@ is unused",`+
				`"Pos":{"Filename":"a@.go","Line":@,"Column":6}}`) + `],"Report":{}}`,
			says: "1000 errors", part: " errors in the part read",
		},
		{
			name: "eslint",
			text: "[" + repeated(n, ",", `{"filePath":"/src/a@.js","messages":[{"ruleId":"eqeqeq","severity":2,`+
				`"message":"Expected '==='","line":@,"column":9}],"errorCount":1,"warningCount":0}`) + "]",
			says: "1000 errors",
		},
		{
			name: "jest",
			text: `{"numFailedTestSuites":1,"numFailedTests":1000,"numPassedTests":4,"success":false,"testResults":[` +
				`{"name":"/p/a.js","status":"failed","message":"","assertionResults":[` + repeated(n, ",",
				`{"fullName":"pours @","status":"failed","failureMessages":["Error: want 3, got @"]}`) + "]}]}",
			says: "1000 failed",
		},
		{
			name: "mocha",
			text: `{"stats":{"suites":1,"tests":1004,"passes":4,"pending":0,"failures":1000},"failures":[` +
				repeated(n, ",", `{"fullTitle":"pours @","file":"/p/a.js","err":{"message":"want 3, got @"}}`) +
				`],"passes":[]}`,
			says: "1000 failed",
		},
		{
			name: "rspec",
			text: `{"version":"3.13.6","examples":[` + repeated(n, ",", `{"full_description":"pours @","status":`+
				`"failed","file_path":"tin.rb","line_number":@,"exception":{"message":"want 3, got @"}}`) +
				`],"summary":{"example_count":1000,"failure_count":1000,"pending_count":0}}`,
			says: "1000 failed",
		},
	}
	for _, r := range reports {
		command := map[string]string{"golangci-lint": "golangci-lint run"}[r.name]
		var part []string
		if r.part != "" {
			part = []string{r.part}
		}
		testNumbers(t, []numbers{
			{name: r.name, command: command, code: 1, output: r.text + "\n", says: []string{r.says}},
			{name: r.name + " cut", command: command, code: 1, output: r.text[:70000], says: part,
				hides: []string{r.says}},
		})
	}
	t.Run("from disk", func(t *testing.T) {
		s := spool.New(spool.Options{Dir: t.TempDir(), Threshold: 16})
		io.WriteString(s.Stream(spool.Stdout), reports[0].text)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		defer s.Remove()
		r := run(t, on, summarize.Request{Tool: "Bash", Command: "x", Source: s, Status: exit(1)})
		if got := r.Metadata().Data["errors"]; got != n {
			t.Errorf("%d errors are counted, want %d", got, n)
		}
	})
}

// TestOutlinesThatAreCut holds that the functions of an outline that has no room for all aren't counted as all.
func TestOutlinesThatAreCut(t *testing.T) {
	functions := "package p\n\n" + repeated(30000, "\n", "func f@() {}") + "\n"
	matches := repeated(25000, "\n", "a.go:@:func pour() { tin() }") + "\n"
	testNumbers(t, []numbers{
		{name: "whole", command: "cat a.md", output: repeated(90, "\n", "# Step @") + "\n",
			says: []string{"Read a.md: 90 lines, Markdown. 90 headings"}, hides: []string{"in the part"}},
		{name: "read", command: "cat a.go", output: functions,
			says: []string{"30002 lines, Go", "… 19980 more functions in the part read"}},
		{name: "search", command: "grep -rn tin .", output: matches,
			says: []string{"25000 matches in 1 file"}, hides: []string{"in pour()"}},
	})
}

// TestTotalsBehindAFilter holds that an output with as many lines as head or tail let through may have been cut there,
// whatever printed it, and that one with fewer wasn't.
func TestTotalsBehindAFilter(t *testing.T) {
	const n = 300
	outputs := []struct {
		name, command, line string
		says                string // of all of it
	}{
		{"search", "grep -rn tin .", "src/a@.go:@:func pour(tin int) {}", "300 matches in 300 files"},
		{"files", "grep -rl tin .", "src/a@.go", "300 files match"},
		{"list", "find . -name '*.go'", "./src/a@.go", "300"},
		{"long list", "ls -l src", "-rw-r--r-- 1 ada ada 12 Mar  2 09:0@ a@.go", "300 files"},
		{"tree", "tree", "├── a@.go", "300"},
		{"commits", "git log --oneline", "63ef53@a money: name the currency", "300 commits"},
		{"blame", "git blame a.go", "63ef5327 (Ada Moss 2026-03-02 09:00:00 +0000  @) tin", "300 lines"},
		{"status", "git status --short", " M src/a@.go", "300 modified"},
		{"stat", "git diff --numstat", "1\t1\tsrc/a@.go", "300 files"},
		{"log", "docker logs tin", "2026-03-01 10:02:03 ERROR tin @ broke", "300 errors"},
		{"processes", "docker ps", "CONTAINER ID   IMAGE     STATUS    NAMES@", "row"},
		{"json", "curl -s tin/a.jsonl", `{"name":"tin @","litres":@}`, "300 rows"},
		{"source", "cat a.go", "func f@() {}", "300"},
		{"text", "./pour", "poured @", ""},
		{"compiler", "gcc -c tin.c", "tin.c:@:3: error: no tin @", "300 errors"},
		{"linter", "shellcheck -f gcc tin.sh", "tin.sh:@:4: error: no tin. [SC2086]", "300 errors"},
		{"go test", "go test ./...", "ok  \texample.com/tin/a@\t0.01s", "300 packages ok"},
	}
	for _, o := range outputs {
		first := ""
		if o.name == "processes" {
			first = "CONTAINER ID   IMAGE     STATUS    NAMES\n"
			o.line = "63ef5327@       tin       Up 2 h    tin@"
		}
		whole := first + repeated(n, "\n", o.line) + "\n"
		for _, filter := range []struct {
			name, pipe, says string
		}{
			{"alone", "", ""},
			{"more than there is", " | head -320", ""},
			{"head", " | head -" + fmt.Sprint(strings.Count(whole, "\n")), " the part shown"},
			{"tail", " 2>&1 | tail -n 200", " the part shown"},
		} {
			t.Run(o.name+"/"+filter.name, func(t *testing.T) {
				for _, budget := range []int{70, 300} {
					cfg := summarize.Config{Enabled: true, Budget: budget}
					text := run(t, cfg, ran(o.command+filter.pipe, whole, 0)).LLMContent()
					text = strings.Replace(text, ": lines 1-300, Go", ": the part shown",
						1) // as much is said by a range
					if head, _, _ := strings.Cut(text, "\n… "); !strings.Contains(head, filter.says) ||
						filter.says == "" && strings.Contains(head, "in the part") ||
						filter.name == "alone" && budget == 300 && !strings.Contains(head, o.says) {
						t.Errorf("at %d the text is\n%s", budget, text)
					}
				}
			})
		}
	}
}

// TestRunsWithoutTotals holds that where one of several runs of a program states no totals, the sum of the others isn't
// claimed as that of all.
func TestRunsWithoutTotals(t *testing.T) {
	rust := func(name string, tests ...string) string {
		return "     Running " + name + " (target/debug/deps/mill-1f2e)\n\n" + strings.Join(tests, "\n") + "\n\n"
	}
	ok := func(n int) string {
		return fmt.Sprintf("running %d tests\n%stest result: ok. %d passed; 0 failed; 0 ignored; 0 measured; "+
			"0 filtered out; finished in 0.00s", n, strings.Repeat("test pours ... ok\n", n), n)
	}
	ctest := "Test project /src/tin\n1/2 Test #1: pour ......   Passed    0.00 sec\n"
	ctestEnd := "2/2 Test #2: fill ......   Passed    0.00 sec\n\n100% tests passed, 0 tests failed out of 2\n"
	maven := "[INFO]  T E S T S\n[INFO] Running tin.PourTest\n"
	mavenEnd := "[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 0\n"
	phpunit := "PHPUnit 11.2.0 by Sebastian Bergmann and contributors.\n\n....\n"
	jest := func(name string) string { return "PASS src/" + name + ".test.js\n" }
	jestEnd := "Test Suites: 1 passed, 1 total\nTests:       4 passed, 4 total\nTime:        0.29 s\n"
	vitest := " RUN  v3.2.4 /src/tin\n\n ✓ pour.test.ts (4 tests) 3ms\n"
	vitestEnd := "\n Test Files  1 passed (1)\n      Tests  4 passed (4)\n   Duration  301ms\n"
	minitest := "# Running:\n\n....\n"
	minitestEnd := "\n4 runs, 4 assertions, 0 failures, 0 errors, 0 skips\n"
	pytest := "============================= test session starts ==============================\ncollected 4 items\n"
	pytestEnd := "============================== 4 passed in 0.01s ===============================\n"
	playwright := "Running 4 tests using 1 worker\n"
	playwrightEnd := "  4 passed (1.2s)\n"
	tap := "TAP version 13\nok 1 - pours\nok 2 - fills\nok 3 - tips\nok 4 - dries\n1..4\n"
	goTest := "=== RUN   TestPour\n--- PASS: TestPour (0.00s)\n"
	goEnd := "PASS\nok  \texample.com/tin\t0.01s\n"
	sums := []struct {
		name, command string
		whole, broken string
		says          string // of the whole
	}{
		{"cargo", "cargo test", rust("unittests src/lib.rs", ok(2)) + rust("tests/a.rs", ok(2)),
			rust("unittests src/lib.rs", ok(2)) + rust("tests/b.rs", "running 9 tests", "test fills ... ok") +
				rust("tests/a.rs", ok(2)), "4 passed"},
		{"cargo without a harness", "cargo test", rust("unittests src/lib.rs", ok(2)) + rust("tests/a.rs", ok(2)),
			rust("unittests src/lib.rs", ok(2)) + rust("tests/b.rs") + rust("tests/a.rs", ok(2)), "4 passed"},
		{"go test", "go test -v ./...", goTest + goEnd + goTest + goEnd, goTest + goEnd + goTest, "2 packages ok"},
		{"ctest", "ctest", ctest + ctestEnd + ctest + ctestEnd, ctest + ctest + ctestEnd, "4 passed"},
		{"maven", "mvn test", maven + mavenEnd + maven + mavenEnd + "[INFO] BUILD SUCCESS\n",
			maven + mavenEnd + maven + "[INFO] BUILD SUCCESS\n", "8 passed"},
		{"phpunit", "phpunit", phpunit + "OK (4 tests, 4 assertions)\n" + phpunit + "OK (4 tests, 4 assertions)\n",
			phpunit + phpunit + "OK (4 tests, 4 assertions)\n", "8 passed"},
		{"jest", "jest", jest("a") + jestEnd + jest("b") + jestEnd, jest("a") + jestEnd + jest("b"), "8 passed"},
		{"vitest", "vitest run", vitest + vitestEnd + vitest + vitestEnd, vitest + vitest + vitestEnd, "8 passed"},
		{"minitest", "rake test", minitest + minitestEnd + minitest + minitestEnd,
			minitest + minitest + minitestEnd, "8 passed"},
		{"pytest", "pytest", pytest + pytestEnd + pytest + pytestEnd, pytest + pytest + pytestEnd, "8 passed"},
		{"playwright", "playwright test", playwright + playwrightEnd + playwright + playwrightEnd,
			playwright + playwright + playwrightEnd, "8 passed"},
		{"tap", "tap t", tap + "# pass 4\n" + tap + "# pass 4\n", tap + tap + "# pass 4\n", "8 passed"},
	}
	for _, s := range sums {
		noise := noise(200)
		testNumbers(t, []numbers{
			{name: s.name, command: s.command, output: noise + s.whole, says: []string{s.says},
				hides: []string{"in the part"}},
			{name: s.name + " in part", command: s.command, output: noise + s.broken,
				says: []string{"in the part read"}},
		})
	}
}

// TestRunsThatDoNotStateANumber holds that a number which only some runs of a program state isn't added up.
func TestRunsThatDoNotStateANumber(t *testing.T) {
	rule := strings.Repeat("=", 70) + "\n"
	dash := strings.Repeat("-", 70) + "\n"
	failure := rule + "FAIL: test_pour (tin.T.test_pour)\n" + dash + "Traceback (most recent call last):\n" +
		"  File \"/src/tin.py\", line 27, in test_pour\n    self.assertEqual(3, 4)\nAssertionError: 3 != 4\n\n"
	phpunit := "PHPUnit 11.2.0 by Sebastian Bergmann and contributors.\n\n....\n"
	ctest := "Test project /src/tin\n1/2 Test #1: pour ......   Passed    0.00 sec\n"
	testNumbers(t, []numbers{
		{name: "unittest", command: "python -m unittest a; python -m unittest b", code: 1,
			output: noise(200) + "...\n" + dash + "Ran 3 tests in 0.001s\n\nOK\n....F\n" + failure +
				dash +
				"Ran 5 tests in 0.001s\n\nFAILED (failures=1)\n",
			says: []string{"1 failed"}, hides: []string{"3 passed"}},
		{name: "unittest, the first tests cut off", command: "python -m unittest -v | tail -9",
			output: "test_pour (tin.T.test_pour) ... ok\ntest_s (tin.T.test_s) ... skipped 'no tin'\n\n" + dash +
				"Ran 9 tests in 0.001s\n\nOK (skipped=1)\n" + noise(200),
			says: []string{"1 skipped"}, hides: []string{"1 passed"}},
		{name: "phpunit", command: "make test",
			output: phpunit + "OK (4 tests, 4 assertions)\n" + phpunit + "OK, but there were issues!\n" +
				"Tests: 5, Assertions: 4, Risky: 1.\n" + noise(200),
			hides: []string{"4 passed", "9 passed"}},
		{name: "ctest", command: "make test",
			output: ctest +
				"2/2 Test #2: fill ......   Passed    0.00 sec\n\n100% tests passed, 0 tests failed out of 2\n" +
				ctest + "2/2 Test #2: tip ......***Skipped   0.00 sec\n\n100% tests passed, 0 tests failed out of 2\n" +
				noise(200),
			hides: []string{"2 passed", "4 passed"}},
		{name: "go test, some with -v", command: "go test ./a; go test -v ./b",
			output: "ok  \texample.com/a\t0.01s\n=== RUN   TestPour\n--- PASS: TestPour (0.00s)\nPASS\n" +
				"ok  \texample.com/b\t0.01s\n" + noise(200),
			says: []string{"2 packages ok"}, hides: []string{"1 passed"}},
	})
}

// TestFailuresToldTwice holds that failures which a runner prints again at its end, or for a second reporter, are
// counted once.
func TestFailuresToldTwice(t *testing.T) {
	noise := noise(100)
	jest := "FAIL test/tin.test.js\n  ● Tin › pours\n\n    expect(received).toBe(expected)\n\n" +
		"      at Object.<anonymous> (test/tin.test.js:5:3)\n\nFAIL test/b.test.js\n  ● Test suite failed to run\n\n" +
		"    Cannot find module 'x' from 'test/b.test.js'\n\n"
	vitest := "⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯\n\n FAIL  test/tin.test.js > Tin > pours\n" +
		"AssertionError: expected 17 to be 18\n" +
		" ❯ test/tin.test.js:5:3\n\n⎯⎯⎯⎯⎯⎯⎯⎯[1/1]⎯\n\n"
	rspec := "Failures:\n\n  1) Tin pours\n     Failure/Error: expect(1).to eq 2\n\n" +
		"       expected: 2\n            got: 1\n     # ./spec/tin_spec.rb:3:in `block'\n\n"
	rspecEnd := "Finished in 0.00s (files took 0.07 seconds to load)\n3 examples, 1 failure\n\nFailed examples:\n\n" +
		"rspec ./spec/tin_spec.rb:2 # Tin pours\n\n"
	mocha := "  1) Tin\n       pours:\n\n      AssertionError: x\n" +
		"      at Context.<anonymous> (test/tin.test.js:5:3)\n\n"
	playwright := "  1) [chromium] › a.spec.ts:3:5 › pours ────\n\n    Error: expect(received).toBe(expected)\n\n" +
		"        at a.spec.ts:4:9\n\n"
	gradle := "tin.PourTest > pours() FAILED\n    org.opentest4j.AssertionFailedError: expected: <1> but was: <2>\n" +
		"        at tin.PourTest.pours(PourTest.java:33)\n\n"
	nextest := "        FAIL [   0.005s] tin pours\n"
	surefire := "[ERROR] pours(tin.PourTest)  Time elapsed: 0.001 s  <<< FAILURE!\njava.lang.AssertionError: 1 != 2\n" +
		"\tat tin.PourTest.pours(PourTest.java:25)\n\n"
	pytest := "_____ test_pour _____\n\n>       assert 1 == 2\nE       assert 1 == 2\n\ntin.py:2: AssertionError\n"
	testNumbers(t, []numbers{
		{name: "jest", command: "jest", code: 1, says: []string{"1 failed, 1 error, 4 passed"},
			output: noise + jest + "Summary of all failing tests\n" + jest +
				"\nTest Suites: 2 failed, 1 passed, 3 total\n" +
				"Tests:       1 failed, 4 passed, 5 total\nTime:        0.29 s\n"},
		{name: "vitest", command: "vitest run", code: 1, says: []string{"1 failed, 4 passed"},
			output: noise + " RUN  v3.2.4 /src/tin\n\n" + vitest + vitest + " Test Files  1 failed (1)\n" +
				"      Tests  1 failed | 4 passed (5)\n   Duration  301ms\n"},
		{name: "rspec", command: "rspec", code: 1, says: []string{"1 failed, 2 passed"},
			output: noise + rspec + rspec + rspecEnd + rspecEnd},
		{name: "mocha", command: "mocha", code: 1, says: []string{"1 failed, 4 passed"},
			output: noise + "  4 passing (6ms)\n  1 failing\n\n" + mocha},
		{name: "playwright", command: "playwright test", code: 1, says: []string{"1 failed, 1 passed"},
			output: noise + "Running 2 tests using 1 worker\n\n" + playwright + playwright + "  1 failed\n" +
				"    [chromium] › a.spec.ts:3:5 › pours ───\n  1 passed (2s)\n"},
		{name: "gradle", command: "gradle test", code: 1, says: []string{"1 failed"}, hides: []string{"2 failed"},
			output: noise + gradle + "2 tests completed, 1 failed\n> Task :test FAILED\n\n" + gradle +
				"BUILD FAILED in 3s\n"},
		{name: "nextest", command: "cargo nextest run", code: 100, says: []string{"1 failed, 1 passed"},
			output: noise + "    Starting 2 tests across 1 binary (run ID: 1, nextest profile: default)\n" + nextest +
				"     Summary [   0.006s] 2 tests run: 1 passed, 1 failed, 0 skipped\n" + nextest +
				"error: test run failed\n"},
		{name: "maven", command: "mvn test", code: 1, says: []string{"1 failed, 3 passed"},
			output: noise + "[INFO]  T E S T S\n" + surefire + "[ERROR] Failures: \n" +
				"[ERROR]   PourTest.pours:25 1 != 2\n[ERROR] Tests run: 4, Failures: 1, Errors: 0, Skipped: 0\n" +
				"[INFO] BUILD FAILURE\n"},
		{name: "pytest", command: "pytest -v", code: 1, says: []string{"1 failed, 3 passed"},
			output: noise + "============================= test session starts ==============================\n" +
				"tin.py::test_pour FAILED                                  [100%]\n" +
				"=================================== FAILURES ===================================\n" + pytest +
				"=========================== short test summary info ============================\n" +
				"FAILED tin.py::test_pour - assert 1 == 2\n" +
				"========================= 1 failed, 3 passed in 0.01s ==========================\n"},
	})
}

// TestDiagnosticsInSeveralForms holds that diagnostics aren't counted as all while others in another form weren't
// understood.
func TestDiagnosticsInSeveralForms(t *testing.T) {
	noise := noise(100)
	testNumbers(t, []numbers{
		{name: "go vet", command: "go vet ./...", code: 1,
			output: noise +
				"vet: ./tin.go:12:5: undefined: total\n./tin.go:14:2: result of fmt.Sprint call not used\n" +
				"./tin.go:5: missing return\n",
			says: []string{"go: 2 errors in the part read"}},
		{name: "go vet, all of them", command: "go vet ./...", code: 1,
			output: noise + "# example.com/tin\n# [example.com/tin]\nvet: ./tin.go:12:5: undefined: total\n" +
				"./tin.go:14:2: result of fmt.Sprint call not used\n./tin.go:5: missing return\n",
			says: []string{"go: 3 errors"}, hides: []string{"in the part"}},
		{name: "go build that stops", command: "go build ./...", code: 1,
			output: noise + "# example.com/tin\n" + repeated(10, "\n", "tin.go:@:5: undefined: total@") +
				"\ntin.go:10:5: too many errors\n",
			says: []string{"go: 10 errors in the part read"}},
		{name: "notes of a compiler", command: "gcc -c tin.c", code: 1,
			output: noise + "tin.c:3:1: error: no tin\ntin.h:9:2: note: declared here\ntin.c:7:1: error: no lid\n",
			says:   []string{"2 errors"}, hides: []string{"in the part"}},
	})
}

// TestDaysAreOfOneKind holds that the records of a log are of one kind whatever the day and the month.
func TestDaysAreOfOneKind(t *testing.T) {
	var log strings.Builder
	for i := range 400 {
		day := []string{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"}[i%7]
		month := []string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul"}[i/60]
		fmt.Fprintf(&log, "[%s %s %02d 10:%02d:08 2026] [error] tin %d broke\n", day, month, 10+i%7, i%60, i)
	}
	testNumbers(t, []numbers{
		{name: "log", command: "cat error_log", output: log.String(), says: []string{"1 kind of record",
			"400x error tin 0 broke"}},
	})
}

// TestLinesOfNoForm holds that the entries of a listing and the matches of a search aren't counted as all where a line
// among them wasn't understood.
func TestLinesOfNoForm(t *testing.T) {
	files := ".:\ntotal 12\n" + repeated(100, "\n", "-rw-r--r-- 1 ada ada 12 Mar  2 09:00 a@.go") + "\n"
	matches := repeated(100, "\n", "src/a@.go:@:func pour(tin int) {}") + "\n"
	testNumbers(t, []numbers{
		{name: "ls", command: "ls -laR", output: files, says: []string{"100 files"}, hides: []string{"in the part"}},
		{name: "ls, a line of another form", command: "ls -laR",
			output: files + "-?????????? ? ?   ?    ?            ? odd\n", says: []string{"100 files",
				"in the part read"}},
		{name: "grep", command: "grep -rn tin .", output: matches, says: []string{"100 matches"},
			hides: []string{"in the part"}},
		{name: "grep, a line of another form", command: "grep -rn tin .", output: matches + "pouring at last\n",
			says: []string{"100 matches in 100 files in the part read"}},
	})
}

// TestEnvelopesAddUp holds that the lines which an agent writes around an output aren't counted as lines of it: those
// that are shown and those that are left out add up to its number.
func TestEnvelopesAddUp(t *testing.T) {
	header := "Chunk ID: a034cb\nWall time: 3.5000 seconds\nProcess exited with code 0\nOriginal token count: 11268\n" +
		"Output:\nTotal output lines: 199\n\n"
	body := repeated(50, "\n", "pouring tin number @ into the mould") +
		"\npouring tin num…900 tokens truncated…o the mould\n" + repeated(49, "\n",
		"pouring tin number 1@ into the mould")
	for _, budget := range []int{40, 80, 200} {
		cfg := summarize.Config{Enabled: true, Budget: budget}
		text := run(t, cfg, summarize.Request{Tool: "exec_command", Command: "./pour", Envelope: "codex",
			Stdout: []byte(header + body)}).
			LLMContent()
		lines := strings.Split(text, "\n")
		sum := strings.Count(text, "pouring")
		for _, l := range lines {
			var n int
			if _, err := fmt.Sscanf(l, "… %d line", &n); err == nil {
				sum += n
			}
			if _, err := fmt.Sscanf(l, "… the same line %d more times", &n); err == nil {
				sum += n
			}
		}
		if lines[0] != "100 lines in the part shown" || lines[1] != "… 7 header lines" || sum != 100 {
			t.Errorf("at %d, %d lines are shown or left out of 100:\n%s", budget, sum, text)
		}
	}
}

// TestWhoseSuccessIsDenied holds that an exit status contradicts a success only of the program that it belongs to, and
// not where the output itself says which step failed.
func TestWhoseSuccessIsDenied(t *testing.T) {
	const though = "though success is reported"
	green := "============================= test session starts ==============================\n" +
		repeated(200, "\n", "tin.py::test_@ PASSED") + "\n" +
		"============================= 200 passed in 0.01s ==============================\n"
	testNumbers(t, []numbers{
		{name: "its own", command: "pytest -v", code: 1, output: green, says: []string{though}},
		{name: "in a script", command: "./verify.sh", code: 1, output: green, hides: []string{though}},
		{name: "before another", command: "pytest -v && ./upload", code: 1, output: green, hides: []string{though}},
		{name: "a step of a job", command: "pytest -v", code: 1,
			output: green + "##[error]Process completed with exit code 1.\n", hides: []string{though}},
		{name: "a target of make", command: "pytest -v", code: 2,
			output: green + "make[1]: *** [Makefile:3: lint] Error 2\n", hides: []string{though}},
		{name: "a script of npm", command: "pytest -v", code: 1, output: green + "npm ERR! code ELIFECYCLE\n",
			hides: []string{though}},
		{name: "a script of bun", command: "pytest -v", code: 1,
			output: green + "error: script \"lint\" exited with code 1\n", hides: []string{though}},
	})
}

// TestBareRepositories: a listing of folders that end in .git names some of them.
func TestBareRepositories(t *testing.T) {
	var b strings.Builder
	for i := range 300 {
		fmt.Fprintf(&b, "/srv/git/shop%d.git\n", i)
	}
	r := run(t, summarize.Config{Enabled: true}, ran("find /srv/git -name '*.git' -type d", b.String(), 0))
	if text := r.LLMContent(); !strings.Contains(text, "shop3.git") {
		t.Errorf("few repositories are named:\n%s", text)
	}
}

// TestLineOfTypedef: the line with the name of a typedef has its own number, although the definition begins above.
func TestLineOfTypedef(t *testing.T) {
	var b strings.Builder
	b.WriteString("     1\ttypedef enum __sect {\n     2\t\tS_A = 0,\n     3\t\tS_B = 1,\n" +
		"     4\t\tS_C = 2,\n     5\t} sect;\n")
	for i := 6; i < 500; i++ {
		fmt.Fprintf(&b, "%6d\t#define X%d %d\n", i, i, i)
	}
	r, err := summarize.Summarize(t.Context(), summarize.Config{Enabled: true, Budget: 250}, summarize.Request{
		Tool: "exec", Command: "cat -n sect.h", Stdout: []byte(b.String()), Status: result.Status{Known: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(r.LLMContent(), "\n5→} sect;") {
		t.Errorf("line 5 hasn't its number:\n%s", r.LLMContent())
	}
}
