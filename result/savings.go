package result

import (
	"fmt"
	"math"
	"strconv"

	"github.com/toktee/toktee/internal/text/words"
)

// SavingsLine is a line for people that says what a result saved:
//
//	grep_file: 2,450 → 48 tokens (98% saved)
//
// A tilde marks an estimate, and of a result without counts the line says that they are missing. The model never gets
// such a line: its numbers are plain digits.
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

// percentSaved is the share in whole percent. It is 100% only where all was saved, and 0% only where nothing was:
// between them it is at least "<1%" and at most ">99%".
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
