package report

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/cmd/tokbench/internal/ordered"
	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/internal/measure/cost"
)

// TestSessions: the text has the figures of whole sessions.
func TestSessions(t *testing.T) {
	session := func(name string, possible, now int, paid float64) ordered.Session {
		return ordered.Session{
			File: "ordered-a<b", Name: name, Calls: 10, Possible: possible, Results: 12, Then: 1000, Now: now,
			Costs: slices.Repeat([]ordered.Costs{{Then: 2000, Now: paid, Misses: 100}}, len(cost.Default().Variants())),
		}
	}
	rows := ordered.Rows(score.Setting{Level: "balanced"}, []ordered.Session{
		session("one", 9, 400, 1000), session("two", 10, 600, 1500),
	})
	var text bytes.Buffer
	if err := Sessions(rows).Text(&text); err != nil {
		t.Fatal(err)
	}
	// Of the two, 19 of 20 calls, 1000 of 2000 tokens and 2500 of 4000 are left; a draw may be one of them twice.
	want := "ordered-a<b | balanced | 2 | 24 | 20 | 95.0 (90.0-100.0) | 50.0 (40.0-60.0) | - | - | " +
		"62.5 (50.0-75.0) | " +
		"5.0 (5.0-5.0)"
	if form := regexp.MustCompile("  +").ReplaceAllString(text.String(), " | "); !strings.Contains(form, want) {
		t.Errorf("the text lacks %q:\n%s", want, form)
	}
	if !regexp.MustCompile(`(?m)^  base +62\.5 `).MatchString(text.String()) {
		t.Errorf("the cost by the model itself isn't there:\n%s", text.String())
	}
}
