package general

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/genericdiag"
	"github.com/toktee/toktee/strategies/report"
)

// textLines are the lines of a text.
type textLines []string

func (t textLines) Count() int { return len(t) }

func (t textLines) All() iter.Seq[strategies.Line] {
	return func(yield func(strategies.Line) bool) {
		for i, s := range t {
			if !yield(strategies.Line{N: i + 1, Text: s}) {
				return
			}
		}
	}
}

// foldLines folds diagnostics of which each line is one.
func foldLines(lines []string, findings []report.Finding) folding {
	return foldReport(lines, report.Report{Findings: findings})
}

func foldReport(lines []string, r report.Report) folding {
	reports := []parsed{{Report: r}}
	return fold(reports, roles(reports), textLines(lines), func(l strategies.Line) string { return l.Text },
		r.FormOnly)
}

func rowsOf(x folding) string {
	var sb strings.Builder
	for _, f := range x.facts {
		sb.WriteString(f.Text + "\n")
	}
	return sb.String()
}

func TestFold(t *testing.T) {
	tests := []struct {
		name, lines, want string
		head              int // the line that names the file of all, with its name
	}{
		{name: "messages with their places", lines: `
nodes/_reports.haml:14 [W] TrailingWhitespace: Line contains trailing whitespace
nodes/_reports.haml:19 [W] TrailingWhitespace: Line contains trailing whitespace
nodes/_reports.haml:20 [W] TrailingWhitespace: Line contains trailing whitespace
shared/_list.haml:3 [W] TrailingWhitespace: Line contains trailing whitespace
shared/_list.haml:8 [W] RubyComments: Use a comment of the language itself
shared/_item.haml:8 [W] RubyComments: Use a comment of the language itself
`, want: `[W] RubyComments: Use a comment of the language itself: shared/_list.haml:8,
 shared/_item.haml:8
[W] TrailingWhitespace: Line contains trailing whitespace: nodes/_reports.haml:14,
 nodes/_reports.haml:19 20, shared/_list.haml:3
`},
		{name: "one file, below its name", head: 1, lines: `
web/css/style.css
  46:12  ⚠  Unexpected unit   length-zero-no-unit
 145:16  ⚠  Unexpected unit   length-zero-no-unit
 146:13  ⚠  Unexpected unit   length-zero-no-unit
 151:17  ⚠  Unexpected unit   length-zero-no-unit
 152:13  ⚠  Unexpected unit   length-zero-no-unit
 152:3   ✖  Unexpected value  value-no-redundant
`, want: `web/css/style.css:152:3   ✖  Unexpected value  value-no-redundant
⚠  Unexpected unit   length-zero-no-unit: web/css/style.css:46:12,
 web/css/style.css:145:16 146:13 151:17 152:13
`},
		{name: "a single directory stays", lines: `
src/a.ts(3,30): error TS2322: Type 'string' is not assignable to type 'number'.
src/b.ts(3,30): error TS2322: Type 'string' is not assignable to type 'number'.
src/c.ts(3,30): error TS2322: Type 'string' is not assignable to type 'number'.
src/d.ts(3,30): error TS2322: Type 'string' is not assignable to type 'number'.
src/d.ts(4,30): error TS2322: Type 'string' is not assignable to type 'number'.
`, want: `error TS2322: Type 'string' is not assignable to type 'number'.: src/a.ts:3,30,
 src/b.ts:3,30, src/c.ts:3,30, src/d.ts:3,30 4,30
`},
		{name: "the only ones of their kind, as they are, before those that repeat", lines: `
lib/pool.lua:7:3: unused x
lib/pool.lua:14:6: unused x
lib/pool.lua:21:9: unused x
lib/pool.lua:28:12: unused x
lib/pool.lua:200:1: line is too long
lib/pool.lua:202:1: unused y in f
lib/pool.lua:203:1: unused x
lib/pool.lua:204:1: unused x
lib/pool.lua:205:1: unused x
lib/pool.lua:206:1: unused x
`, want: `lib/pool.lua:200:1: line is too long
lib/pool.lua:202:1: unused y in f
unused x: lib/pool.lua:7:3 14:6 21:9 28:12 203:1 204:1,
 lib/pool.lua:205:1 206:1
`},
		{name: "nothing to save", lines: `
a.c:1:1: error: one thing is wrong here
b.c:2:1: error: another thing is wrong there
c.c:3:1: error: a third thing is wrong elsewhere
d.c:4:1: error: a fourth thing isn't right
`},
		{name: "few", lines: `
src/a.c:1:1: error: the same thing is wrong
src/b.c:2:1: error: the same thing is wrong
src/c.c:3:1: error: the same thing is wrong
`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			lines := strings.Split(strings.Trim(tt.lines, "\n"), "\n")
			var findings []report.Finding
			for i, l := range lines {
				if i+1 == tt.head {
					continue
				}
				f := report.Finding{At: i + 1}
				if tt.head > 0 {
					f.File, f.Head = lines[tt.head-1], tt.head
					fmt.Sscanf(strings.TrimSpace(l), "%d:%d", &f.Row, &f.Col)
				} else {
					end := strings.IndexAny(l, ":(")
					f.File = l[:end]
					fmt.Sscanf(l[end+1:], "%d", &f.Row)
				}
				findings = append(findings, f)
			}
			if diff := cmp.Diff(tt.want, rowsOf(foldLines(lines, findings))); diff != "" {
				t.Errorf("fold mismatch (-want +got)\n%s", diff)
			}
		})
	}
}

