package experiment

import (
	"slices"
	"strings"
)

// Words with which a session ends that was done, and one that wasn't. In one sentence, the second go before the first.
var (
	doneWords = []string{
		"done", "fixed", "implemented", "complete", "completed", "finished", "passes", "passed", "passing", "pass",
		"works", "succeeds", "succeeded", "success", "successfully", "added", "updated", "committed", "merged",
		"resolved",
	}
	undoneWords = []string{
		"unable", "couldn't", "cannot", "can't", "blocked", "failing", "fails", "failed", "stuck", "unresolved",
		"incomplete", "aborted",
	}
	// After one of these, a word of the second kind doesn't describe the present: "0 failed", "no longer fails", "the
	// failing test".
	turns = []string{
		"0", "no", "zero", "none", "never", "longer", "without", "the", "this", "that", "a", "any", "which",
		"previously",
	}
)

// The claims of a session's last words.
const (
	claimDone   = "done"
	claimUndone = "not done"
)

// claimOf returns the claim of the last sentence that has a word of either kind, or "".
func claimOf(text string) string {
	sentences := strings.FieldsFunc(strings.ToLower(strings.ReplaceAll(text, "’", "'")), func(r rune) bool {
		return strings.ContainsRune(".!?;\n", r)
	})
	for _, s := range slices.Backward(sentences) {
		if found := sentenceClaim(s); found != "" {
			return found
		}
	}
	return ""
}

func sentenceClaim(sentence string) string {
	found, before := "", ""
	for _, w := range strings.FieldsFunc(sentence, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '\''
	}) {
		switch {
		case slices.Contains(undoneWords, w):
			if !slices.Contains(turns, before) {
				return claimUndone
			}
		case slices.Contains(doneWords, w):
			found = claimDone
		}
		before = w
	}
	return found
}
