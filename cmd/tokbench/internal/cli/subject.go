package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/rules"
	"github.com/toktee/toktee/internal/measure/corpus"
	cleantext "github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/internal/text/envelope"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// Summarise is the [score.Summariser] of toktee itself. It calls the library in this process with the request that a
// line of "toktee summarize --jsonl" makes.
func Summarise(ctx context.Context, c *corpus.Case, s score.Setting) (score.Output, error) {
	req := summarize.Request{
		CallID: c.ID, Tool: c.Tool, Command: c.Command, Path: c.Path, Pattern: c.Pattern, Args: c.Args,
		Offset: c.Offset, Limit: c.Limit, Intent: c.Intent, Session: c.Session,
		Stdout: c.Stdout, Stderr: c.Stderr,
		Envelope: envelopeOf(c),
	}
	if c.ExitCode != nil {
		req.Status = result.Status{Known: true, Code: *c.ExitCode}
	}
	if len(c.Pass) > 0 {
		req.Before = summarize.PassedOutput(c.Pass)
	}
	cfg := summarize.Config{
		Enabled: true, Level: summarize.Level(s.Level), Budget: s.Budget, Rules: rules.New(), MaskSecrets: true,
	}
	if change, ok := ctx.Value(changes{}).(func(*summarize.Config)); ok {
		change(&cfg)
	}
	r, err := summarize.Summarize(ctx, cfg, req)
	if err != nil {
		return score.Output{}, err
	}
	return output(r)
}

// envelopeOf returns the agent of a case if it wraps outputs of such a call in lines of its own.
func envelopeOf(c *corpus.Case) envelope.Agent {
	agent, err := envelope.ParseAgent(c.Agent)
	if err != nil {
		return "" // an agent of which no lines are known
	}
	return agent.From(c.Tool, c.IsError, bytes.HasPrefix(c.Stdout, []byte("<persisted-output>")))
}

// changes is the key of a context in which [Summarise] has other settings.
type changes struct{}

// changed returns a context in which [Summarise] changes its settings.
func changed(ctx context.Context, change func(*summarize.Config)) context.Context {
	return context.WithValue(ctx, changes{}, change)
}

// addRecovery lets texts end with the command that shows the rest, as those of an integration with a shell. The costs
// of sessions are measured so.
func addRecovery(cfg *summarize.Config) {
	cfg.Recovery, cfg.ReadOn = host.Recovery(host.ShowCommand), host.ReadOn(host.ShowLines)
}

// output is a result as the scorer takes it.
func output(r result.ToolResult) (score.Output, error) {
	out := score.Output{Text: r.LLMContent(), Outcome: r.Outcome().String(), Metadata: r.Metadata()}
	if d := r.Details(); d.Type() != "" {
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return score.Output{}, fmt.Errorf("reading details: %w", err)
		}
		out.Details = raw
	}
	return out, nil
}

// clean is a [score.Cleaner]: it returns the text that line numbers refer to, out of an agent's JSON envelope and as
// a person would have seen it.
func clean(c *corpus.Case, raw []byte) (string, error) {
	if inner, _, ok := envelopeOf(c).UnwrapJSON(raw); ok {
		raw = inner
	}
	raw = cleantext.LineFeedBytes(raw)
	if printsContent(c) {
		return string(cleantext.Content(raw)), nil
	}
	return string(cleantext.Bytes(raw)), nil
}

// printsContent reports whether a case's output is content of files, in which control characters are part of the text.
func printsContent(c *corpus.Case) bool {
	switch toolname.FamilyOf(c.Tool, shell.Parse(c.Command)) {
	case toolname.FamilyEdit, toolname.FamilySearch:
		return true
	case toolname.FamilyRead:
		return c.Command == ""
	}
	return false
}
