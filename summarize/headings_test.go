package summarize_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// TestHeadingsOfParts: the lines that a loop prints above its parts are shown, although a report covers all of them:
// above the part that failed, or above each part if none failed.
func TestHeadingsOfParts(t *testing.T) {
	const parts, failing = 30, 23
	headings := func(failed int) (shown []string) {
		var out strings.Builder
		for n := range parts {
			fmt.Fprintf(&out, "== t/%d.js\nTAP version 13\n", n)
			for i := range 9 {
				fmt.Fprintf(&out, "ok %d adds number %d to the others of cart %d\n", i+1, i*17, n)
			}
			if n == failed {
				out.WriteString("not ok 10 adds the tax\n  ---\n    operator: equal\n    expected: 1\n" +
					"    actual:   2\n  ...\n\n1..10\n# tests 10\n# pass  9\n# fail  1\n\n")
				continue
			}
			out.WriteString("ok 10 adds the tax\n\n1..10\n# tests 10\n# pass  10\n\n# ok\n\n")
		}
		r, err := summarize.Summarize(t.Context(), summarize.Config{Enabled: true}, summarize.Request{
			Tool: "exec", Command: `for f in t/*.js; do echo "== $f"; node $f; done`, Stdout: []byte(out.String()),
			Status: result.Status{Known: true},
		})
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(r.LLMContent()) {
			if strings.HasPrefix(line, "== ") {
				shown = append(shown, strings.TrimSpace(line))
			}
		}
		return shown
	}
	var all []string
	for n := range parts {
		all = append(all, fmt.Sprintf("== t/%d.js", n))
	}
	if diff := cmp.Diff(all, headings(-1)); diff != "" {
		t.Errorf("headings of parts that passed (-want +got):\n%s", diff)
	}
	if got := headings(failing); !slices.Contains(got, all[failing]) {
		t.Errorf("headings of parts of which %s failed: %v", all[failing], got)
	}
}
