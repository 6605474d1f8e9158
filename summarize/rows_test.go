package summarize_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toktee/toktee/summarize"
)

// TestRowsNameWhatTheyAre: a row's line has the title of an issue, and what is in its labels comes after all rows.
func TestRowsNameWhatTheyAre(t *testing.T) {
	var rows []string
	for i := range 20 {
		rows = append(rows, fmt.Sprintf(
			`{"createdAt":"2026-06-%02dT01:13:03Z","labels":[{"id":"LA_%d","name":"core"}],`+
				`"number":%d,"title":"plan %d: keep the workspaces as they are, and run the benchmarks elsewhere"}`,
			i+1, i, 100+i, i,
		))
	}
	req := summarize.Request{Command: "gh issue list --json x", Stdout: []byte("[" + strings.Join(rows, ",") + "]")}
	r, err := summarize.Summarize(t.Context(), summarize.Config{Enabled: true, Budget: 1000}, req)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		if want := fmt.Sprintf(`%d,"plan %d: keep the workspaces`, 100+i, i); !strings.Contains(r.LLMContent(), want) {
			t.Errorf("no %s in\n%s", want, r.LLMContent())
			break
		}
	}
}
