package score

import (
	"unicode/utf8"
)

// Check returns the tokens of a summary's text, counted here, and the promises that the summary breaks.
func (t *Truth) Check(s Setting, out *Output) (tokens int, broken []Violation) {
	c := check{t: t, setting: s, out: out, tokens: t.count.CountString(out.Text)}
	c.status = t.statusTokens(out.Text, c.tokens)
	c.size()
	c.figures()
	c.words()
	c.lines()
	if why := t.failure(); why != "" && out.Outcome == "pass" {
		c.add(KindGreen, "the text reports success, but %s", why)
	}
	return c.tokens, c.broken
}

// check gathers what one summary breaks.
type check struct {
	t       *Truth
	setting Setting
	out     *Output
	tokens  int // of the text
	status  int // of its status line
	broken  []Violation
}

func (c *check) add(kind, format string, args ...any) {
	c.broken = append(c.broken, violation(c.t.Case, kind, c.setting, format, args...))
}

// size holds the text to the tokens of the raw output and to the budget.
func (c *check) size() {
	if allowed := c.t.RawTokens + min(c.status, statusAllowance); c.tokens > allowed {
		c.add(KindWorse, "%d tokens for %d raw and %d of the status line", c.tokens, c.t.RawTokens, c.status)
	}
	// A level's own budget depends on the kind of output, so only the summary can state it.
	limit := c.setting.Budget
	if limit == 0 {
		limit = c.out.Budget
	}
	if limit > 0 && c.tokens > limit {
		c.add(KindOverBudget, "%d tokens, the budget is %d", c.tokens, limit)
	}
	if c.setting.Budget > 0 && c.out.Budget != c.setting.Budget {
		c.add(KindFigures, "the result states a budget of %d", c.out.Budget)
	}
	if at, what := dirt(c.out.Text); what != "" {
		c.add(KindBytes, "%s at byte %d", what, at)
	}
}

// figures holds the token counts that the summary states to those that are counted here.
func (c *check) figures() {
	if c.out.LLMTokens != c.tokens {
		c.add(KindFigures, "llm_tokens is %d, the text has %d", c.out.LLMTokens, c.tokens)
	}
	if want := c.t.RawTokens + c.status; c.out.UITokens != want {
		c.add(KindFigures, "ui_tokens is %d, the raw text and the status line have %d", c.out.UITokens, want)
	}
	if c.out.SavingsTokens != c.out.UITokens-c.out.LLMTokens {
		c.add(KindFigures, "savings_tokens is %d for %d - %d", c.out.SavingsTokens, c.out.UITokens, c.out.LLMTokens)
	}
}

// words looks for numbers, paths and places in the text that the output doesn't have.
func (c *check) words() {
	const inNeither = "is in the text, but neither in the output nor in the call"
	if run, ok := c.t.invented(c.out); ok {
		c.add(KindInvented, "%s "+inNeither+" nor in the result's figures", run)
	}
	if path, ok := c.t.strangePath(c.out.Text); ok {
		c.add(KindInvented, "the path %q "+inNeither, path)
	}
	if place, ok := c.t.strangePlace(c.out.Text); ok {
		c.add(KindInvented, "the place %q is in the text, but not in the output", place)
	}
}

// lines adds up the lines that are shown and left out.
func (c *check) lines() {
	if gap, ok := c.t.undeclaredGap(c.out); ok {
		c.add(KindLines, "the text has the marker %q, but the result has no such omission", gap)
	}
	if err := account(c.out.Shown, c.out.Omissions, c.t.lines); err != nil {
		c.add(KindLines, "%v", err)
	}
	if err := c.t.misplaced(c.out.Omissions); err != nil {
		c.add(KindLines, "%v", err)
	}
}

// dirt finds what doesn't belong in clean text: invalid UTF-8, or a control character other than tab and line feed.
func dirt(s string) (at int, what string) {
	for i, r := range s {
		switch {
		case r == utf8.RuneError:
			if _, size := utf8.DecodeRuneInString(s[i:]); size == 1 {
				return i, "invalid UTF-8"
			}
		case isControl(r):
			return i, "a control character"
		}
	}
	return 0, ""
}

func isControl(r rune) bool {
	isC0 := r < 0x20 && r != '\t' && r != '\n'
	isDeleteOrC1 := r >= 0x7f && r <= 0x9f
	return isC0 || isDeleteOrC1
}
