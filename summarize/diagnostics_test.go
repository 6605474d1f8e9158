package summarize_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toktee/toktee/result"
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
