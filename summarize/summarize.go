// Package summarize is the pipeline: the raw output of a tool goes in, and a result with two channels comes out, a
// short text for the model and the full payload for the person.
//
// [Summarize] makes the result of one call, [Wrap] puts it around a tool of an agent library, [Repeats] shortens the
// answer to a call that a session has made before, and [Shown] lines that a model was shown before.
//
// # What holds for every result
//
// The text has at most as many tokens as the budget, and at most as many as the raw output plus a status line of 16.
// An output that is small passes through whole: as cleaned, or, where that has fewer tokens, in a form that a reader
// can undo. Lines shown and lines left out add up to all lines, and the lines that are shown at a budget are shown at
// every larger one. The same input gives the same bytes. If a strategy fails, its view of the output is lost, never
// the output: the general engine answers, then the bare text cut to the budget.
//
// # Stages
//
// [Summarize] is a row of stages, each a function from one value to the next, in files of their names:
//
//	call     the request, the settings that hold for it, its command line parsed
//	look     the output cleaned to what a person would have seen, without what an agent wrote around it, its secrets
//	         masked where [Config] says so
//	digest   the facts that a strategy found in it, ranked, as what is known of earlier runs ([Before]) and the
//	         user's rules change them
//	count    the tokens of the raw and of the clean text
//	page     the text for the model: the clean text, or as many facts as the budget allows, with every gap stated
//	result   the text with its account
//
// # Limits and cost
//
// Time is linear in the output. An output that is held in memory is cleaned once; a recorded one (see [Source]) is
// streamed, in memory that doesn't grow with it. From 32 KiB on, the raw output's tokens are counted in a second
// goroutine, which has ended when [Summarize] returns. All functions are safe for concurrent use.
package summarize

import (
	"context"

	"github.com/toktee/toktee/internal/measure/ablation"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/tokens"
)

// Summarize returns the result of one tool call. Its error is a bad configuration, an output that can't be read, or an
// ended context; an output that no strategy can digest still gives a result, with a warning.
func Summarize(ctx context.Context, cfg Config, req Request) (result.ToolResult, error) {
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

// summarize is the way of the data, stage by stage.
func summarize(ctx context.Context, call *call, counter *tokens.Counter) (result.ToolResult, error) {
	raw := countRaw(ctx, counter, call.encoding, call.source) // which has the counter until wait or stop returns
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
		digest = applyBefore(call, seen, digest)
	}
	if !call.without.Off("summarize/rules") {
		digest = applyRules(call, seen, digest)
	}
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
