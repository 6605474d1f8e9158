package result

import (
	"reflect"
	"slices"
	"time"
)

// inlineLimit is the largest output, in bytes, that [New] keeps as the person's text. A result has a longer text only
// if no store has it: the full text of a [Failure], the model's own text, or the text of a loaded record.
const inlineLimit = 64 << 10

// ToolResult is the result of one tool call. It is immutable and safe for concurrent use. [New], [Simple] and [Failure]
// make results; the zero ToolResult isn't valid.
type ToolResult struct {
	id, callID, tool string
	outcome          Outcome
	exit             int
	exitKnown        bool
	signal           string
	err              *ToolError // nil unless the outcome is Fail; callers get copies
	llm              content
	ui               string
	inline           bool // ui is the payload; else only a store has it
	payload          Payload
	details          Details
	meta             Metadata // its lists and map are shared between results; callers get copies
	duration         time.Duration
}

// ID returns the result's id, its key in a store; "" for none.
func (r ToolResult) ID() string { return r.id }

// CallID returns the caller's own id of the call, "" for none.
func (r ToolResult) CallID() string { return r.callID }

// ToolName returns the name of the tool, as the caller calls it.
func (r ToolResult) ToolName() string { return r.tool }

// Outcome returns the outcome of the call, as far as its exit status and its output prove it.
func (r ToolResult) Outcome() Outcome { return r.outcome }

// Passed reports whether it is proved that the call went well. A result that hasn't passed may not have failed either.
func (r ToolResult) Passed() bool { return r.outcome == Pass }

// Failed reports whether the call failed. It is then an error for the model too. [ToolResult.Error] returns the cause.
func (r ToolResult) Failed() bool { return r.outcome == Fail }

// ExitCode returns the exit code, and whether it is known.
func (r ToolResult) ExitCode() (code int, known bool) { return r.exit, r.exitKnown }

// Signal returns the name of the signal that ended the tool, "" for none.
func (r ToolResult) Signal() string { return r.signal }

// Error returns a copy of the error, nil unless [ToolResult.Failed]. Compare it with nil before you store it in an
// error value: an error that holds a nil *ToolError isn't nil.
func (r ToolResult) Error() *ToolError {
	if r.err == nil {
		return nil
	}
	e := *r.err
	return &e
}

// LLMContent returns the text for the model. If the model is sent blocks, that is the text of the text blocks, joined
// by line feeds.
func (r ToolResult) LLMContent() string { return r.llm.text }

// Blocks returns a copy of the blocks for the model, nil if it is sent plain text.
func (r ToolResult) Blocks() []Block { return slices.Clone(r.llm.blocks) }

// UIContent returns the output as text, byte for byte, and whether the result has it. A result doesn't have an output
// that is larger than 64 KiB or isn't UTF-8: a store has it under [ToolResult.Payload].
func (r ToolResult) UIContent() (text string, inline bool) { return r.ui, r.inline }

// Payload returns the hash and the size of the raw output.
func (r ToolResult) Payload() Payload { return r.payload }

// Details returns the typed object for the person's view, zero for simple tools.
func (r ToolResult) Details() Details { return r.details }

// Metadata returns a copy of the numbers, names and warnings about the result.
func (r ToolResult) Metadata() Metadata { return r.meta.clone() }

// Duration returns the running time of the tool, in whole milliseconds; 0 if it isn't known.
func (r ToolResult) Duration() time.Duration { return r.duration }

// Equal reports whether all fields of both results are equal.
func (r ToolResult) Equal(o ToolResult) bool { return reflect.DeepEqual(r, o) }
