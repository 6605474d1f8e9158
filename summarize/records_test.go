package summarize_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// TestRecordsStayWhole: of a text that is made of records, each is shown as a whole or not at all. One in which
// something failed comes before others.
func TestRecordsStayWhole(t *testing.T) {
	for _, tt := range []struct{ name, key, sep string }{
		{"below blank lines", "Package:", "\n"}, {"by their keys", "Package:", ""}, {"by a word", "package", "\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var records []string
			for i := range 60 {
				state := "open"
				if i == 33 {
					state = "failed to start"
				}
				records = append(records, fmt.Sprintf(
					"%s cart-%d\nVersion: %d.1\nState: %s\nDepends: order, total\nSummary: the part that handles %d\n",
					tt.key, i, i%3, state, i*i,
				))
			}
			req := summarize.Request{
				Tool: "exec", Command: "./parts --all", Stdout: []byte(strings.Join(records, tt.sep)),
				Status: result.Status{Known: true},
			}
			for budget := 150; budget <= 1200; budget += 50 {
				r, err := summarize.Summarize(t.Context(), summarize.Config{Enabled: true, Budget: budget}, req)
				if err != nil {
					t.Fatal(err)
				}
				text := r.LLMContent() + "\n"
				for i, record := range records {
					first, _, _ := strings.Cut(record, "\n")
					isShown := strings.Contains(text, record)
					if isShown != strings.Contains(text, first+"\n") || i == 33 && !isShown {
						t.Fatalf("at %d, record %d is torn or missing:\n%s", budget, i, text)
					}
				}
			}
		})
	}
}
