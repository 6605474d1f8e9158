package programs

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/genericdiag"
	"github.com/toktee/toktee/strategies/internal/documents"
	"github.com/toktee/toktee/strategies/report"
)

// told is what a report says, in a form that reads well in a table: "name | file:row:col | message".
type reported struct {
	Outcome  strategies.Outcome
	Counts   map[strategies.Key]int64
	Findings []string
	Distrust bool
	Part     bool // the numbers are of the part read
}

// runParser reads a text with one program, which no command line names.
func runParser(p report.Program, text string) report.Report { return runCall(p, report.Call{}, text) }

// runCall reads the text that a call of a program printed.
func runCall(p report.Program, c report.Call, text string) report.Report {
	reading := p.Read(c)
	for i, l := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		reading.Line(report.NewLine(i+1, l))
	}
	return reading.Report()
}

func tellReport(r report.Report) reported {
	if r.Distrust != "" {
		return reported{Distrust: true} // nothing else of it is used
	}
	out := reported{Outcome: r.Outcome, Counts: maps.Clone(r.Counts), Part: r.Part}
	maps.DeleteFunc(out.Counts, func(k strategies.Key, n int64) bool { return n == 0 && k != strategies.Passed })
	if len(out.Counts) == 0 {
		out.Counts = nil
	}
	for _, f := range r.Findings {
		s := f.Name + " | " + f.File
		if f.Row > 0 {
			s += fmt.Sprintf(":%d", f.Row)
		}
		if f.Col > 0 {
			s += fmt.Sprintf(":%d", f.Col)
		}
		if f.Warning {
			s += " | warning"
		}
		if f.Parent {
			s += " | parent"
		}
		out.Findings = append(out.Findings, s+" | "+f.Message)
	}
	return out
}

// corpusText is a captured output as a parser gets it.
func corpusText(t testing.TB, id string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(corpus, "raw", strings.ReplaceAll(id, "/", "_")))
	if err != nil {
		t.Fatal(err)
	}
	return string(clean.Bytes(raw))
}

type parserCase struct {
	name string
	id   string // a case of the corpus instead of a text
	text string
	want reported
}

func testParser(t *testing.T, p report.Program, cases []parserCase) {
	t.Helper()
	testCall(t, p, report.Call{}, cases)
}

// testCall compares what a program reports of some outputs of a call.
func testCall(t *testing.T, p report.Program, c report.Call, cases []parserCase) {
	for _, tt := range cases {
		t.Run(tt.name, func(t *testing.T) {
			text := tt.text
			if tt.id != "" {
				text = corpusText(t, tt.id)
			}
			if diff := cmp.Diff(tt.want, tellReport(runCall(p, c, text))); diff != "" {
				t.Errorf("mismatch (-want +got):\n%s", diff)
			}
			checkLines(t, runCall(p, c, text), strings.Count(strings.TrimSuffix(text, "\n"), "\n")+1)
		})
	}
}

// checkLines makes sure that a report speaks of lines that there are.
func checkLines(t *testing.T, r report.Report, total int) {
	t.Helper()
	line := func(what string, n int) {
		if n < 0 || n > total {
			t.Errorf("%s: line %d of %d", what, n, total)
		}
	}
	span := func(what string, s strategies.Span) {
		line(what, s.First)
		line(what, s.Last)
		if s.Last < s.First {
			t.Errorf("%s: %v falls", what, s)
		}
	}
	for _, f := range r.Findings {
		line("at", f.At)
		line("head", f.Head)
		for _, n := range f.Evidence {
			line("says", n)
		}
		span("span", f.Span)
	}
	for _, n := range append(append([]int{}, r.Summary...), r.Notes...) {
		line("summary", n)
	}
	span("region", r.Region)
	last := 0
	for _, s := range r.Noise {
		span("noise", s)
		if s.First <= last {
			t.Errorf("noise falls back to %d", s.First)
		}
		last = s.Last
	}
	for _, s := range r.Regions {
		span("regions", s)
	}
	for k, n := range r.Counts {
		if n < 0 {
			t.Errorf("%s is %d", k, n)
		}
	}
}