func TestTakePlace(t *testing.T) {
	tests := []struct {
		line        string
		finding     report.Finding
		at, message string
	}{
		{"a/b.go:12:3: undefined: x", report.Finding{File: "a/b.go", Row: 12, Col: 3}, "12:3", "undefined: x"},
		{"a/b.ts(12,3): error TS1: no", report.Finding{File: "a/b.ts", Row: 12, Col: 3}, "12,3", "error TS1: no"},
		{"a/b.ts:12:3 - error TS1: no", report.Finding{File: "a/b.ts", Row: 12, Col: 3}, "12:3", "error TS1: no"},
		{"a.haml:33 [W] Rule: text", report.Finding{File: "a.haml", Row: 33}, "33", "[W] Rule: text"},
		{"[error] a.scala:6: missing", report.Finding{File: "a.scala", Row: 6}, "6", "[error] missing"},
		{"a.hs:3:4-10: Warning: Use x", report.Finding{File: "a.hs", Row: 3, Col: 4}, "3:4-10", "Warning: Use x"},
		{"aa.c:3: near a.c:3: no", report.Finding{File: "a.c", Row: 3}, "3", "aa.c:3: near no"},
		{"a.c:31: no", report.Finding{File: "a.c", Row: 3}, "3", "a.c:31: no"}, // another row: the line stays whole
		{"error[E1]: mismatched types", report.Finding{File: "src/a.rs", Row: 3, Col: 5}, "3:5",
			"error[E1]: mismatched types"},
		{"a.js: line 3, col 5, Error - No var.", report.Finding{File: "a.js", Row: 3, Col: 5}, "3:5",
			"Error - No var."},
		{"a.js: line 3, Error - No var.", report.Finding{File: "a.js", Row: 3}, "3", "Error - No var."},
		{"  46:3   ✖  Unexpected unit", report.Finding{File: "a.css", Row: 46, Col: 3, At: 2, Head: 1}, "46:3",
			"✖  Unexpected unit"},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			d := takePlace(tt.line, &tt.finding)
			if d.file != tt.finding.File || d.at != tt.at || d.message != tt.message {
				t.Errorf("takePlace(%q) = %q, %q, %q, want %q, %q, %q", tt.line, d.file, d.at, d.message,
					tt.finding.File, tt.at, tt.message)
			}
		})
	}
}

