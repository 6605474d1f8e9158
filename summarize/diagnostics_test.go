package summarize_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/summarize"
)

// numbered repeats a format with the numbers from 1 to n.
func numbered(n int, format string) string {
	var sb strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&sb, strings.ReplaceAll(format, "#", "%[1]d"), i)
	}
	return sb.String()
}

// TestManyDiagnostics holds that a short text of many diagnostics has those that explain the failure.
func TestManyDiagnostics(t *testing.T) {
	warnings := numbered(30, "src/lib#.c:4:9: warning: unused variable 'n' [-Wunused-variable]\n"+
		"    4 |     int n = 3;\n      |         ^\n"+
		"src/lib#.c:2:20: warning: unused parameter 'lib#' [-Wunused-parameter]\n")
	for _, c := range []struct {
		name, output string
		budget       int
		want         []string
	}{
		{"errors of another form come before the warnings of the form", warnings +
			"/bin/ld: src/main.o: in function `main':\n" +
			"main.c:(.text+0x1f): undefined reference to `zone_mark'\n" +
			"collect2: error: ld returned 1 exit status\n" +
			"scons: *** [harbor] Error 1\n" +
			"scons: building terminated because of errors.\n",
			100, []string{"undefined reference to `zone_mark'", "collect2: error", "[harbor] Error 1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := run(t, summarize.Config{Enabled: true, Budget: c.budget}, summarize.Request{
				Tool: "exec", Command: "./check", Status: result.Status{Known: true, Code: 1},
				Stdout: []byte(c.output),
			})
			for _, want := range c.want {
				if text := r.LLMContent(); !strings.Contains(text, want) {
					t.Errorf("%q is missing:\n%s", want, text)
				}
			}
		})
	}
}

// TestOtherLines: markers count the lines that aren't in the text word for word, also if a list of diagnostics shows
// some of them above the gap.
func TestOtherLines(t *testing.T) {
	var out strings.Builder
	out.WriteString("step one of the build\n")
	for i, what := range []string{"bad cast of the value", "no such member here", "missing return value "} {
		fmt.Fprintf(&out, "src/a%d.c:%d:3: error: %s\n", i, 4+i, what)
	}
	out.WriteString("step two of the build\n")
	for i := range 9 {
		fmt.Fprintf(&out, "src/b%d.c:%d:3: warning: unused variable named spare [-Wunused-variable]\n", i, 4+i)
	}
	out.WriteString("step three of the build\n")
	marker := regexp.MustCompile(`^… (\d+) (?:other )?lines?(?: \(.*\))?$`)
	kinds := map[string]bool{}
	for budget := 40; budget <= 260; budget += 5 {
		cfg := summarize.Config{Enabled: true, Budget: budget}
		r := run(t, cfg, summarize.Request{
			Tool: "exec", Command: "make", Stdout: []byte(out.String()), Status: result.Status{Known: true, Code: 2},
		})
		shown, counted := map[string]bool{}, 0
		for line := range strings.SplitSeq(r.LLMContent(), "\n") {
			shown[strings.TrimSpace(line)] = true
			if m := marker.FindStringSubmatch(line); m != nil {
				n, _ := strconv.Atoi(m[1])
				counted += n
			}
		}
		missing := 0
		for line := range strings.Lines(out.String()) {
			if !shown[strings.TrimSpace(line)] {
				missing++
			}
		}
		if counted != missing {
			t.Errorf("at %d, markers count %d of %d lines:\n%s", budget, counted, missing, r.LLMContent())
		}
		for _, o := range r.Metadata().Omissions {
			kinds[o.Kind] = true
		}
	}
	if !kinds[string(strategies.KindOther)] || !kinds[string(strategies.KindListed)] {
		t.Errorf("the kinds of gaps are %v", kinds)
	}
}

// TestRareKinds: all diagnostics of a rare kind come before the second one of a frequent kind, wherever they are.
func TestRareKinds(t *testing.T) {
	for _, tt := range []struct{ name, common string }{
		{"other names in each", "lib/harbor%d.py:1:1: 'tide%d' imported but unused\n"},
		{"the same message", "lib/harbor%d.py:1:80: line too long (%d > 79 characters)\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out strings.Builder
			for i := range 120 {
				fmt.Fprintf(&out, tt.common, i, i+80)
				if i == 30 || i == 95 || i == 110 {
					fmt.Fprintf(&out, "lib/harbor%d.py:9:4: 'depth%d' has another meaning here\n", i, i)
				}
			}
			for _, budget := range []int{150, 250, 1000} {
				r, err := summarize.Summarize(t.Context(), summarize.Config{Enabled: true, Budget: budget},
					summarize.Request{
						Tool: "exec", Command: "./lint lib", Stdout: []byte(out.String()),
						Status: result.Status{Known: true, Code: 1},
					})
				if err != nil {
					t.Fatal(err)
				}
				for _, name := range []string{"depth30", "depth95", "depth110"} {
					if !strings.Contains(r.LLMContent(), name) {
						t.Errorf("at %d, %s is missing:\n%s", budget, name, r.LLMContent())
					}
				}
			}
		})
	}
}

