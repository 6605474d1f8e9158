package summarize

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/toktee/toktee/result"
)

// TestExplain holds that what is said of a line agrees with what is shown of it.
func TestExplain(t *testing.T) {
	var b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&b, "step %d went well\n", i)
		if i == 300 {
			b.WriteString("main.go:12: error: no such table\n")
		}
	}
	why := func(cfg Config, text string) (result.ToolResult, *Page) {
		t.Helper()
		var page *Page
		cfg.Enabled, cfg.Explain = true, func(p Page) { page = &p }
		r, err := Summarize(
			context.Background(),
			cfg,
			Request{Tool: "exec", Command: "make", Stdout: []byte(text), Status: result.Status{Known: true, Code: 2}},
		)
		if err != nil || page == nil {
			t.Fatalf("Summarize: %v, a page: %v", err, page != nil)
		}
		return r, page
	}

	r, page := why(Config{Budget: 100}, b.String())
	shown := map[int]bool{}
	for _, s := range r.Metadata().Shown {
		for n := s[0]; n <= s[1]; n++ {
			shown[n] = true
		}
	}
	for n := 1; n <= 401; n++ {
		said := page.Why(n)
		if got := strings.Contains(said, ": shown, as "); got != shown[n] && !strings.Contains(said, "for lines") {
			t.Errorf("line %d is shown: %v; it is said: %s", n, shown[n], said)
		}
	}
	if len(shown) == 0 || len(shown) > 100 {
		t.Errorf("%d lines are shown", len(shown))
	}
	if got, want := page.Why(302), "line of rank critical: shown"; !strings.HasPrefix(got, want) {
		t.Errorf("of the error it is said: %s; want %q", got, want)
	}
	if got := page.Why(999); !strings.HasPrefix(got, "no fact") {
		t.Errorf("of a line that isn't there it is said: %s", got)
	}

	if _, page = why(Config{}, "one\ntwo\n"); page.Why(2) != "the whole text is shown" {
		t.Errorf("of a line of a small output it is said: %s", page.Why(2))
	}
	_, page = why(Config{Level: Minimal}, b.String())
	if got := page.Why(3); !strings.Contains(got, "below critical") && !strings.Contains(got, "for lines") {
		t.Errorf("at minimal it is said of a line that matters to nobody: %s", got)
	}
}
