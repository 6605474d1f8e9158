package experiment

import (
	"slices"
	"strings"
)

// Words with which a session ends that was done, and one that wasn't. The second go before the first.
var (
	doneWords = []string{
		"done", "fixed", "implemented", "complete", "completed", "finished", "passes", "passing", "pass", "works",
		"added", "updated", "committed", "merged", "resolved",
	}
	undoneWords = []string{
		"unable", "couldn't", "cannot", "can't", "blocked", "failing", "fails", "failed", "stuck", "unresolved",
		"incomplete", "aborted",
	}
)

// What the last words of a session say.
const (
	saysDone   = "done"
	saysUndone = "not done"
)

// says is what the last words of a session say, "" where they say neither.
func says(text string) string {
	found := ""
	for _, w := range strings.FieldsFunc(strings.ToLower(strings.ReplaceAll(text, "’", "'")), func(r rune) bool {
		return (r < 'a' || r > 'z') && r != '\''
	}) {
		switch {
		case slices.Contains(undoneWords, w):
			return saysUndone
		case slices.Contains(doneWords, w):
			found = saysDone
		}
	}
	return found
}
