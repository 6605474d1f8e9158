// Package summarize is the pipeline from the raw output of a tool to its result. A result has a short text for the
// model, and the full output for the person.
//
// [Summarize] makes the result of one call. [Wrap] adds it to a tool of an agent library. [Repeats] shortens the answer
// to a repeated call, and [Shown] replaces lines that the model has already seen.
//
// # Promises for every result
//
// The text never has more tokens than the budget, or than the raw output plus a status line of 16.
// A small output passes whole: as cleaned, or in a reversible notation if that has fewer tokens. Lines shown and lines
// left out add up to all lines. A larger budget shows the same lines and more. The same input gives the same bytes. If
// a strategy fails, the general engine reads the output; if that fails too, the bare text is cut to the budget.
//
// # Stages
//
// [Summarize] runs these stages one after the other. Each is a function in the file of its name, and its value is the
// input of the next:
//
//	call     the request, the settings that hold for it, its command line parsed
//	look     the output cleaned as a terminal would show it, without an agent's envelope, its secrets masked if
//	         [Config] asks for that
//	digest   the ranked facts that a strategy found in it, changed by earlier runs ([Before]) and the user's rules
//	count    the tokens of the raw and of the clean text
//	page     the text for the model: the clean text, or as many facts as the budget allows, with every gap stated
//	result   the text with its account
//
// # Limits and cost
//
// Time is linear in the output. An output in memory is cleaned once. A recorded one (see [Source]) is streamed, in
// memory that doesn't grow with it. From 32 KiB on, a second goroutine counts the raw output's tokens; it ends before
// [Summarize] returns. All functions are safe for concurrent use.
//
// # Traits
//
// The pipeline names no program and no strategy. It reads the traits that they declare: [strategies.Contents] of a
// strategy, and report.Comparison of a program.
package summarize

import (
	"context"

	"github.com/toktee/toktee/internal/measure/ablation"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/tokens"
)

// Summarize returns the result of one tool call. An error means a bad configuration, an output that can't be read, or
// an ended context. An output that no strategy can digest still gives a result, with a warning.
func Summarize(ctx context.Context, cfg Config, req Request) (result.ToolResult, error) {
	r, err := summarizeOnce(ctx, cfg, req)
	if n := req.AgentTokens; n > 0 && err == nil && cfg.Enabled && r.Metadata().LLMTokens > n {
		cfg.Budget = n
		return summarizeOnce(ctx, cfg, req)
	}
	return r, err
}

// summarizeOnce does the work of Summarize without regard to the text that the agent would send.
func summarizeOnce(ctx context.Context, cfg Config, req Request) (result.ToolResult, error) {
	call, err := newCall(&cfg, &req)
	if err != nil {
		return result.ToolResult{}, err
	}
	call.without = ablation.From(ctx)
	if err := context.Cause(ctx); err != nil {
		return result.ToolResult{}, err
	}
	counter, err := tokens.Get(call.encoding)
	if err != nil {
		return result.ToolResult{}, err
	}
	defer tokens.Put(counter)
	if call.disabled {
		return untouched(call, counter)
	}
	return summarize(ctx, call, counter)
}

// summarize runs the stages.
func summarize(ctx context.Context, call *call, counter *tokens.Counter) (result.ToolResult, error) {
	raw := countRaw(ctx, counter, call.encoding, call.source) // it uses the counter until wait or stop returns
	defer raw.stop()
	seen, err := look(ctx, call)
	if err != nil {
		return result.ToolResult{}, err
	}
	digest, err := digestOf(ctx, call, seen)
	if err != nil {
		return result.ToolResult{}, err
	}
	if !call.without.Off("summarize/before") {
		digest = applySame(call, seen, applyBefore(call, seen, digest))
	}
	digest = applyRules(call, seen, digest)
	counts, err := raw.wait(seen.text, digest.limits)
	if err != nil {
		return result.ToolResult{}, err
	}
	page, err := pageOf(call, seen, digest, counts, counter)
	if err != nil {
		return result.ToolResult{}, err
	}
	return resultOf(call, seen, digest, counts, page)
}