// unfoldRows reads the dense form as a reader would, and returns each diagnostic as "file|place|message".
func unfoldRows(t *rapid.T, text string) []string {
	rows := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	var out []string
	message, file := "", ""
	places := func(s string) {
		for _, p := range strings.Fields(s) {
			p = strings.TrimSuffix(p, ",")
			if f, at, ok := strings.Cut(p, ":"); ok && strings.Contains(f, ".") {
				file, p = f, at
			}
			out = append(out, file+"|"+p+"|"+message)
		}
	}
	for _, r := range rows {
		i := strings.Index(r, "says ") // every message opens with it, and none holds a colon
		switch {
		case i < 0:
			places(r)
		case i == 0: // a message, its places behind
			m, rest, _ := strings.Cut(r, ":")
			message = m
			places(rest)
		default:
			message = r[i:]
			places(strings.TrimSuffix(strings.TrimSpace(r[:i]), ":"))
		}
	}
	return out
}

// TestFoldLosesNothing reads every diagnostic back from the dense form.
func TestFoldLosesNothing(t *testing.T) {
	folded, drawn := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		drawn++
		files := rapid.SampledFrom([][]string{
			{"src/a.x", "src/b.x", "src/c.x"},
			{"lib/views/a.x", "lib/views/deep/b.x", "lib/views/c.x"},
			{"/home/dev/views/a.x", "/home/dev/views/deep/b.x"},
			{"lib/one.x"},
		}).Draw(t, "files")
		var lines, want []string
		var findings []report.Finding
		for i := range rapid.IntRange(4, 60).Draw(t, "diagnostics") {
			f := report.Finding{File: rapid.SampledFrom(files).Draw(t, "file"), Row: rapid.IntRange(1, 200).Draw(t,
				"row"), At: i + 1}
			f.Warning = rapid.Bool().Draw(t, "warning")
			m := fmt.Sprintf("says that kind %d of all things is not what it should be", rapid.IntRange(0, 5).Draw(t,
				"kind"))
			lines = append(lines, fmt.Sprintf("%s:%d: %s", f.File, f.Row, m))
			want = append(want, fmt.Sprintf("%s|%d|%s", f.File, f.Row, m))
			findings = append(findings, f)
		}
		x := foldLines(lines, findings)
		if len(x.facts) == 0 {
			return
		}
		folded++
		got := unfoldRows(t, rowsOf(x))
		slices.Sort(got)
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the dense form loses something (-want +got)\n%s\n%s", diff, rowsOf(x))
		}
	})
	if folded == 0 { // more than half are; a share of the few that short runs draw is missed by chance
		t.Errorf("none of %d outputs was folded", drawn)
	}
}

// TestFoldKeepsErrorsFirst: a warning comes after all errors, however often it comes.
func TestFoldKeepsErrorsFirst(t *testing.T) {
	var lines []string
	var findings []report.Finding
	for i := range 30 {
		warning := i != 20 && i != 25
		m := "warning: the same old story, told again and again"
		if !warning {
			m = "error: something that has to be mended before all else is"
		}
		f := report.Finding{File: fmt.Sprintf("src/deep/f%d.c", i), Row: i + 1, At: i + 1, Warning: warning}
		lines = append(lines, fmt.Sprintf("%s:%d: %s", f.File, f.Row, m))
		findings = append(findings, f)
	}
	x := foldLines(lines, findings)
	var ranks []strategies.Rank
	for _, f := range x.facts {
		if len(ranks) == 0 || ranks[len(ranks)-1] != f.Rank {
			ranks = append(ranks, f.Rank)
		}
	}
	if len(x.facts) < 2 || !strings.HasPrefix(x.facts[0].Text, "error: ") || ranks[0] != strategies.Critical {
		t.Errorf("ranks %v, want the errors first\n%s", ranks, rowsOf(x))
	}
}

// TestFoldKeepsErrorsFirstByTheirWords: the same if only the messages distinguish errors from warnings.
func TestFoldKeepsErrorsFirstByTheirWords(t *testing.T) {
	var lines []string
	var findings []report.Finding
	for i := range 12 {
		f := report.Finding{File: fmt.Sprintf("src/deep/f%d.java", i), Row: i + 1, At: i + 1}
		m := "[WARN] Short."
		if i >= 9 {
			m = "[ERROR] A much longer message, which few of the files have, and not one of them is new."
			f.File = "src/deep/f0.java"
		}
		lines = append(lines, fmt.Sprintf("%s:%d: %s", f.File, f.Row, m))
		findings = append(findings, f)
	}
	x := foldLines(lines, findings)
	if len(x.facts) < 2 || !strings.HasPrefix(x.facts[0].Text, "[ERROR] ") {
		t.Errorf("want the errors first\n%s", rowsOf(x))
	}
}

