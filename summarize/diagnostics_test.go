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
