package summarize_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/testing/sweep"
	"github.com/toktee/toktee/summarize"
)

// toldFamilies are the captured families of commands that fail: test runners, compilers, linters, builds.
var toldFamilies = []string{
	"gotest",
	"jstest",
	"pytest",
	"unittest",
	"rusttest",
	"rubytest",
	"phptest",
	"perltest",
	"cc",
	"lint",
	"build",
}

// The shares that are held, in percent.
const (
	minToldAtMinimal = 100 // failing runs whose first failure is told in the text of at most 250 tokens
	minAllAtMinimal  = 100 // failing runs with one failure of which every labelled fact is told there
	minShortPasses   = 100 // passing test runs that cost at most 60 tokens, or 5% of 2000 and more
)

// endedEarly reports whether a run ended before any of its tests had failed, by what its tool reported until then. No
// label of it is a failure: what it owes is how it ended and its last words.
func (c *captured) endedEarly() bool {
	n, told := c.Oracle["passed"]
	return *c.ExitCode != 0 && told && n > 0 && c.Oracle["failed"] == 0 && c.Oracle["errors"] == 0 &&
		c.Oracle["packages_failed"] == 0 &&
		c.Oracle["packages_build_failed"] == 0
}

// firstLabel is the label that the output tells first: of dozens of equal failures, the labels name some in the order
// of the tool's report, and the output has an order of its own.
func (c *captured) firstLabel(raw []byte) []string {
	at := func(alike []string) int {
		first := len(raw)
		for _, s := range alike {
			if i := bytes.Index(raw, []byte(s)); i >= 0 {
				first = min(first, i)
			}
		}
		return first
	}
	return slices.MinFunc(c.Facts, func(a, b []string) int { return at(a) - at(b) })
}

func told(text string, alike []string) bool {
	return slices.ContainsFunc(alike, func(s string) bool { return strings.Contains(text, s) })
}

// lastWords is the last line that shows something.
func lastWords(raw []byte) string {
	raw = bytes.TrimRight(raw, " \t\r\n")
	return string(raw[bytes.LastIndexByte(raw, '\n')+1:])
}

// TestFirstFailureIsTold holds that the smallest text of a failed command tells what failed first.
func TestFirstFailureIsTold(t *testing.T) {
	sweep.OneGoroutine(t)
	first, failed, all, single := 0, 0, 0, 0
	for _, c := range cases(t) {
		if !slices.Contains(toldFamilies, c.Family) || c.ExitCode == nil || *c.ExitCode == 0 || len(c.Facts) == 0 {
			continue
		}
		req := c.request(t)
		r := summary(t, summarize.Minimal, req)
		text := r.LLMContent()
		failed++
		many := c.Oracle["failed"]+c.Oracle["errors"] > 1
		switch {
		case told(text, c.Facts[0]), many && told(text, c.firstLabel(req.Stdout)):
			first++
		case c.endedEarly() && strings.HasPrefix(text, fmt.Sprintf("exit "+
			"%d", *c.ExitCode)) && strings.Contains(text, lastWords(req.Stdout)):
			first++
		default:
			t.Logf("%s: not %q in %d tokens", c.ID, c.Facts[0], r.Metadata().LLMTokens)
		}
		if c.Oracle["failed"]+c.Oracle["errors"] != 1 || c.Oracle["diagnostics"] > 1 {
			continue
		}
		single++
		if i := slices.IndexFunc(c.Facts, func(alike []string) bool { return !told(text, alike) }); i < 0 {
			all++
		} else {
			t.Logf("%s: one failure, and not %q in %d tokens", c.ID, c.Facts[i], r.Metadata().LLMTokens)
		}
	}
	t.Logf("%d of %d first failures told, all of %d of %d single ones", first, failed, all, single)
	if first*100 < failed*minToldAtMinimal || failed == 0 {
		t.Errorf("%d of %d failures are told at minimal, want %d%%", first, failed, minToldAtMinimal)
	}
	if all*100 < single*minAllAtMinimal || single == 0 {
		t.Errorf("of %d of %d single failures all is told at minimal, want %d%%", all, single, minAllAtMinimal)
	}
}

// asked reports whether a command asks for a list or a table, which is the answer and no run that passed: the names
// of tests, the figures of a benchmark.
func asked(command string) bool {
	for _, w := range strings.Fields(command) {
		switch w {
		case "--collect-only", "--co", "-bench", "--list", "--list-tests", "--listTests", "-list", "--dry-run":
			return true
		}
	}
	return false
}

// TestPassesAreShort holds what a test run that passed costs at the default level.
func TestPassesAreShort(t *testing.T) {
	short, passed := 0, 0
	for _, c := range cases(t) {
		// Where a pipe or a list hides how the runner ended, or it was asked for a file, nothing says that it passed.
		if !slices.Contains(toldFamilies, c.Family) || !strings.HasSuffix(c.Family, "test") ||
			c.ExitCode == nil || *c.ExitCode != 0 ||
			strings.ContainsAny(c.Command, "|;&<") ||
			strings.HasPrefix(c.Command, "cat ") ||
			asked(c.Command) {
			continue
		}
		// A run that was left with exit status 0 before it had ended didn't pass: its tool reports nothing.
		if len(c.Oracle) == 0 {
			continue
		}
		r := summary(t, summarize.Balanced, c.request(t))
		if !r.Passed() { // it quotes failures
			continue
		}
		m := r.Metadata()
		if m.UITokens < 260 { // cutting wouldn't save 200 tokens
			continue
		}
		passed++
		if m.LLMTokens <= 60 || m.UITokens >= 2000 && m.LLMTokens*20 <= m.UITokens {
			short++
		} else {
			t.Logf("%s passes in %d of %d tokens", c.ID, m.LLMTokens, m.UITokens)
		}
	}
	t.Logf("%d of %d passes short", short, passed)
	if short*100 < passed*minShortPasses || passed == 0 {
		t.Errorf("%d of %d passing runs are short, want %d%%", short, passed, minShortPasses)
	}
}
