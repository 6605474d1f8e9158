package programs

import (
	"testing"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/internal/documents"
	"github.com/toktee/toktee/strategies/report"
)

// The texts of clang, lld and MSVC are those of their documentation; the others were captured.
func TestBuild(t *testing.T) {
	testCall(t, build, report.Call{Name: "make"}, []parserCase{
		{
			name: "make and gcc", id: "build/make-error",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 2, strategies.Warnings: 1},
				Findings: []string{
					" | src/ring.c:8:12 | ‘struct ring’ has no member named ‘haed’; did you mean ‘head’?",
					" | src/ring.c:23:24 | warning | returning ‘char *’ from a function with return type ‘int’ " +
						"makes integer from pointer without a cast [-Wint-conversion]",
					" | src/ring.c:32:23 | expected ‘;’ before ‘r’",
				},
			},
		},
		{
			name: "ld", id: "cc/gcc-linker",
			want: reported{
				Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Errors: 4},
				Findings: []string{
					" | main.c | undefined reference to `table_init'", " | main.c | undefined reference to `table_set'",
					" | main.c | undefined reference to `table_get'", " | main.c | undefined reference to `table_free'",
				},
			},
		},
		{
			name: "no rule", id: "build/make-no-target",
			want: reported{
				Outcome:  strategies.Fail,
				Counts:   map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{" |  | No rule to make target 'deploy'"},
			},
		},
		{
			name: "ninja", id: "build/ninja-error",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1, strategies.Warnings: 1},
				Findings: []string{
					" | /home/dev/project/src/table.c:12:23 | ‘const struct table’ has no member named ‘siz’; " +
						"did you mean ‘size’?",
					" | /home/dev/project/src/table.c:13:1 | warning | control reaches end of non-void function " +
						"[-Wreturn-type]",
				},
			},
		},
		{
			name: "cmake", id: "build/cmake-missing-package",
			want: reported{
				Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					` | CMakeLists.txt:8 | By not providing "FindGlaze.cmake" in CMAKE_MODULE_PATH this project has`,
				},
			},
		},
		{name: "cmake that ends well", id: "build/cmake-configure", want: reported{Outcome: strategies.Pass}},
		{name: "nothing to do", id: "build/make-nothing", want: reported{}},
		{
			name: "clang",
			text: "a.c:3:5: error: use of undeclared identifier 'x'\n    x = 1;\n    ^\n" +
				"a.c:4:1: warning: non-void function does not return a value [-Wreturn-type]\n}\n^\n" +
				"1 warning and 1 error generated.\n",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1, strategies.Warnings: 1},
				Findings: []string{
					" | a.c:3:5 | use of undeclared identifier 'x'",
					" | a.c:4:1 | warning | non-void function does not return a value [-Wreturn-type]",
				},
			},
		},
		{
			name: "lld",
			text: "ld.lld: error: undefined symbol: table_init\n>>> referenced by main.c:9\n" +
				"clang: error: linker command failed with exit code 1 (use -v to see invocation)\n",
			want: reported{
				Outcome:  strategies.Fail,
				Counts:   map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{" |  | undefined symbol: table_init"},
			},
		},
		{
			name: "MSVC", text: "main.cpp(12,3): error C2065: 'x': undeclared identifier\n",
			want: reported{
				Outcome:  strategies.Fail,
				Counts:   map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{" | main.cpp:12:3 | 'x': undeclared identifier"},
			},
		},
		{
			name: "warnings alone don't fail", text: "cc -c -o a.o a.c\na.c:1:2: warning: unused\n",
			want: reported{
				Counts:   map[strategies.Key]int64{strategies.Warnings: 1},
				Findings: []string{" | a.c:1:2 | warning | unused"},
			},
		},
		{
			name: "recursive make whose recipe says nothing",
			text: "make[1]: Entering directory '/w/a'\nboom\nmake[1]: *** [Makefile:2: all] Error 1\n" +
				"make[1]: Leaving directory '/w/a'\nmake: *** [Makefile:3: a] Error 2\n",
			want: reported{Outcome: strategies.Fail},
		},
		{name: "a failure that make ignores", text: "make: [Makefile:3: a] Error 1 (ignored)\n", want: reported{}},
		{name: "nothing", text: "", want: reported{}},
	})
	testParser(t, build, []parserCase{
		{
			name: "a compiler that was only asked",
			text: "a.c:1:2: error: no such type\ncollect2: error: ld returned 1 exit status\n" +
				"-- Build files have been written to: /w\n",
			want: reported{},
		},
	})
}

func TestCTest(t *testing.T) {
	testParser(t, ctest, []parserCase{
		{
			name: "red", id: "build/ctest-red",
			want: reported{
				Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 3},
				Findings: []string{"full | /home/dev/project/tests/test_full.c:9 | ring_push(&r, 2) is 0, want -1"},
			},
		},
		{
			name: "green",
			id:   "build/ctest-green",
			want: reported{Outcome: strategies.Pass, Counts: map[strategies.Key]int64{strategies.Passed: 4}},
		},
		{
			name: "quiet",
			text: "50% tests passed, 1 tests failed out of 2\n\nThe following tests FAILED:\n" +
				"\t  2 - deep (SEGFAULT)\nErrors while running CTest\n",
			want: reported{
				Outcome:  strategies.Fail,
				Counts:   map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 1},
				Findings: []string{"deep |  | SEGFAULT"},
			},
		},
		{
			name: "more is counted than told",
			text: "1/3 Test #1: a ...***Failed    0.00 sec\n33% tests passed, 2 tests failed out of 3\n",
			want: reported{Distrust: true},
		},
		{
			name: "killed",
			text: "Test project /w\n    Start 1: a\n1/2 Test #1: a ....   Passed    0.00 sec\n    Start 2: b\n",
			want: reported{},
		},
	})
}