// TestRuleBelowSign: of diagnostics with the sign of their level, the errors come first, each with its message, and end
// where a warning begins.
func TestRuleBelowSign(t *testing.T) {
	var out strings.Builder
	for i := range 40 {
		sign, message := "!", fmt.Sprintf("eslint(no-unused-vars): Function 'f%d' is declared but never used.", i)
		if i == 12 || i == 30 {
			sign, message = "x", fmt.Sprintf("eslint(no-undef): 'depth%d' is not defined.", i)
		}
		fmt.Fprintf(&out, "  %s %s\n    ,-[lib/gate%d.js:9:10]\n  8 | \n  9 | function f%[3]d(a,b) {\n"+
			"    :          ^|^\n    `----\n  help: Consider removing this declaration.\n\n", sign, message, i)
	}
	out.WriteString("Found 38 warnings and 2 errors.\n")
	r, err := summarize.Summarize(t.Context(), summarize.Config{Enabled: true, Budget: 250}, summarize.Request{
		Tool: "exec", Command: "npx oxlint lib", Stdout: []byte(out.String()),
		Status: result.Status{Known: true, Code: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"'depth12' is not defined.\n    ,-[lib/gate12", "'depth30' is not defined.\n    ,-[lib/gate30",
	} {
		if !strings.Contains(r.LLMContent(), want) {
			t.Errorf("%q is missing:\n%s", want, r.LLMContent())
		}
	}
}

// TestErrorBeyondDiagnostics: if a program prints many rows at places and then another error, the rows may not be the
// failure. The error and its lines come first.
func TestErrorBeyondDiagnostics(t *testing.T) {
	var out strings.Builder
	for i := range 80 {
		fmt.Fprintf(&out, "data/troon.csv:%d: no reading at %d:00, dropped\n", i+1, i%24)
	}
	out.WriteString("Traceback (most recent call last):\n  File \"/src/lib/mean.py\", line 3, in <module>\n" +
		"    print(names(sys.argv[1]).split('.')[0], round(sum(vals) / len(vals), 3))\n" +
		"ZeroDivisionError: division by zero\nTaskFailed - taskid:mean:troon\n")
	for i := range 80 {
		fmt.Fprintf(&out, "data/oban.csv:%d: no reading at %d:00, dropped\n", i+1, i%24)
	}
	for _, budget := range []int{100, 250, 1000} {
		r, err := summarize.Summarize(t.Context(), summarize.Config{Enabled: true, Budget: budget}, summarize.Request{
			Tool: "exec", Command: "./tides", Stdout: []byte(out.String()),
			Status: result.Status{Known: true, Code: 1},
		})
		if err != nil {
			t.Fatal(err)
		}
		text := "\n" + r.LLMContent()
		for _, want := range []string{"\nZeroDivisionError: division by zero\n", "\nTaskFailed - taskid:mean:troon"} {
			if !strings.Contains(text, want) {
				t.Errorf("at %d, %q is missing:%s", budget, want, text)
			}
		}
		if strings.Contains(text, "\nprint(") {
			t.Errorf("at %d, a line of code is a diagnostic:%s", budget, text)
		}
	}
}

// TestOwnFrameOfRuby: the first frame that isn't a library's is shown, however many frames of libraries come before it.
func TestOwnFrameOfRuby(t *testing.T) {
	gem := func(n int) string {
		return numbered(n, "/usr/share/gems/activerecord-6.1/lib/migration.rb:%[1]d:in `step_%[1]d'\n")
	}
	output := numbered(30, "== 202601%[1]d CreateTaxa: migrated (0.00%[1]ds)\n") +
		"rake aborted!\nStandardError: canceled:\n\n" +
		"SQLite3::ConstraintException: NOT NULL constraint failed: taxa.rank\n" + gem(28) +
		"/src/herbarium/db/migrate/20260101000008_add_rank.rb:4:in `change'\n" + gem(40) +
		"/src/herbarium/Rakefile:9:in `block (2 levels) in <top (required)>'\nTasks: TOP => db:migrate\n"
	for _, budget := range []int{150, 250, 1000} {
		r, err := summarize.Summarize(t.Context(), summarize.Config{Enabled: true, Budget: budget}, summarize.Request{
			Tool: "exec", Command: "rake db:migrate", Stdout: []byte(output),
			Status: result.Status{Known: true, Code: 1},
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"NOT NULL constraint failed: taxa.rank", "20260101000008_add_rank.rb:4"} {
			if !strings.Contains(r.LLMContent(), want) {
				t.Errorf("at %d, %q is missing:\n%s", budget, want, r.LLMContent())
			}
		}
	}
}

// TestRowsBelowTheirMessage: the further places of a message are never shown without the row that has the message.
func TestRowsBelowTheirMessage(t *testing.T) {
	var out strings.Builder
	for _, idiom := range []string{"alpha", "bravo", "carol", "delta", "echo", "fox"} {
		for i := range 6 {
			fmt.Fprintf(&out, "src/north/n%d.py:%d:3: B00 Avoid the %s idiom in loops\n", i, i+1, idiom)
		}
	}
	for i := range 30 {
		fmt.Fprintf(&out, "src/m%d.py:%d:7: F821 Undefined name `x%[1]d`\n", i, i+1)
	}
	out.WriteString("src/z.py:9:1: SyntaxError: Expected an expression\nFound 67 errors.\n")
	rows := 0
	for budget := 60; budget <= 800; budget += 20 {
		r, err := summarize.Summarize(t.Context(), summarize.Config{Enabled: true, Budget: budget}, summarize.Request{
			Tool: "exec", Command: "./lint", Stdout: []byte(out.String()), Status: result.Status{Known: true, Code: 1},
		})
		if err != nil {
			t.Fatal(err)
		}
		isBelow := false
		for _, l := range strings.Split(r.LLMContent(), "\n") {
			switch {
			case strings.Contains(l, "idiom"):
				isBelow = true
			case strings.HasPrefix(l, " ") && strings.Contains(l, ".py:"):
				if rows++; !isBelow {
					t.Fatalf("at %d, %q has no message:\n%s", budget, l, r.LLMContent())
				}
			case !strings.HasPrefix(l, "…"):
				isBelow = false
			}
		}
	}
	if rows == 0 {
		t.Error("no message had further places")
	}
}
