package bench

import (
	"context"
	"fmt"
	"sort"
	"strings"
	"testing"

	"github.com/toktee/toktee/tokens"
)

// honest is a summariser that keeps every promise and knows nothing: it shows the first lines that fit.
func honest(_ context.Context, c *Case, s Setting) (Output, error) {
	count, err := tokens.New("")
	if err != nil {
		return Output{}, err
	}
	budget := s.Budget
	if budget == 0 {
		budget = map[string]int{"minimal": 60, "balanced": 400, "conservative": 1500}[s.Level]
	}
	text := string(c.Stdout)
	status := ""
	switch {
	case strings.TrimSpace(text) == "":
		status = "no output"
	case c.ExitCode != nil && *c.ExitCode != 0:
		status = fmt.Sprintf("exit %d", *c.ExitCode)
	}
	head, statusTokens := "", 0
	if status != "" {
		head = status + "\n"
		statusTokens = count.CountString(head)
	}
	total := countLines(text)
	lines := strings.SplitAfter(text, "\n")[:total]
	out := Output{Budget: budget, Success: !c.failed(), UITokens: count.CountString(text) + statusTokens, Data: map[string]int64{}}
	show := func(k int) bool {
		out.Text = head + strings.Join(lines[:k], "")
		out.Shown, out.Omissions = nil, nil
		if k > 0 {
			out.Shown = []Range{{1, k}}
		}
		if k < total {
			out.Omissions = []Omission{{"line", total - k, Range{k + 1, total}}}
			out.Text += fmt.Sprintf("… %d lines", total-k)
		}
		out.LLMTokens = count.CountString(out.Text)
		return out.LLMTokens <= min(budget, out.UITokens)
	}
	if !show(total) {
		for k := sort.Search(total, func(k int) bool { return !show(k) }); !show(k); k-- {
		}
	}
	out.Savings = out.UITokens - out.LLMTokens
	return out, nil
}

func asText(_ *Case, raw []byte) (string, error) { return string(raw), nil }

// story is a case of n numbered lines that fails, with a fact near the start and one at the end.
func story(id string, n int) Case {
	var sb strings.Builder
	sb.WriteString("starting the long story\n")
	for i := 1; i < n-1; i++ {
		fmt.Fprintf(&sb, "step %d went well and took a while\n", i)
	}
	sb.WriteString("the end: nothing was left\n")
	code := 3
	return Case{
		ID: id, Family: "stories", Tool: "exec", Command: "tell", ExitCode: &code, Stdout: []byte(sb.String()),
		Facts:  [][]string{{"long story"}, {"nothing was left", "nobody was left"}},
		Counts: map[string]int64{"failed": 7, "odd": 1},
	}
}

// run scores cases with a summariser at the default settings.
func run(t *testing.T, f Summariser, jobs int, cases ...Case) (*Bench, []CaseScore) {
	t.Helper()
	settings, err := Settings("", "")
	if err != nil {
		t.Fatal(err)
	}
	b := &Bench{Summarise: f, Clean: asText, Settings: settings, Jobs: jobs}
	scores, err := b.Run(t.Context(), cases)
	if err != nil {
		t.Fatal(err)
	}
	return b, scores
}
