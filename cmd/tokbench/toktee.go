package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/toktee/toktee/internal/bench"
	"github.com/toktee/toktee/internal/clean"
	"github.com/toktee/toktee/internal/envelope"
	"github.com/toktee/toktee/internal/rules"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/internal/toolname"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// summarise is the summariser that is measured: a case becomes the request that a line of "toktee summarize --jsonl" is.
func summarise(ctx context.Context, c *bench.Case, s bench.Setting) (bench.Output, error) {
	req := summarize.Request{
		CallID: c.ID, Tool: c.Tool, Command: c.Command, Path: c.Path, Pattern: c.Pattern, Args: c.Args,
		Offset: c.Offset, Limit: c.Limit, Intent: c.Intent, Session: c.Session,
		Stdout: c.Stdout, Stderr: c.Stderr,
	}
	if c.ExitCode != nil {
		req.Status = result.Status{Known: true, Code: *c.ExitCode}
	}
	cfg := summarize.Config{Enabled: true, Level: summarize.Level(s.Level), Budget: s.Budget, Rules: rules.New()}
	var page summarize.Page
	if explained(ctx) {
		cfg.Explain = func(p summarize.Page) { page = p }
	}
	r, err := summarize.Summarize(ctx, cfg, req)
	if err != nil {
		return bench.Output{}, err
	}
	out, err := output(r)
	if cfg.Explain != nil {
		out.Why = page.Why
	}
	return out, err
}

// explain asks for summaries that can say what became of a line.
type explain struct{}

func withWhy(ctx context.Context) context.Context { return context.WithValue(ctx, explain{}, true) }

func explained(ctx context.Context) bool { return ctx.Value(explain{}) != nil }

// output is a result as the scorer takes it.
func output(r result.ToolResult) (bench.Output, error) {
	m := r.Metadata()
	out := bench.Output{
		Text: r.LLMContent(), LLMTokens: m.LLMTokens, UITokens: m.UITokens, Savings: m.SavingsTokens, Budget: m.Budget,
		Success: r.Success(), Strategy: m.Strategy, Data: m.Data, Warnings: m.Warnings,
	}
	if d := r.Details(); d.Type() != "" {
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return bench.Output{}, fmt.Errorf("reading details: %w", err)
		}
		out.Details = raw
	}
	for _, l := range m.Shown {
		out.Shown = append(out.Shown, bench.Range{First: l[0], Last: l[1]})
	}
	for _, o := range m.Omissions {
		out.Omissions = append(out.Omissions, bench.Omission{Kind: o.Kind, Count: o.Count, Lines: bench.Range{First: o.Lines[0], Last: o.Lines[1]}})
	}
	return out, nil
}

// cleaned is the text that line numbers refer to: out of an agent's JSON envelope, and as a person would have seen it.
func cleaned(c *bench.Case, raw []byte) (string, error) {
	if inner, _, _, ok := envelope.UnwrapJSON(raw); ok {
		raw = inner
	}
	raw = clean.LineFeedBytes(raw)
	family := toolname.FamilyOf(c.Tool, shell.Parse(c.Command))
	if family == toolname.FamilyEdit || family == toolname.FamilySearch || family == toolname.FamilyRead && c.Command == "" {
		return string(clean.Content(raw)), nil
	}
	return string(clean.Bytes(raw)), nil
}
