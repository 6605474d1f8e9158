package programs

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDiagnosticForms: where tools put a place that isn't the start of its line. What is left of the line is told with it.
func TestDiagnosticForms(t *testing.T) {
	tests := []struct {
		line string
		at   place
		bare string
	}{
		{"[proto/v1/user.proto:12:3] Field name is wrong", place{"proto/v1/user.proto", 12, 3}, "Field name is wrong"},
		{"[/src/store.go:12] - G104: Errors unhandled.", place{"/src/store.go", 12, 0}, "G104: Errors unhandled."},
		{"ERROR: src/pad.ts:3:14 - Missing semicolon", place{"src/pad.ts", 3, 14}, "ERROR: Missing semicolon"},
		{"e: file:///src/App.kt:3:14 Unresolved reference: foo", place{"/src/App.kt", 3, 14}, "e: Unresolved reference: foo"},
		{"e: /src/App.kt: (3, 14): Unresolved reference: foo", place{"/src/App.kt", 3, 14}, "e: Unresolved reference: foo"},
		{"%Warning-WIDTH: rtl/top.v:3:14: Operator expects 8 bits", place{"rtl/top.v", 3, 14}, "%Warning-WIDTH: Operator expects 8 bits"},
		{"  error • lib/main.dart:3:14 • The method isn't defined. • undefined_method", place{"lib/main.dart", 3, 14}, "error: The method isn't defined. • undefined_method"},
		{"src/pad.ts[3, 14]: missing semicolon", place{"src/pad.ts", 3, 14}, "missing semicolon"},
		{"src/main.nim(3, 14) Error: undeclared identifier: 'foo'", place{"src/main.nim", 3, 14}, "Error: undeclared identifier: 'foo'"},
		{"warning file=/src/A.scala message=Magic Number line=3 column=14", place{"/src/A.scala", 3, 14}, "warning message=Magic Number"},
		{"manifests/init.pp - WARNING: class not documented on line 3", place{"manifests/init.pp", 3, 0}, "WARNING: class not documented"},
		{"Bareword \"foo\" not allowed at lib/Foo.pm line 3.", place{"lib/Foo.pm", 3, 0}, "Bareword \"foo\" not allowed"},
		{"PHP Parse error:  syntax error in src/User.php on line 3", place{"src/User.php", 3, 0}, "PHP Parse error:  syntax error"},
		{"Warning 5 in main.tex line 3: Command terminated with space.", place{"main.tex", 3, 0}, "Warning 5 Command terminated with space."},
		{"lib/Foo.pm: Stricture disabled at line 3, column 14.  (Severity: 5)", place{"lib/Foo.pm", 3, 14}, "Stricture disabled (Severity: 5)"},
		{"error: Missing semicolon (semi) at src/index.js:3:14:", place{"src/index.js", 3, 14}, "error: Missing semicolon (semi)"},
		{"the meeting is on line 3", place{}, ""},
		{"done in 3 s, at line 4 of the plan", place{}, ""},
		{"[12:01:59] starting", place{}, ""},
		{"error: could not compile `a` due to 3 errors", place{}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			d, ok := diagnosticAt(tt.line)
			if d.at != tt.at || d.bare != tt.bare || ok != (tt.bare != "") {
				t.Errorf("diagnosticAt = %v, %q, %v, want %v, %q", d.at, d.bare, ok, tt.at, tt.bare)
			}
		})
	}
}

// TestDiagnosticsBelow: rows below a file's name, in the forms of tools that print no column, and what stands above its place.
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
`, []string{"/src/User.php:3 ERROR   | [x] Opening brace should be on a new line", "/src/User.php:14 WARNING | [ ] Line exceeds 85 characters; contains 121"}},
		{"rows and a count", "app/user.rb -- 2 warnings:\n  [3]:Irresponsible: User has no comment\n  [4, 14]:Duplicate: User calls 'a' 2 times\n", []string{"app/user.rb:3 Irresponsible: User has no comment", "app/user.rb:4 Duplicate: User calls 'a' 2 times"}},
		{"the message above", "name[missing]: All tasks should be named.\nsite.yml:3 Task/Handler: Install\n\nfqcn[action]: Use FQCN.\nroles/web.yml:14 Task/Handler: Copy\n",
			[]string{"site.yml:3 name[missing]: All tasks should be named.", "roles/web.yml:14 fqcn[action]: Use FQCN."}},
		{"the message above, an arrow before the place", "error: `teh` should be `the`\n  --> a.md:3:14\n  |\n3 | teh end\n  | ^^^\n  |\nerror: `adn` should be `and`\n  --> b.md:4:1\n  |\n4 | adn\n  | ^^^\n",
			[]string{"a.md:3 error: `teh` should be `the`", "b.md:4 error: `adn` should be `and`"}},
		{"the message above, in a frame", "┃ [R] → Modules should have a doc.\n┃       lib/a.ex:3:14 #(A)\n┃ [R] → Line is too long.\n┃       lib/b.ex:4:1 #(B)\n",
			[]string{"lib/a.ex:3 [R] → Modules should have a doc.", "lib/b.ex:4 [R] → Line is too long."}},
		{"the message above, with lines between", ">> Issue: [B602] shell=True\n   Severity: High\n   Location: ./a.py:3:14\n3\t    call(cmd)\n\n--------------\n>> Issue: [B101] assert\n   Severity: Low\n   Location: ./b.py:4:0\n4\t    assert x\n",
			[]string{"./a.py:3 >> Issue: [B602] shell=True", "./b.py:4 >> Issue: [B101] assert"}},
		{"keys", "Category: SQL\nMessage: Possible SQL injection\nFile: app/user.rb\nLine: 3\n\nCategory: XSS\nMessage: Unescaped value\nFile: app/show.erb\nLine: 14\n", []string{"app/user.rb:3 Possible SQL injection", "app/show.erb:14 Unescaped value"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, f := range runParser(diagnostics, tt.text).Findings {
				got = append(got, f.File+":"+itoa(f.Row)+" "+f.Message)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("findings mismatch (-want +got)\n%s", diff)
			}
		})
	}
}