// TestFoldKeepsPlacesApart: a row that follows other words, below its file, isn't joined with the file.
func TestFoldKeepsPlacesApart(t *testing.T) {
	lines := []string{"app/models/user.rb -- 6 warnings:"}
	var findings []report.Finding
	for i := range 6 {
		lines = append(lines, fmt.Sprintf("  [%d]:Irresponsible: User has no descriptive comment", 100+i))
		findings = append(findings, report.Finding{File: "app/models/user.rb", Row: 100 + i, At: i + 2, Head: 1,
			Bare: "Irresponsible: User has no descriptive comment"})
	}
	lines = append(lines, "app/models/order.rb -- 1 warning:", "  [7]:Irresponsible: User has no descriptive comment")
	findings = append(findings, report.Finding{File: "app/models/order.rb", Row: 7, At: 9, Head: 8,
		Bare: "Irresponsible: User has no descriptive comment"})
	if got := rowsOf(foldLines(lines, findings)); got != "" {
		t.Errorf("fold = %q, want the lines as they are", got)
	}
}

// TestFoldShaped: the rows of diagnostics that are known by their form alone. The gravest come first, as the output has
// them; a short row has the base name of the file and the message without the signs around it.
func TestFoldShaped(t *testing.T) {
	type line struct {
		text, says string
		level      report.Level
	}
	lines := []line{
		{`"src/main/lint.c", line 7: warning (dcc:1521): missing return expression`, "missing return expression",
			report.LevelWarning},
		{`"src/main/main.c", line 5: error (dcc:1025): division by zero in the middle of it`,
			"division by zero in the middle of it", report.LevelError},
		{`"src/test/main.c", line 9: error (dcc:1378): no f5`, "no f5", report.LevelError},
		{`ld: 0711-317 ERROR: Undefined symbol`, "Undefined symbol", report.LevelError},
	}
	places := []struct {
		file string
		row  int
	}{{"src/main/lint.c", 7}, {"src/main/main.c", 5}, {"src/test/main.c", 9}, {}}
	var texts []string
	var findings []report.Finding
	for i, l := range lines {
		_, bare, _ := strings.Cut(l.text, ": ")
		if places[i].file == "" {
			bare = l.text
		}
		texts = append(texts, l.text)
		findings = append(findings, report.Finding{
			File: places[i].file, Row: places[i].row, Message: bare, Bare: bare, At: i + 1, Level: l.level,
			Says: l.says,
		})
	}
	x := foldReport(texts, report.Report{FormOnly: true, Findings: findings})
	var got []string
	for _, f := range x.facts {
		got = append(got, f.Short+" <- "+f.Text)
	}
	want := []string{
		` <- "src/main/main.c", line 5: error (dcc:1025): division by zero in the middle of it`,
		` <- "src/test/main.c", line 9: error (dcc:1378): no f5`,
		" <- ld: 0711-317 ERROR: Undefined symbol",
		"lint.c:7: missing return expression <- src/main/lint.c:7: warning (dcc:1521): missing return expression",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows mismatch (-want +got)\n%s", diff)
	}
}

// TestFirstErrorLeads: the first row of an earlier error comes before errors that are shown as they are, also if the
// earlier one repeats.
func TestFirstErrorLeads(t *testing.T) {
	lines := []string{
		"src/a.c:1:10: fatal error: 'config.h' file not found",
		"src/b.c:1:10: fatal error: 'config.h' file not found",
	}
	for i := range 12 {
		lines = append(lines, fmt.Sprintf("src/deep/mod.c:%d:5: error: unknown type name of a declaration", i+2))
	}
	lines = append(lines, "src/deep/z.c:9:3: error: a member isn't usable")
	var findings []report.Finding
	for i, l := range lines {
		file, rest, _ := strings.Cut(l, ":")
		f := report.Finding{File: file, At: i + 1, Level: report.LevelError}
		fmt.Sscanf(rest, "%d", &f.Row)
		findings = append(findings, f)
	}
	x := foldLines(lines, findings)
	if len(x.facts) < 3 || !strings.HasPrefix(x.facts[0].Text, "fatal error: 'config.h'") ||
		x.facts[1].Text != lines[len(lines)-1] {
		t.Errorf("got\n%s", rowsOf(x))
	}
	if x.facts[0].Row <= x.facts[1].Row {
		t.Error("on the page, the rows of a group don't come together")
	}
}

