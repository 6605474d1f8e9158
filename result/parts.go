package result

import (
	"fmt"
	"math"
	"time"
	"unicode/utf8"
)

// Parts is what [New] makes a result of. All fields are optional; the zero Parts makes an empty result of an unknown
// tool, of which nothing is known.
type Parts struct {
	// ID is the result's own id, under which a store keeps it. CallID is the caller's id of the call.
	ID     string
	CallID string
	// Tool is the name of the tool, as the caller calls it.
	Tool string

	// Status is how the command ended, as far as that is known.
	Status Status
	// Answer marks a non-zero exit code as an answer, not an error: 1 of grep means no match. It excuses nothing but
	// the code: a signal, a time limit and an abort stay errors.
	Answer bool
	// Outcome is what exit status and output prove together. A bad status that isn't an answer, and an Err, are Fail
	// whatever it says.
	Outcome Outcome
	// Err is how the call failed; nil where Status and Outcome say it all. An empty kind or message is filled in from
	// Status.
	Err *ToolError

	// LLM is the text for the model, valid UTF-8. Where Blocks are set, LLM is empty or the joined text of theirs.
	LLM    string
	Blocks []Block
	// UI is the raw output, nil where only Payload is known. It becomes the person's text if it is valid UTF-8 of at
	// most 64 KiB, or is the model's text itself.
	UI []byte
	// Payload is the hash and size of the raw output. It is computed from UI where it is zero.
	Payload Payload
	// Details is a typed object for the person's view, zero for none.
	Details Details
	// Metadata has the token counts; New computes the savings from them.
	Metadata Metadata
	// Duration is how long the tool ran, 0 where that isn't known. It is rounded to milliseconds.
	Duration time.Duration
}

// New makes a result, or returns an error that says what is wrong with the parts. It promises of each result:
//
//   - a bad exit status that isn't an answer is a failure;
//   - a failure has an error, whose kind says how the call failed, and nothing else has one;
//   - 0 <= llm_tokens <= ui_tokens; the savings are their difference, and its share of ui_tokens;
//   - shown ranges are sorted, and a line that isn't shown lies between each two;
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

// build is New with a limit on the person's text: a record that has a longer text keeps it.
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

// wholeMillis rounds to the precision of the record, so that a result that is written and read is the same.
func wholeMillis(d time.Duration) (time.Duration, error) {
	if d < 0 {
		return 0, fmt.Errorf("duration is %v: want 0 or more", d)
	}
	if d > math.MaxInt64-time.Millisecond {
		return d.Truncate(time.Millisecond), nil // rounding up would overflow
	}
	return d.Round(time.Millisecond), nil
}

// valid returns s with each byte that isn't valid UTF-8 replaced by U+FFFD. It replaces one for one, as token counters
// count them.
func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}
