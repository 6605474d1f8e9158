package genericdiag

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies/report"
)

// TestDiagnosticForms: places that aren't at the start of their lines. The rest of the line is the message.
func TestDiagnosticForms(t *testing.T) {
	tests := []struct {
		line string
		at   parse.Place
		bare string
	}{
		{"[proto/v1/user.proto:12:3] Field name is wrong", at("proto/v1/user.proto", 12, 3), "Field name is wrong"},
		{"[/src/store.go:12] - G104: Errors unhandled.", at("/src/store.go", 12, 0), "G104: Errors unhandled."},
		{"ERROR: src/pad.ts:3:14 - Missing semicolon", at("src/pad.ts", 3, 14), "ERROR: Missing semicolon"},
		{
			"e: file:///src/App.kt:3:14 Unresolved reference: foo",
			at("/src/App.kt", 3, 14),
			"e: Unresolved reference: foo",
		},
		{
			"e: /src/App.kt: (3, 14): Unresolved reference: foo",
			at("/src/App.kt", 3, 14),
			"e: Unresolved reference: foo",
		},
		{
			"%Warning-WIDTH: rtl/top.v:3:14: Operator expects 8 bits",
			at("rtl/top.v", 3, 14),
			"%Warning-WIDTH: Operator expects 8 bits",
		},
		{
			"  error • lib/main.dart:3:14 • The method isn't defined. • undefined_method",
			at("lib/main.dart", 3, 14),
			"error: The method isn't defined. • undefined_method",
		},
		{"src/pad.ts[3, 14]: missing semicolon", at("src/pad.ts", 3, 14), "missing semicolon"},
		{
			"src/main.nim(3, 14) Error: undeclared identifier: 'foo'",
			at("src/main.nim", 3, 14),
			"Error: undeclared identifier: 'foo'",
		},
		{
			"warning file=/src/A.scala message=Magic Number line=3 column=14",
			at("/src/A.scala", 3, 14),
			"warning message=Magic Number",
		},
		{
			"manifests/init.pp - WARNING: class not documented on line 3",
			at("manifests/init.pp", 3, 0),
			"WARNING: class not documented",
		},
		{"Bareword \"foo\" not allowed at lib/Foo.pm line 3.", at("lib/Foo.pm", 3, 0), "Bareword \"foo\" not allowed"},
		{
			"PHP Parse error:  syntax error in src/User.php on line 3",
			at("src/User.php", 3, 0),
			"PHP Parse error:  syntax error",
		},
		{
			"Warning 5 in main.tex line 3: Command terminated with space.",
			at("main.tex", 3, 0),
			"Warning 5 Command terminated with space.",
		},
		{
			"lib/Foo.pm: Stricture disabled at line 3, column 14.  (Severity: 5)",
			at("lib/Foo.pm", 3, 14),
			"Stricture disabled (Severity: 5)",
		},
		{
			"error: Missing semicolon (semi) at src/index.js:3:14:",
			at("src/index.js", 3, 14),
			"error: Missing semicolon (semi)",
		},
		{"the meeting is on line 3", at("", 0, 0), ""},
		{"done in 3 s, at line 4 of the plan", at("", 0, 0), ""},
		{"[12:01:59] starting", at("", 0, 0), ""},
		{"error: could not compile `a` due to 3 errors", at("", 0, 0), ""},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			d, ok := allForms(nil).diagnosticAt(tt.line)
			if d.At != tt.at || d.Bare != tt.bare || ok != (tt.bare != "") {
				t.Errorf("diagnosticAt = %v, %q, %v, want %v, %q", d.At, d.Bare, ok, tt.at, tt.bare)
			}
		})
	}
}

