package summarize_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// TestPartsAreNotNumbered holds that lines of several files in one output carry no numbers: those of a file aren't
// those of the output, by which gaps are named.
func TestPartsAreNotNumbered(t *testing.T) {
	var b strings.Builder
	for _, name := range []string{"a.go", "b.go"} {
		fmt.Fprintf(&b, "--- %s\npackage a\n\nimport \"fmt\"\n", name)
		for i := range 40 {
			fmt.Fprintf(
				&b,
				"\nfunc Step%d() error {\n\tfmt.Println(\"step\", %d)\n\tif %d > 3 {\n\t\treturn nil\n\t}\n"+
					"\treturn fmt.Errorf(\"no such thing as step %%d of the long way home\", 3)\n}\n",
				i,
				i,
				i,
			)
		}
	}
	for _, budget := range []int{100, 500, 1000, 4000} {
		r, err := summarize.Summarize(
			context.Background(),
			summarize.Config{Enabled: true, Budget: budget},
			summarize.Request{
				Tool: "Bash", Command: "echo '--- a.go'; cat a.go; echo '--- b.go'; cat " +
					"b.go", Stdout: []byte(b.String()), Status: result.Status{Known: true},
			},
		)
		if err != nil {
			t.Fatal(err)
		}
		if got := regexp.MustCompile(`(?m)^[\d-]+→.*`).FindString(r.LLMContent()); got != "" {
			t.Errorf("at %d tokens a line is numbered: %q", budget, got)
		}
		if m := r.Metadata(); m.Strategy != "compound" || !strings.Contains(r.LLMContent(), "--- b.go") {
			t.Errorf(
				"at %d tokens the strategy is %s, want parts with both files:\n%s",
				budget,
				m.Strategy,
				r.LLMContent(),
			)
		}
	}
}
