package report

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/measure/replay"
	"github.com/toktee/toktee/internal/measure/transcript"
)

// fixtures are all transcripts of package transcript's tests.
const fixtures = "../../../../internal/measure/transcript/testdata"

// replayed replays the fixtures with a summariser that keeps the first half of a text, or nothing.
func replayed(t *testing.T) *replay.Report {
	t.Helper()
	sources, err := transcript.Find(t.Context(), []string{fixtures})
	if err != nil {
		t.Fatal(err)
	}
	r, err := replay.Run(t.Context(), replay.Options{
		Levels: []string{"half", "none"},
		Summarise: func(_ context.Context, c *replay.Call, level string) (text, strategy string, err error) {
			if level == "none" {
				return "", "drop", nil
			}
			return c.Raw[:len(c.Raw)/2], "cut", nil
		},
	}, sources)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestFormsAgree reads the JSON back, and wants the text of the report itself.
func TestFormsAgree(t *testing.T) {
	r := replayed(t)
	js, err := r.JSON()
	if err != nil {
		t.Fatal(err)
	}
	var back replay.Report
	if err := json.Unmarshal(js, &back); err != nil {
		t.Fatal(err)
	}
	got := textOf(t, &back)
	if diff := cmp.Diff(textOf(t, r), got); diff != "" {
		t.Errorf("text mismatch (-report +JSON):\n%s", diff)
	}
	l := back.Total.Levels[0]
	figures := fmt.Sprintf("%d tokens: %s saved", l.Now, percent(l.Saved.Value))
	if !strings.Contains(got, figures) || strings.Count(got, "\n") < 80 {
		t.Errorf("the text lacks %q:\n%s", figures, got)
	}
	for _, s := range Replay(r).Sections {
		if s.Table == nil {
			continue
		}
		for _, row := range s.Table.Rows {
			if len(row) != len(s.Table.Columns) {
				t.Errorf("%s: %d cells in %d columns: %q", s.Title, len(row), len(s.Table.Columns), row)
			}
		}
	}
}

// TestRedactedText wants none of the files' names in the text of a redacted report.
func TestRedactedText(t *testing.T) {
	plain, r := replayed(t), replayed(t)
	r.Redact()
	text := textOf(t, r)
	for _, f := range plain.Files {
		if strings.Contains(text, f.Name) {
			t.Errorf("%q is in the report", f.Name)
		}
	}
}

func textOf(t *testing.T, r *replay.Report) string {
	t.Helper()
	var text strings.Builder
	if err := Replay(r).Text(&text); err != nil {
		t.Fatal(err)
	}
	return text.String()
}