// TestDiagnosticsBelow: rows below a file's name, in the forms of tools that print no column, and messages above their
// places.
func TestDiagnosticsBelow(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"a table below a file's name", `
FILE: /src/User.php
----------------------------------------------------------------------
FOUND 1 ERROR AND 1 WARNING AFFECTING 2 LINES
----------------------------------------------------------------------
  3 | ERROR   | [x] Opening brace should be on a new line
 14 | WARNING | [ ] Line exceeds 85 characters; contains 121
    |         |     characters
----------------------------------------------------------------------
`, []string{
			"/src/User.php:3 ERROR   | [x] Opening brace should be on a new line",
			"/src/User.php:14 WARNING | [ ] Line exceeds 85 characters; contains 121",
		}},
		{
			"rows and a count",
			"app/user.rb -- 2 warnings:\n  [3]:Irresponsible: User has no comment\n" +
				"  [4, 14]:Duplicate: User calls 'a' 2 times\n",
			[]string{
				"app/user.rb:3 Irresponsible: User has no comment",
				"app/user.rb:4 Duplicate: User calls 'a' 2 times",
			},
		},
		{
			"the message above",
			"name[missing]: All tasks should be named.\nsite.yml:3 Task/Handler: Install\n\n" +
				"fqcn[action]: Use FQCN.\nroles/web.yml:14 Task/Handler: Copy\n\n2 problems\n",
			[]string{
				"site.yml:3 name[missing]: All tasks should be named.",
				"roles/web.yml:14 fqcn[action]: Use FQCN.",
			},
		},
		{
			"the message above, an arrow before the place",
			"error: `teh` should be `the`\n  --> a.md:3:14\n  |\n3 | teh end\n  | ^^^\n  |\n" +
				"error: `adn` should be `and`\n  --> b.md:4:1\n  |\n4 | adn\n  | ^^^\n2 problems\n",
			[]string{"a.md:3 error: `teh` should be `the`", "b.md:4 error: `adn` should be `and`"},
		},
		{
			"the message above, in a frame",
			"┃ [R] → Modules should have a doc.\n┃       lib/a.ex:3:14 #(A)\n┃ [R] → Line is too long.\n" +
				"┃       lib/b.ex:4:1 #(B)\n2 problems\n",
			[]string{"lib/a.ex:3 [R] → Modules should have a doc.", "lib/b.ex:4 [R] → Line is too long."},
		},
		{
			"the message above, with lines between",
			">> Issue: [B602] shell=True\n   Severity: High\n   Location: ./a.py:3:14\n3\t    call(cmd)\n\n" +
				"--------------\n>> Issue: [B101] assert\n   Severity: Low\n   Location: ./b.py:4:0\n" +
				"4\t    assert x\n\n2 problems\n",
			[]string{"./a.py:3 >> Issue: [B602] shell=True", "./b.py:4 >> Issue: [B101] assert"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, f := range read(tt.text).Findings {
				got = append(got, f.File+":"+strconv.Itoa(f.Row)+" "+f.Message)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("findings mismatch (-want +got)\n%s", diff)
			}
		})
	}
}

// TestDiagnosticAt: the forms of places at the start of a line.
func TestDiagnosticAt(t *testing.T) {
	tests := []struct {
		line, message string
		want          parse.Place
	}{
		{"a/b.hs:3:14: Warning: Use map", "Warning: Use map", at("a/b.hs", 3, 14)},
		{"a.haml:33 [W] Rule: text", "[W] Rule: text", at("a.haml", 33, 0)},
		{"/src/a.js: line 3, col 14, Error - No var. (no-var)", "Error - No var. (no-var)", at("/src/a.js", 3, 14)},
		{"a.js: line 3, Error - No var.", "Error - No var.", at("a.js", 3, 0)},
		{"a.js: line up, please", "", at("", 0, 0)},
		{"the server: line 3, col 14, is busy", "", at("", 0, 0)},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			d, ok := allForms(nil).diagnosticAt(tt.line)
			place, msg := d.At, d.Message
			if place != tt.want || msg != tt.message || ok != (tt.message != "") {
				t.Errorf("allForms(nil).diagnosticAt(%q) = %v, %q, %v, want %v, %q",
					tt.line, place, msg, ok, tt.want, tt.message)
			}
		})
	}
}

func TestDiagnosticsAreOver(t *testing.T) {
	p, run := &diagnosticParser{forms: allForms(nil)}, report.NewRun(report.Nowhere)
	for i := 1; i <= diagnosticTrial+1; i++ {
		p.Line(report.NewLine(i, "a line of a log"), run)
	}
	if !p.Over() {
		t.Error("a log without a diagnostic is read on")
	}
}

func at(file string, row, col int) parse.Place { return parse.Place{File: file, Row: row, Col: col} }

// read returns the report of a text by the form of its lines.
func read(text string) report.Report {
	reading := Diagnostics.Read(report.Call{})
	for i, l := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		reading.Line(report.NewLine(i+1, l))
	}
	return reading.Report()
}

// TestNoDiagnostics: lines of a log and passed tests name a place, but no problem.
func TestNoDiagnostics(t *testing.T) {
	for _, form := range []string{
		"DEBUG util.py:45%d: connecting", "cart_test.c:3%d:P:core:adds:0: Passed",
		"site_test.cpp:1%d: SUCCESS: CHECK( total(2) == 14 ) is correct!", "cart_test.c:3%d: pass: adds",
		"✓ src/cart.test.js:1%d handles an error", "ok spec/cart.rb:%d: rejects a bad total",
		"  |   File \"/home/dev/shop/cart%d.py\", line 8, in add",
		"print(names(sys.argv[%d1]).split('.'))",
	} {
		var text strings.Builder
		for i := range 9 {
			text.WriteString(strings.ReplaceAll(form, "%d", strconv.Itoa(i)) + "\n")
		}
		if found := read(text.String()).Findings; len(found) > 0 {
			t.Errorf("%d findings in lines such as %q", len(found), form)
		}
	}
}
