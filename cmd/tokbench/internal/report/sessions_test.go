package report

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/cmd/tokbench/internal/ordered"
	"github.com/toktee/toktee/cmd/tokbench/internal/summary"
)

// TestSessions: the text, the page and the Markdown say the same of whole sessions, and nothing where there are none.
func TestSessions(t *testing.T) {
	session := func(name string, possible, now int, cost float64) ordered.Session {
		return ordered.Session{
			File: "ordered-a<b", Name: name, Calls: 10, Possible: possible, Results: 12, Then: 1000, Now: now,
			Costs: []ordered.Costs{{Then: 2000, Now: cost, Misses: 100}},
		}
	}
	r := Report{Ordered: ordered.Rows(summary.Setting{Level: "balanced"}, []ordered.Session{
		session("one", 9, 400, 1000), session("two", 10, 600, 1500),
	})}
	var text, page, md bytes.Buffer
	for _, err := range []error{r.Print(&text), r.HTML(&page, nil), r.Markdown(&md)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	// Of the two, 19 of 20 calls, 1000 of 2000 tokens and 2500 of 4000 are left; a draw may be one of them twice.
	want := []string{
		"ordered-a<b", "balanced", "2", "24", "20", "95.0 (90.0-100.0)", "50.0 (40.0-60.0)", "62.5 (50.0-75.0)",
		"5.0 (5.0-5.0)",
	}
	section := page.String()[strings.Index(page.String(), `id="sessions"`):]
	section = section[:strings.Index(section, "</section>")]
	var inPage []string
	for _, m := range regexp.MustCompile(`<td>([^<]*)</td>`).FindAllStringSubmatch(section, -1) {
		inPage = append(inPage, strings.ReplaceAll(m[1], "&lt;", "<"))
	}
	if diff := cmp.Diff(want, inPage); diff != "" {
		t.Errorf("page (-want +got):\n%s", diff)
	}
	for name, form := range map[string]string{
		"text": regexp.MustCompile("  +").ReplaceAllString(text.String(), " | "), "Markdown": md.String(),
	} {
		if !strings.Contains(form, strings.Join(want, " | ")) {
			t.Errorf("the %s lacks %q:\n%s", name, want, form)
		}
	}
	if legend := "Whole sessions"; strings.Count(md.String(), legend) != 1 {
		t.Errorf("the Markdown has no heading %q:\n%s", legend, md.String())
	}

	none := Report{}
	page.Reset()
	md.Reset()
	if err := none.HTML(&page, nil); err != nil || strings.Contains(page.String(), "Whole sessions") {
		t.Errorf("a page without sessions speaks of them: %v", err)
	}
	if err := none.Markdown(&md); err != nil || strings.Contains(md.String(), "Whole sessions") {
		t.Errorf("Markdown without sessions speaks of them: %v", err)
	}
}