func TestDiagnostics(t *testing.T) {
	testParser(t, genericdiag.Diagnostics, []parserCase{
		{
			name: "places and blocks",
			text: `src/Calc.hs:11:18: Suggestion: Redundant bracket
Found:
  (eval a) + (eval b)

src/Golf.hs:8:8: Warning: Use map
Found:
  zipWith ith xs
`,
			want: reported{
				Findings: []string{
					" | src/Calc.hs:11:18 | Suggestion: Redundant bracket",
					" | src/Golf.hs:8:8 | Warning: Use map",
				},
			},
		},
		{
			name: "a blank ends the place",
			text: ".env:1 Leading space detected\napp/show.html.haml:34 [W] ObjectReference: avoid it\n",
			want: reported{
				Findings: []string{
					" | .env:1 | Leading space detected",
					" | app/show.html.haml:34 | [W] ObjectReference: avoid it",
				},
			},
		},
		{
			name: "the message stands below",
			text: "test.py:1 at module level:\n        D100: Missing docstring\ntest.py:18 in private class `meta`:\n" +
				"        D101: Docstring missing\n",
			want: reported{
				Findings: []string{
					" | test.py:1 | at module level: D100: Missing docstring",
					" | test.py:18 | in private class `meta`: D101: Docstring missing",
				},
			},
		},
		{
			name: "rows below a file's name",
			text: "renderer/style.css\n  46:3   ✖  Unexpected longhand\n  46:12  ⚠  Unexpected unit\n",
			want: reported{
				Findings: []string{
					" | renderer/style.css:46:3 | ✖  Unexpected longhand",
					" | renderer/style.css:46:12 | ⚠  Unexpected unit",
				},
			},
		},
		{
			name: "levels before a compiler's lines",
			text: "[info] Resolving a\n[info] Resolving b\n[error] src/F.scala:6: missing argument list\n[error] " +
				"Unapplied methods are converted.\n[error]   ^\n[warn] src/F.scala:4: private val is never used\n" +
				"[warn]   ^\n[error] one error found\n",
			want: reported{
				Findings: []string{
					" | src/F.scala:6 | missing argument list",
					" | src/F.scala:4 | private val is never used",
				},
			},
		},
		{
			name: "a log in which few lines have the form",
			text: "starting\nmain.go:12: listening\nconnected\nmain.go:13: closing\nbye\nand more\nand more\n",
			want: reported{},
		},
		{
			name: "addresses and times",
			text: "10.0.0.1:8080: refused\n12:01:59: started\n2024-01-01T10:00:00.123: up\n",
			want: reported{},
		},
		{name: "one alone", text: "a.c:1:2: warning: unused\n", want: reported{}},
		{name: "nothing", text: "", want: reported{}},
	})
}

func TestJUnit(t *testing.T) {
	testParser(t, documents.JUnit, []parserCase{
		{name: "gotestsum's", id: "gotest/junit-file-red", want: reported{
			Counts: map[strategies.Key]int64{strategies.Failed: 2, strategies.Passed: 7, strategies.Skipped: 1},
			Findings: []string{
				"example.com/ferry/tide TestRise/third_hour | tide_test.go:15 | Failed",
				"example.com/ferry/tide TestRise |  | Failed",
			},
		}},
		{
			name: "a failure with its text",
			text: "<testsuites tests=\"2\" failures=\"1\">\n<testsuite name=\"a\">\n<testcase classname=\"a.B\" " +
				"name=\"adds\" file=\"b.py\" line=\"7\">\n<failure message=\"1 != 2\">Traceback\n  b.py:9\n" +
				"</failure>\n</testcase>\n<testcase name=\"fine\"/>\n</testsuite>\n</testsuites>\n",
			want: reported{
				Counts:   map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 1},
				Findings: []string{"a.B adds | b.py:7 | 1 != 2"},
			},
		},
		{
			name: "in one line",
			text: "<testsuites><testsuite><testcase name=\"x\"><error message=\"boom\"/></testcase><testcase " +
				"name=\"y\"/></testsuite></testsuites>\n",
			want: reported{
				Counts:   map[strategies.Key]int64{strategies.Errors: 1, strategies.Passed: 1},
				Findings: []string{"x |  | boom"},
			},
		},
		{name: "cut", text: "<testsuites>\n<testsuite>\n<testcase name=\"x\">\n<failure mess", want: reported{}},
	})
}