// TestOwnLineHasItsMessage: a place below its message isn't shown without it.
func TestOwnLineHasItsMessage(t *testing.T) {
	var lines []string
	var findings []report.Finding
	for i := range 12 {
		m := "error: missing documentation for a field"
		if i == 11 {
			m = "error: cannot find value `zed` in this scope"
		}
		lines = append(lines, m, fmt.Sprintf("  --> src/mod.rs:%d:9", i+3))
		findings = append(findings, report.Finding{
			File: "src/mod.rs", Row: i + 3, Col: 9, Head: 2*i + 1, At: 2*i + 2, Bare: m, Level: report.LevelError,
		})
	}
	const want = "src/mod.rs:14:9: error: cannot find value `zed`"
	if got := rowsOf(foldLines(lines, findings)); !strings.Contains(got, want) {
		t.Errorf("%s isn't in\n%s", want, got)
	}
}

// TestNumberOfDiagnostics: the line with the number of all comes before the later places of a long list.
func TestNumberOfDiagnostics(t *testing.T) {
	var text strings.Builder
	for i := range 60 {
		fmt.Fprintf(&text, "docs/page%d.md:4 error MD032/lists Lists should be surrounded by blank lines\n", i)
	}
	text.WriteString("Summary: 60 error(s)\n")
	in := &strategies.Input{Family: strategies.FamilyExec, Status: result.Status{Known: true, Code: 1}}
	c := strategies.NewCollector(false)
	if err := New(genericdiag.New(nil)).Digest(t.Context(), in, strategies.NewText(text.String()), c); err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(c.Digest().Facts, func(f strategies.Fact) bool {
		return f.Rank == strategies.Critical && !f.Second && f.Text == "Summary: 60 error(s)"
	}) {
		t.Error("the number of all isn't critical")
	}
}

// TestWithoutStray: a few lines of a known form among many others count only if they are the failure.
func TestWithoutStray(t *testing.T) {
	few := parsed{Report: report.Report{FormOnly: true, Among: true}}
	test := []mark{{class: clsTest}}
	tests := []struct {
		name    string
		reports []parsed
		marks   []mark
		failed  bool
		want    int
	}{
		{"what failed", []parsed{few}, nil, true, 1},
		{"nothing is known to have failed", []parsed{few}, nil, false, 0},
		{"a test failed", []parsed{few}, test, true, 0},
		{"beside a report", []parsed{{}, few}, nil, true, 1},
		{"most lines have the form", []parsed{{Report: report.Report{FormOnly: true}}}, test, false, 1},
	}
	for _, tt := range tests {
		if got := len(withoutStray(tt.reports, tt.marks, tt.failed)); got != tt.want {
			t.Errorf("%s: %d reports are left, want %d", tt.name, got, tt.want)
		}
	}
}

// TestUnratedErrorsFirst: if only warnings name their level, the other diagnostics are the errors and come first.
func TestUnratedErrorsFirst(t *testing.T) {
	groupOf := func(level report.Level) group {
		d := &placed{finding: &report.Finding{File: "a.erl", Level: level}}
		return group{list: []*placed{d}, rows: []row{{diagnostics: []*placed{d}}}}
	}
	first := func(levels ...report.Level) report.Level {
		var groups []group
		for _, l := range levels {
			groups = append(groups, groupOf(l))
		}
		return ordered(groups)[0].list[0].finding.Level
	}
	if got := first(report.LevelWarning, report.Unrated); got != report.Unrated {
		t.Errorf("beside warnings, level %d comes first, want the unrated", got)
	}
	if got := first(report.Unrated, report.LevelError, report.LevelWarning); got != report.LevelError {
		t.Errorf("beside an error, level %d comes first, want the error", got)
	}
}
