package summarize_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/summarize"
)

// toldFamilies are the captured families of commands that fail: test runners, compilers, linters, builds.
var toldFamilies = []string{"gotest", "jstest", "pytest", "unittest", "rusttest", "rubytest", "phptest", "perltest", "cc", "lint", "build"}

// The shares that are held, in percent. What is missing is logged: above all, which of dozens of equal failures comes first,
// and commands that were killed before any test failed.
const (
	minToldAtMinimal = 93 // failing runs whose first labelled fact stands in the text of at most 250 tokens
	minShortPasses   = 85 // passing test runs of less than 2000 tokens that cost 60 at most
)

// TestFirstFailureIsTold holds that the smallest text of a failed command tells what failed first.
func TestFirstFailureIsTold(t *testing.T) {
	told, failed, short, passed := 0, 0, 0, 0
	for _, c := range cases(t) {
		if !slices.Contains(toldFamilies, c.Family) || c.ExitCode == nil {
			continue
		}
		if *c.ExitCode == 0 {
			// Where a pipe or a list hides how the runner ended, or it was asked for a file, nothing says that it passed.
			if !strings.HasSuffix(c.Family, "test") || strings.ContainsAny(c.Command, "|;&<") || strings.HasPrefix(c.Command, "cat ") {
				continue
			}
			r := summary(t, summarize.Balanced, c.request(t))
			m := r.Metadata()
			passed++
			if m.LLMTokens <= 60 || m.UITokens >= 2000 && m.LLMTokens*20 <= m.UITokens {
				short++
			} else {
				t.Logf("%s passes in %d of %d tokens", c.ID, m.LLMTokens, m.UITokens)
			}
			continue
		}
		if len(c.Facts) == 0 {
			continue
		}
		failed++
		r := summary(t, summarize.Minimal, c.request(t))
		if slices.ContainsFunc(c.Facts[0], func(s string) bool { return strings.Contains(r.LLMContent(), s) }) {
			told++
		} else {
			t.Logf("%s: none of %q in %d tokens", c.ID, c.Facts[0], r.Metadata().LLMTokens)
		}
	}
	if told*100 < failed*minToldAtMinimal || failed == 0 {
		t.Errorf("%d of %d failures are told at minimal, want %d%%", told, failed, minToldAtMinimal)
	}
	if short*100 < passed*minShortPasses || passed == 0 {
		t.Errorf("%d of %d passing runs are short, want %d%%", short, passed, minShortPasses)
	}
	t.Logf("%d of %d failures told, %d of %d passes short", told, failed, short, passed)
}
