// Package summarize is the pipeline: the raw output of a tool goes in, and a result with two channels comes out, a short
// text for the model and the full payload for the person.
//
// The output is cleaned to what a person would have seen, a strategy is chosen by the tool's name, the command line and
// a look at the text, the strategy digests it into ranked facts, and the fitter prints as many of them as the budget
// allows, in reading order, with every gap stated.
//
// # What holds for every result
//
// The text has at most as many tokens as the budget, and at most as many as the raw output plus a status line of 16. An
// output that is small passes through as cleaned. Lines shown and lines left out add up to all lines, and the lines that
// are shown at a budget are shown at every larger one. The same input gives the same bytes. A strategy that fails costs
// its view, never the output: the general engine answers, then the bare text cut to the budget.
//
// # Cost
//
// Time is linear in the output. An output that is held in memory is cleaned once; a recorded one (see [Source]) is
// streamed, in memory that doesn't grow with it.
package summarize

import (
	"cmp"
	"context"
	"fmt"
	"unicode/utf8"

	"github.com/toktee/toktee/internal/envelope"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/tokens"
)

// Summarize returns the result of one tool call. Its error is a bad configuration or an ended context; an output that
// can't be digested still gives a result, with a warning.
func Summarize(ctx context.Context, cfg Config, req Request) (result.ToolResult, error) {
	p, err := newPipeline(ctx, cfg, req)
	if err != nil {
		return result.ToolResult{}, err
	}
	defer tokens.Put(p.c)
	if p.off {
		return p.passThrough()
	}
	return p.summarize()
}

// pipeline is one result in the making.
type pipeline struct {
	ctx      context.Context
	counting context.Context // ends when nobody waits for the payload's tokens any more
	req      Request
	level    Level
	want     int // the explicit budget, 0 for none
	off      bool
	enc      tokens.Encoding
	c        *tokens.Counter
	cfg      *Config
	src      Source

	text     *text
	envelope envelope.Envelope
	in       *strategies.Input
	id       string
	raw      int // tokens of the raw output, once rawDone is closed
	rawErr   error
	rawDone  <-chan struct{} // nil: raw is known
	cleaned  int             // tokens of the clean text; above the largest limit, some number above it
	answer   bool
	ruled    bool // rules drop, fold or rewrite some of the text
	warnings []string
}

func newPipeline(ctx context.Context, cfg Config, req Request) (*pipeline, error) {
	p := &pipeline{ctx: ctx, req: req, level: cfg.Level, want: cfg.Budget, off: !cfg.Enabled, cfg: &cfg}
	if t, ok := cfg.Tools[req.Tool]; ok {
		p.off = p.off || t.Disabled
		if t.Level != "" {
			p.level = t.Level
		}
		if t.Budget != 0 {
			p.want = t.Budget
		}
	}
	if p.level != "" {
		l, err := ParseLevel(string(p.level))
		if err != nil {
			return nil, err
		}
		p.level = l
	}
	if err := CheckBudget(p.want); err != nil {
		return nil, err
	}
	var err error
	if p.enc, err = tokens.ParseEncoding(string(cfg.Encoding)); err != nil {
		return nil, err
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if p.c, err = tokens.Get(p.enc); err != nil {
		return nil, err
	}
	if p.src = req.Source; p.src == nil {
		p.src = newBytesSource(req.Stdout, req.Stderr)
	}
	p.id = resultID(&req, p.src.Sum())
	return p, nil
}

// passThrough hands the output over as it is.
func (p *pipeline) passThrough() (result.ToolResult, error) {
	b, err := readAll(p.src)
	if err != nil {
		return result.ToolResult{}, fmt.Errorf("reading the output: %w", err)
	}
	p.in = newInput(&p.req, envelope.Envelope{}, "")
	p.answer = isAnswer(p.in)
	parts := p.parts()
	parts.LLM = validated(b)
	n := p.c.CountString(parts.LLM)
	parts.Metadata.LLMTokens = n
	parts.Metadata.UITokens = n
	return result.New(parts)
}

// validated is b with each byte that isn't valid UTF-8 as U+FFFD.
func validated(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	return string([]rune(string(b)))
}

// digested is a digest with the name of the strategy that made it.
type digested struct {
	strategies.Digest
	strategy string
}

// longestVerdict is the verdict at its longest.
func (d *digested) longestVerdict() string {
	return cmp.Or(d.Verdict[2], d.Verdict[1], d.Verdict[0])
}

// summarize is the way of the data.
func (p *pipeline) summarize() (result.ToolResult, error) {
	ctx, cancel := context.WithCancel(p.ctx)
	defer p.settle()
	defer cancel()
	p.counting = ctx
	if err := p.look(); err != nil {
		return result.ToolResult{}, err
	}
	d, err := p.digest()
	if err == nil {
		p.rules(&d)
	}
	if err := cmp.Or(p.counts(), err); err != nil {
		return result.ToolResult{}, err
	}
	out := p.fit(&d)
	if p.text.err != nil {
		return result.ToolResult{}, fmt.Errorf("reading the output: %w", p.text.err)
	}
	parts := p.parts()
	parts.LLM = out.text
	parts.Failed = d.Outcome == strategies.Fail
	parts.Details = d.Details
	if v := d.longestVerdict(); v != "" && d.Outcome == strategies.Fail && p.in.Status.Known && p.in.Status.Code != 0 && !p.answer {
		parts.Err = &result.ToolError{Message: v}
	}
	m := &parts.Metadata
	m.Files, m.Strategy, m.Budget = d.Files, d.strategy, out.budget
	m.Data = map[string]int64{}
	for k, v := range d.Data {
		m.Data[string(k)] = v
	}
	m.Level = string(p.level)
	if p.level == "" && p.want == 0 {
		m.Level = string(Balanced)
	}
	m.LLMTokens, m.UITokens = out.tokens, p.raw+out.status
	m.Shown, m.Omissions = out.shown, out.omissions
	if p.in.Cut || d.Upstream {
		m.Omissions = append(m.Omissions, result.Omission{Kind: "line", Upstream: true})
	}
	m.Warnings = append(p.warnings, d.Warnings...)
	r, err := result.New(parts)
	if err != nil {
		return result.ToolResult{}, fmt.Errorf("result %s: %w", p.id, err)
	}
	p.log(r)
	return r, nil
}

// parts are the parts of a result that don't depend on its summary.
func (p *pipeline) parts() result.Parts {
	parts := result.Parts{
		ID: p.id, CallID: p.req.CallID, Tool: p.req.Tool, Status: p.in.Status, Answer: p.answer,
		Payload: result.Payload{SHA256: fmt.Sprintf("%x", p.src.Sum()), Bytes: p.src.Len()},
	}
	if b, ok := p.src.Bytes(); ok {
		parts.UI = b
	}
	parts.Metadata.Encoding = string(p.enc)
	return parts
}

func (p *pipeline) log(r result.ToolResult) {
	if p.cfg.Log == nil {
		return
	}
	m := r.Metadata()
	p.cfg.Log.Debug("summarised", "id", p.id, "tool", p.req.Tool, "strategy", m.Strategy,
		"raw_tokens", m.UITokens, "llm_tokens", m.LLMTokens, "saved_percent", m.SavingsPercent, "warnings", len(m.Warnings))
}
