package search

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/strategies"
)

// hits is what rg -n prints of n matches in a file.
func hits(file string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s:%d:\tfoo(%d) // and what the line says besides\n", file, i+1, i)
	}
	return b.String()
}

// TestTable pins what comes above the matches: the files with the most.
func TestTable(t *testing.T) {
	many := ""
	for i := range 30 {
		many += hits(fmt.Sprintf("src/%c/f%02d.go", 'a'+i%3, i), 1+i%7)
	}
	tests := []struct {
		name, command, text string
		verdict             string
		rows                []string
	}{
		{
			"many files", "rg -n foo .", many, "Found 115 matches in 30 files, most in:",
			[]string{
				"src/a/f06.go 7", "src/a/f27.go 7", "src/b/f13.go 7", "src/c/f20.go 7", "src/a/f12.go 6",
			},
		},
		{
			"few files have headings that say it", "rg -n foo",
			hits("a.go", 9) + hits("b.go", 2) + hits("c.go", 3) + hits("d.go", 4),
			"Found 18 matches in 4 files: a.go 9, d.go 4, c.go 3", nil,
		},
		{"one match each", "rg -n foo", hits("a.go", 1) + hits("b.go", 1) + hits("c.go", 1) + hits("d.go", 1),
			"Found 4 matches in 4 files: a.go 1, b.go 1, c.go 1", nil},
		{"one file", "grep -n foo a.go",
			strings.ReplaceAll(hits("a.go", 50), "a.go:", ""), "Found 50 matches in 1 file", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := digest(t, commandInput(tt.command), tt.text)
			if err != nil {
				t.Fatal(err)
			}
			if d.Verdict[2] != tt.verdict && d.Verdict[1] != tt.verdict {
				t.Errorf("verdict is %q, want %q", d.Verdict, tt.verdict)
			}
			var rows []string
			for _, f := range d.Facts {
				if f.Kind == kindFile && f.Turn > 0 && f.Turn <= topRows {
					rows = append(rows, f.Text)
				}
			}
			if diff := cmp.Diff(tt.rows, rows); diff != "" {
				t.Errorf("rows mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// TestHeadingsCount: where few files match, the headings of their matches say how many.
func TestHeadingsCount(t *testing.T) {
	d, err := digest(t, commandInput("rg -n foo"), hits("a.go", 3)+hits("b.go", 2)+hits("c.go", 5)+hits("d.go", 2))
	if err != nil {
		t.Fatal(err)
	}
	var groups []string
	for _, f := range d.Facts {
		groups = append(groups, f.Group)
	}
	want := []string{"a.go", "b.go", "c.go", "d.go 2"} // the verdict has room for three
	if diff := cmp.Diff(want, slices.Compact(groups)); diff != "" {
		t.Errorf("headings mismatch (-want +got):\n%s", diff)
	}
}

// TestDefinitionsFirst: the line that defines what was searched for comes before the first matches of all files.
func TestDefinitionsFirst(t *testing.T) {
	tests := []struct{ command, text, first string }{
		{
			"rg -nw Round", "a.go:3:\tRound()\na.go:9:// Round it\nb.go:5:\tRound()\nb.go:7:func Round() {}\n",
			"7:func Round() {}",
		},
		{
			`rg -n 'type Store|NewStore\('`,
			"a.go:3:\tNewStore()\na.go:9:\tx := NewStore()\nb.go:5:type Store struct {\n",
			"5:type Store struct {",
		},
		{`grep -rn 'save\|load' .`,
			"a.py:3:    x.save()\na.py:9:    y.load()\nb.py:5:def save(self):\n", "5:def save(self):"},
		{"rg -n func", "a.go:3:func A() {}\na.go:9:func B() {}\nb.go:5:func C() {}\n", "3:func A() {}"},
		{"rg -n isinstance",
			"a.py:3:  isinstance(x)\na.py:4: isinstance(y)\nb.py:5:def test_isinstance():\n", "3:  isinstance(x)"},
	}
	for _, tt := range tests {
		t.Run(tt.command, func(t *testing.T) {
			d, err := digest(t, commandInput(tt.command), tt.text)
			if err != nil {
				t.Fatal(err)
			}
			first := slices.MinFunc(d.Facts, func(a, b strategies.Fact) int {
				return int(a.Rank)*1000 + int(a.Turn) - int(b.Rank)*1000 - int(b.Turn)
			})
			if !strings.HasSuffix(first.Text, tt.first) {
				t.Errorf("%q comes first, want %q", first.Text, tt.first)
			}
		})
	}
}

// TestLongLines: a long line is shown around its match first, whatever syntax the pattern has, and the rest of it after
// all other matches.
func TestLongLines(t *testing.T) {
	long := strings.Repeat("word ", 40) + "Save(x)" + strings.Repeat(" more", 40)
	for _, command := range []string{
		`rg -n 'Save\('`, `grep -rn 'Save(' .`, `grep -rnF 'Save(' .`, `rg -ni 'save\('`, `grep -rnE 'Load|Save' .`,
		`grep -rn 'Load\|Save' .`,
	} {
		t.Run(command, func(t *testing.T) {
			d, err := digest(t, commandInput(command), "a.go:12:"+long+"\na.go:14:Save(y)\n")
			if err != nil {
				t.Fatal(err)
			}
			f := d.Facts[0]
			if !strings.Contains(f.Brief, "Save(x)") || len(f.Brief) > aroundSize {
				t.Errorf("the brief is %q", f.Brief)
			}
			if f.Text[:f.Label] != "12:" || f.Rest != strategies.Context || !f.Whole {
				t.Errorf("label %q, rest %v, whole %v", f.Text[:f.Label], f.Rest, f.Whole)
			}
		})
	}
}
