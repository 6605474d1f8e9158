package programs

import (
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/strategies"
)

func TestSemgrep(t *testing.T) {
	const head = "\n    app/views.py\n   ❯❯❱ python.eval\n          Detected eval().\n          Details: " +
		"https://rules.example/r\n\n           20┆ eval(a)\n           21┆ more\n            " +
		"⋮┆----------------------------------------\n           31┆ eval(b)\n\n"
	testParser(t, semgrep, []parserCase{
		{
			name: "two places of a rule", text: head + "Ran 214 rules on 41 files: 2 findings.\n",
			want: reported{
				Counts:   map[strategies.Key]int64{strategies.Entries: 2},
				Findings: []string{" | app/views.py:20 | Detected eval().", " | app/views.py:31 | Detected eval()."},
			},
		},
		{
			name: "its number is another",
			text: head + "Ran 214 rules on 41 files: 3 findings.\n",
			want: reported{Distrust: true},
		},
		{name: "nothing was found", text: "Ran 214 rules on 41 files: 0 findings.\n"},
	})
}

func TestGitleaks(t *testing.T) {
	testParser(t, gitleaks, []parserCase{
		{
			name: "a record", text: "Finding:     token: REDACTED\nSecret:      REDACTED\nRuleID:      github-pat\n" +
				"Entropy:     3.1\nFile:        a/b.yml\nLine:        4\nCommit:      00\nAuthor:      Ann: Lee\n\n" +
				"10:00AM WRN leaks found: 1\n",
			want: reported{
				Outcome:  strategies.Fail,
				Counts:   map[strategies.Key]int64{strategies.Entries: 1},
				Findings: []string{" | a/b.yml:4 | github-pat"},
			},
		},
		{
			name: "none",
			text: "10:00AM INF 214 commits scanned.\n10:00AM INF no leaks found\n",
			want: reported{Outcome: strategies.Pass},
		},
	})
}

func TestRustfmt(t *testing.T) {
	testParser(t, rustfmt, []parserCase{
		{
			name: "both forms of places", text: "Diff in /p/src/a.rs at line 3:\n fn f() {\n-    let x = g(  2 );\n+ " +
				"   let x = g(2);\n }\nDiff in /p/src/b.rs:30:\n-a\n+b\n",
			want: reported{
				Outcome:  strategies.Fail,
				Counts:   map[strategies.Key]int64{strategies.Entries: 2},
				Findings: []string{" | /p/src/a.rs:3 | Diff", " | /p/src/b.rs:30 | Diff"},
			},
		},
		{name: "nothing differs"},
	})
}

// TestManyOffensesComeBeforeSource holds that the messages of all offenses have room before the source of some.
func TestManyOffensesComeBeforeSource(t *testing.T) {
	text := strings.Repeat("a.rb:1:2: W: Lint/Void: text\n  code\n  ^^^^\n", 6)
	for _, f := range runParser(rubocop, text).Findings {
		if len(f.Evidence) > 0 {
			t.Errorf("line %d is told with its source, lines %v", f.At, f.Evidence)
		}
	}
}

func TestSystemctlTellsTheLastWords(t *testing.T) {
	text := "× web.service - Web server\n     Active: failed (Result: exit-code) since Mon 2024-03-04\n\nMar 04 " +
		"10:00:01 host web[8121]: loading\nMar 04 10:00:01 host web[8121]: bind: permission denied\n" +
		"Mar 04 10:00:01 host systemd[1]: web.service: Main process exited, code=exited, status=1/FAILURE\n"
	r := runParser(systemctl, text)
	if len(r.Findings) != 1 || !slices.Contains(r.Findings[0].Evidence, 5) {
		t.Errorf("findings %+v, want one that says line 5", r.Findings)
	}
}

func TestGhListKeepsItsRows(t *testing.T) {
	r := runParser(
		gh,
		"\nShowing 2 of 2 open pull requests in a/b\n\nID    TITLE  BRANCH  CREATED AT\n#12  Fix  fix  about 1 day "+
			"ago\n#11  Add  add  about 2 days ago\n",
	)
	if !slices.Equal(r.Notes, []int{5, 6}) {
		t.Errorf("rows %v, want lines 5 and 6", r.Notes)
	}
	if r.Verdict != "2 rows" {
		t.Errorf("tells %q, want 2 rows", r.Verdict)
	}
}
