package summarize_test

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/testing/sweep"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// longestHistory words a history of as many tokens as there is room for.
func longestHistory(_ result.Details, fits func(string) bool) string {
	line := summarize.HistoryOpening + "red since 14:02, after edits of a.go"
	for fits(line + ", b.go") {
		line += ", b.go"
	}
	if !fits(line) {
		return ""
	}
	return line
}

// TestPromisesWithHistory holds the promises on every captured output of a failed run whose failures have a history.
func TestPromisesWithHistory(t *testing.T) {
	seen := 0
	for i, c := range cases(t) {
		if i%sweep.Every(4) != 0 {
			continue
		}
		t.Run(c.ID, func(t *testing.T) {
			req := c.small(t, 1)
			r, err := summarize.Summarize(t.Context(), summarize.Config{Enabled: true}, req)
			if err != nil || !r.Failed() {
				return // of a pass nothing is said
			}
			req.Before = summarize.Remember(t.Context(), summarize.Config{}, req, r)
			req.History = longestHistory
			if err := promises(req); err != nil {
				t.Error(err)
			}
			r, err = summarize.Summarize(t.Context(), summarize.Config{Enabled: true, Budget: 500}, req)
			if err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(r.LLMContent(), "\n"+summarize.HistoryOpening); n > 1 {
				t.Errorf("%d lines about the history", n)
			} else if n == 1 {
				seen++
			}
		})
	}
	if seen == 0 {
		t.Error("no text has a history")
	}
}