// FuzzCompilers feeds any text to the programs that read compilers, build tools and their tests.
func FuzzCompilers(f *testing.F) {
	for _, s := range []string{
		"error[E0308]: mismatched types\n --> src/a.rs:1:2\n  |\n1 | x\n  | ^ here\n\nerror: could not compile `a`\n",
		"running 1 test\ntest a ... FAILED\n\nfailures:\n\n---- a stdout ----\nthread 'a' panicked at src/a.rs:1:2:\n" +
			"boom\n\nfailures:\n    a\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored\n",
		"a.c:1:2: error: x\n    1 | y\n      | ^\nmake: *** [Makefile:1: a.o] Error 1\n",
		"=== RUN   TestA\n    a_test.go:1: x\n--- FAIL: TestA (0.00s)\npanic: y\n\ngoroutine 1 [running]:\nmain.f()\n" +
			"\t/a/b.go:1 +0x1\nFAIL\tp\t0.1s\n",
		`{"Action":"output","Package":"p","Test":"T","Output":"--- FAIL: T (0.00s)\n"}`,
		"In a.sh line 4:\ncd $x\n   ^-- SC2086 (info): Quote.\n", "{\n \"$schema\": \"sarif\",\n \"results\": [\n  " +
			"{\n   \"text\": \"x\"\n  }\n",
		"1/2 Test #1: a ....***Failed 0.00 sec\n50% tests passed, 1 tests failed out of 2\n",
		"  FAIL [ 0.1s] (1/2) a b::c\n  Summary [ 0.1s] 2 tests run: 1 passed, 1 failed, 0 skipped\n",
		"<testsuite name=\"a\">\n<testcase name=\"b\"><failure message=\"c\">d\ne</failure></testcase>\n</testsuite>\n",
		"WARNING: DATA RACE\nRead at 0x1 by goroutine 1:\n  a.b()\n      /a.go:1 +0x1\n==================\n", "# " +
			"a/b\na.go:1:2: x\n\thave (y)\n",
	} {
		f.Add(s)
	}
	list := []report.Program{
		goTest,
		cargo,
		build,
		documents.CompilerJSON,
		ctest,
		golangci,
		shellcheck,
		documents.SARIF,
		documents.JUnit,
		genericdiag.Diagnostics,
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = string(clean.Bytes([]byte(s)))
		total := strings.Count(strings.TrimSuffix(s, "\n"), "\n") + 1
		for _, p := range list {
			checkLines(t, runParser(p, s), total)
		}
		d, lines := digest(t, "", s, status(nil))
		for _, w := range d.Warnings {
			if strings.Contains(w, "panic") {
				t.Error(w)
			}
		}
		last := 0
		for _, fact := range d.Facts {
			if fact.Span.First == 0 {
				continue
			}
			if fact.Span.First <= last || fact.Span.Last > len(lines) {
				t.Fatalf("span %v after line %d of %d", fact.Span, last, len(lines))
			}
			last = fact.Span.Last
		}
	})
}

// TestDiagnosticsTakeCodeThatIsNotIndented: a line of carets tells that the one above it is what the diagnostic speaks
// of.
func TestDiagnosticsTakeCodeThatIsNotIndented(t *testing.T) {
	const text = `lib/nest.rb:1:1: C: Style/FrozenStringLiteralComment: Missing magic comment.
def Nest(cells)
^
lib/nest.rb:1:5: C: Naming/MethodName: Use snake_case for method names.
def Nest(cells)
    ^^^^
lib/nest.rb:2:1: W: Lint/Other: Something else.
A line of another program
stands here
`
	var got [][]int
	for _, f := range runParser(genericdiag.Diagnostics, text).Findings {
		got = append(got, f.Evidence)
	}
	if diff := cmp.Diff([][]int{{2, 3}, {5, 6}, nil}, got); diff != "" {
		t.Errorf("lines of the findings mismatch (-want +got)\n%s", diff)
	}
}
