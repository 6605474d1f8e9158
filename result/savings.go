package result

import (
	"fmt"
	"math"
	"strconv"

	"github.com/toktee/toktee/internal/text/words"
)

// SavingsLine returns a line for people with the savings of a result:
//
//	grep_file: 2,450 → 48 tokens (98% saved)
//
// A tilde marks an estimate. For a result without counts, the line is "grep_file: tokens not counted". The model is
// never sent such a line.
func SavingsLine(r ToolResult) string {
	tool := words.Printable(r.tool)
	if tool == "" {
		tool = "tool"
	}
	m := r.meta
	if m.UITokens == 0 && r.payload.Bytes > 0 {
		return tool + ": tokens not counted"
	}
	unit := "tokens"
	if m.LLMTokens == 1 {
		unit = "token"
	}
	about := ""
	if m.Approximate {
		about = "~"
	}
	return fmt.Sprintf("%s: %s%s → %s %s (%s saved)",
		tool, about, words.Thousands(m.UITokens), words.Thousands(m.LLMTokens), unit, percentSaved(m))
}

// percentSaved returns the savings in whole percent. It returns "100%" only if all tokens were saved, and "0%" only if
// none were. Values in between that would round to these become ">99%" and "<1%".
func percentSaved(m Metadata) string {
	if m.UITokens == 0 {
		return "0%"
	}
	switch p := int(math.Round(100 * float64(m.SavingsTokens) / float64(m.UITokens))); {
	case p == 100 && m.LLMTokens > 0:
		return ">99%"
	case p == 0 && m.SavingsTokens > 0:
		return "<1%"
	default:
		return strconv.Itoa(p) + "%"
	}
}
