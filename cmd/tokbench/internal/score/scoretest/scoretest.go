// Package summarytest has a summariser that keeps every promise, and cases, for the tests of tokbench's packages.
package scoretest

import (
	"context"
	"fmt"
	"sort"
	"strings"

	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/tokens"
)

// budgetOf are the budgets that [Honest] keeps to at a level.
var budgetOf = map[string]int{"minimal": 60, "balanced": 400, "conservative": 1500}

// Honest is a [score.Summariser] that keeps every promise and knows nothing of any tool: it shows a status line and
// the first lines that fit.
func Honest(_ context.Context, c *corpus.Case, s score.Setting) (score.Output, error) {
	count, err := tokens.New("")
	if err != nil {
		return score.Output{}, err
	}
	budget := s.Budget
	if budget == 0 {
		budget = budgetOf[s.Level]
	}
	text := string(c.Stdout)
	head, headTokens := statusLine(c), 0
	if head != "" {
		headTokens = count.CountString(head)
	}
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	out := score.Output{Outcome: "pass"}
	out.Budget, out.UITokens, out.Data = budget, count.CountString(text)+headTokens, map[string]int64{}
	if c.Failed() {
		out.Outcome = "fail"
	}
	show := func(k int) (fits bool) {
		out.Text = head + strings.Join(lines[:k], "")
		out.Shown, out.Omissions = nil, nil
		if k > 0 {
			out.Shown = [][2]int{{1, k}}
		}
		if left := len(lines) - k; left > 0 {
			gap := [2]int{k + 1, len(lines)}
			out.Omissions = []result.Omission{{Kind: "line", Count: left, Lines: gap}}
			out.Text += fmt.Sprintf("… %d lines", left)
		}
		out.LLMTokens = count.CountString(out.Text)
		return out.LLMTokens <= min(budget, out.UITokens)
	}
	if !show(len(lines)) {
		for k := sort.Search(len(lines), func(k int) bool { return !show(k) }); !show(k); k-- {
		}
	}
	out.SavingsTokens = out.UITokens - out.LLMTokens
	return out, nil
}

// statusLine returns the facts that aren't in the output, with a line feed, or "".
func statusLine(c *corpus.Case) string {
	switch {
	case strings.TrimSpace(string(c.Stdout)) == "":
		return "no output\n"
	case c.ExitCode != nil && *c.ExitCode != 0:
		return fmt.Sprintf("exit %d\n", *c.ExitCode)
	}
	return ""
}

// AsText is a [score.Cleaner] that leaves the output as it is.
func AsText(_ *corpus.Case, raw []byte) (string, error) { return string(raw), nil }

// Story is a case of n numbered lines that fails, with a fact in the first line and one in the last.
func Story(id string, n int) corpus.Case {
	var sb strings.Builder
	sb.WriteString("starting the long story\n")
	for i := 1; i < n-1; i++ {
		fmt.Fprintf(&sb, "step %d went well and took a while\n", i)
	}
	sb.WriteString("the end: nothing was left\n")
	code := 3
	return corpus.Case{
		ID: id, Family: "stories", Tool: "exec", Command: "tell", ExitCode: &code, Stdout: []byte(sb.String()),
		Facts:  [][]string{{"long story"}, {"nothing was left", "nobody was left"}},
		Counts: map[string]int64{"failed": 7, "odd": 1},
	}
}
