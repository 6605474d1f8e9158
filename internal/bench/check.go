package bench

import (
	"unicode/utf8"

	"github.com/toktee/toktee/tokens"
)

// check adds what one summary breaks and returns its tokens, counted here.
func (t *truth) check(v *violations, s Setting, out *Output, count *tokens.Counter) int {
	n := count.CountString(out.Text)
	status := t.status(out.Text)
	statusTokens := 0
	switch status {
	case "":
	case out.Text:
		statusTokens = n
	default:
		statusTokens = count.CountString(status + "\n")
	}
	if allowed := t.rawTokens + min(statusTokens, statusAllowance); n > allowed {
		v.add(Worse, s, "%d tokens for %d raw and %d of the status line", n, t.rawTokens, statusTokens)
	}
	if limit := budget(s, out); limit > 0 && n > limit {
		v.add(OverBudget, s, "%d tokens, the budget is %d", n, limit)
	}
	if s.Budget > 0 && out.Budget != s.Budget {
		v.add(Figures, s, "it says that the budget is %d", out.Budget)
	}
	if at, what := dirt(out.Text); what != "" {
		v.add(Bytes, s, "%s at byte %d", what, at)
	}
	if out.LLMTokens != n {
		v.add(Figures, s, "llm_tokens is %d, the text has %d", out.LLMTokens, n)
	}
	if want := t.rawTokens + statusTokens; out.UITokens != want {
		v.add(Figures, s, "ui_tokens is %d, the raw text and the status line have %d", out.UITokens, want)
	}
	if out.Savings != out.UITokens-out.LLMTokens {
		v.add(Figures, s, "savings_tokens is %d for %d - %d", out.Savings, out.UITokens, out.LLMTokens)
	}
	if run, ok := t.invented(out); ok {
		v.add(Invented, s, "%s stands in the text, in neither the output nor the call, and is no figure of the result", run)
	}
	if path, ok := t.strangePath(out.Text); ok {
		v.add(Invented, s, "the path %q stands in the text, in neither the output nor the call", path)
	}
	if place, ok := t.strangePlace(out.Text); ok {
		v.add(Invented, s, "the place %q stands in the text; the output doesn't name it", place)
	}
	if gap, ok := t.gapsAgree(out); !ok {
		v.add(Lines, s, "%q stands in the text; no omission says so", gap)
	}
	if err := account(out.Shown, out.Omissions, t.lines); err != nil {
		v.add(Lines, s, "%v", err)
	}
	if out.Success && t.c.failed() {
		v.add(Green, s, "success, though the exit code is %d", *t.c.ExitCode)
	}
	return n
}

// budget is what the text must keep to: the budget that was asked for, else the one that the result states, as a level's
// own budget depends on what the output is.
func budget(s Setting, out *Output) int {
	if s.Budget > 0 {
		return s.Budget
	}
	return out.Budget
}

// dirt finds what doesn't belong in clean text: invalid UTF-8, or a control character other than tab and line feed.
func dirt(s string) (at int, what string) {
	for i, r := range s {
		switch {
		case r == utf8.RuneError:
			if _, size := utf8.DecodeRuneInString(s[i:]); size == 1 {
				return i, "invalid UTF-8"
			}
		case r < 0x20 && r != '\t' && r != '\n', r >= 0x7f && r <= 0x9f:
			return i, "a control character"
		}
	}
	return 0, ""
}

// between adds what the summaries of one case break between them. settings are levels first, then rising budgets.
func (v *violations) between(settings []Setting, outs []Output, ns []int, ok []bool) {
	for i := range settings {
		j, found := smaller(settings, ok, i)
		if !ok[i] || !found {
			continue
		}
		if line, fits := within(outs[j].Shown, outs[i].Shown); !fits {
			v.add(Nested, settings[i], "line %d is shown at %s and not here", line, settings[j])
		}
		if settings[i].Level != "" && ns[j] > ns[i] {
			v.add(Monotone, settings[i], "%d tokens, %d at %s", ns[i], ns[j], settings[j])
		}
	}
}

// smaller is the setting before i that asks for less of the same: the level below at the same budget, or the budget
// below at the same level.
func smaller(settings []Setting, ok []bool, i int) (int, bool) {
	for j := i - 1; j >= 0; j-- {
		a, b := settings[j], settings[i]
		if ok[j] && (a.Level == "") == (b.Level == "") && (a.Budget == b.Budget || a.Level == b.Level) {
			return j, true
		}
	}
	return 0, false
}
