package result

import (
	"fmt"
	"math"
	"time"
	"unicode/utf8"
)

// Parts are the arguments of [New]. All fields are optional. The zero Parts makes an empty result of an unknown tool,
// with an unknown outcome.
type Parts struct {
	// ID is the result's own id, its key in a store. CallID is the caller's id of the call.
	ID     string
	CallID string
	// Tool is the name of the tool, as the caller calls it.
	Tool string

	// Status describes how the command ended, as far as that is known.
	Status Status
	// Answer marks a non-zero exit code as an answer, not an error: 1 of grep means no match. It excuses only the
	// code: a signal, a time limit and an abort stay errors.
	Answer bool
	// Outcome is the outcome that exit status and output prove together. With an Err, or with a bad status that isn't
	// an answer, the result is Fail whatever the value of this field.
	Outcome Outcome
	// Err describes how the call failed; nil if Status and Outcome suffice. An empty kind or message is filled in from
	// Status.
	Err *ToolError

	// LLM is the text for the model, valid UTF-8. If Blocks are set, LLM is empty or their joined text.
	LLM    string
	Blocks []Block
	// UI is the raw output, nil if only Payload is known. It becomes the person's text if it is valid UTF-8 of at
	// most 64 KiB, or is the same as the model's text.
	UI []byte
	// Payload is the hash and size of the raw output. If it is zero, it is computed from UI.
	Payload Payload
	// Details is a typed object for the person's view, zero for none.
	Details Details
	// Metadata has the token counts; New computes the savings from them.
	Metadata Metadata
	// Duration is the running time of the tool, 0 if it isn't known. It is rounded to milliseconds.
	Duration time.Duration
}

// New makes a result. Its error names the part that is wrong. Every result keeps these promises:
//
//   - a bad exit status that isn't an answer is a failure;
//   - only a failure has an error, and the error's kind is the way in which the call failed;
//   - 0 <= llm_tokens <= ui_tokens; the savings are their difference, and its share of ui_tokens;
//   - shown ranges are sorted, and at least one omitted line lies between two of them;
//   - the text for the model is valid UTF-8; in other strings, U+FFFD replaces invalid bytes;
//   - the person's text is the output, byte for byte, or is left out.
//
// The result shares no memory with the parts.
func New(p Parts) (ToolResult, error) {
	r, err := build(p, inlineLimit)
	if err != nil {
		return ToolResult{}, fmt.Errorf("making result of %q: %w", p.Tool, err)
	}
	return r, nil
}

// build makes a result like New, but with another limit on the person's text: a record keeps a longer text.
func build(p Parts, maxInline int) (ToolResult, error) {
	r := ToolResult{
		id: valid(p.ID), callID: valid(p.CallID), tool: valid(p.Tool),
		exitKnown: p.Status.Known, signal: valid(p.Status.Signal),
		details: p.Details,
	}
	if p.Status.Known {
		r.exit = p.Status.Code
	}
	var err error
	if r.err, err = errorOf(p.Status, p.Answer, p.Outcome, p.Err); err != nil {
		return r, err
	}
	if r.outcome = p.Outcome; r.err != nil {
		r.outcome = Fail
	}
	if r.llm, err = newContent(p.LLM, p.Blocks); err != nil {
		return r, err
	}
	if err := r.setPayload(p.UI, p.Payload, maxInline); err != nil {
		return r, err
	}
	r.meta = p.Metadata.clone()
	if err := r.meta.settle(); err != nil {
		return r, err
	}
	if r.duration, err = wholeMillis(p.Duration); err != nil {
		return r, err
	}
	return r, nil
}

// wholeMillis rounds to the precision of the record, so that writing and reading a result doesn't change it.
func wholeMillis(d time.Duration) (time.Duration, error) {
	if d < 0 {
		return 0, fmt.Errorf("duration is %v: want 0 or more", d)
	}
	if d > math.MaxInt64-time.Millisecond {
		return d.Truncate(time.Millisecond), nil // rounding up would overflow
	}
	return d.Round(time.Millisecond), nil
}

// valid returns s with U+FFFD in place of each byte that isn't valid UTF-8: one for each byte, as token counters count.
func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}