func TestLintersOfGoAndShell(t *testing.T) {
	testParser(t, golangci, []parserCase{
		{name: "green", id: "lint/golangci-green", want: reported{Outcome: strategies.Pass}},
		{
			name: "a form with the source",
			text: "a/b.go:10:11: Error return value of `os.Remove` is not checked (errcheck)\n\tos.Remove(path)\n" +
				"\t         ^\n1 issues:\n* errcheck: 1\n",
			want: reported{
				Outcome:  strategies.Fail,
				Counts:   map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{" | a/b.go:10:11 | Error return value of `os.Remove` is not checked (errcheck)"},
			},
		},
		{
			name: "fewer are found than stated",
			text: "a/b.go:10:11: x (y)\n2 issues:\n* y: 2\n",
			want: reported{Distrust: true},
		},
		{
			name: "two runs", text: "a/b.go:10:11: x (y)\n1 issues:\n* y: 1\nc.go:1:2: z (y)\n1 issues:\n* y: 1\n",
			want: reported{
				Outcome:  strategies.Fail,
				Counts:   map[strategies.Key]int64{strategies.Errors: 2},
				Findings: []string{" | a/b.go:10:11 | x (y)", " | c.go:1:2 | z (y)"},
			},
		},
		{
			name: "json in one line",
			text: `{"Issues":[{"FromLinter":"unused","Text":"func f is unused",` +
				`"Pos":{"Filename":"a.go","Line":17,"Column":6}}],"Report":{}}` + "\n",
			want: reported{
				Outcome:  strategies.Fail,
				Counts:   map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{" | a.go:17:6 | func f is unused"},
			},
		},
		{
			name: "json that is cut",
			text: `{"Issues":[{"FromLinter":"unused","Text":"func f is unused",` +
				`"Pos":{"Filename":"a.go","Line":17,"Column":6}},{"FromLi` + "\n",
			want: reported{
				Counts:   map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{" | a.go:17:6 | func f is unused"},
				Part:     true,
			},
		},
	})
	testParser(t, shellcheck, []parserCase{
		{
			name: "source and carets",
			text: "\nIn deploy.sh line 7:\n    rm -rf $target/$f\n" +
				"           ^--------^ SC2115 (warning): Use \"${var:?}\".\n" +
				"           ^-----^ SC2086 (info): Double quote.\n\nDid you mean:\n    rm -rf \"$target\"\n\n" +
				"For more information:\n  https://www.shellcheck.net/wiki/SC2115 -- Use\n",
			want: reported{
				Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Warnings: 1},
				Findings: []string{` | deploy.sh:7 | Use "${var:?}".`, " | deploy.sh:7 | Double quote."},
			},
		},
		{
			name: "the form of gcc", text: "deploy.sh:5:10: error: Iterating over ls output. [SC2045]\n",
			want: reported{
				Outcome:  strategies.Fail,
				Counts:   map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{" | deploy.sh:5:10 | Iterating over ls output. [SC2045]"},
			},
		},
		{name: "green", text: "", want: reported{}},
	})
	testParser(t, documents.SARIF, []parserCase{
		{
			name: "in one line",
			id:   "lint/golangci-sarif",
			want: reported{Counts: map[strategies.Key]int64{strategies.Errors: 15}, Findings: sarifFindings(t)},
		},
		{
			name: "in many lines",
			text: "{\n  \"version\": \"2.1.0\",\n  \"$schema\": \"https://x/sarif-2.1.0.json\",\n  \"runs\": [\n" +
				"    {\n      \"results\": [\n        {\n          \"ruleId\": \"R1\",\n" +
				"          \"message\": {\n            \"text\": \"bad thing\"\n          },\n" +
				"          \"locations\": [\n            {\n              \"physicalLocation\": {\n" +
				"                \"artifactLocation\": {\n                  \"uri\": \"a/b.py\"\n" +
				"                },\n                \"region\": {\n                  \"startLine\": 7\n" +
				"                }\n              }\n            }\n          ]\n        }\n      ]\n    }\n" +
				"  ]\n}\n",
			want: reported{
				Counts:   map[strategies.Key]int64{strategies.Warnings: 1},
				Findings: []string{" | a/b.py:7 | bad thing"},
			},
		},
		{
			name: "other JSON",
			text: "{\n  \"a\": 1,\n  \"results\": [\n    {\n      \"text\": \"x\"\n    }\n  ]\n}\n",
			want: reported{},
		},
	})
}

// sarifFindings are the findings of the captured report, as the linter's own text form tells them.
func sarifFindings(t *testing.T) []string {
	t.Helper()
	r := runParser(golangci, corpusText(t, "lint/golangci-red"))
	var out []string
	for i := range r.Findings {
		f := r.Findings[i]
		if at := len(f.Message) - 1; at > 0 {
			f.Message = f.Message[:lastOpen(f.Message)-1]
		}
		out = append(out, tellReport(report.Report{Findings: []report.Finding{f}}).Findings...)
	}
	return out
}

func lastOpen(s string) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == '(' {
			return i
		}
	}
	return len(s)
}
