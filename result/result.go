package result

import (
	"reflect"
	"slices"
	"time"
)

// SchemaVersion is the version of the JSON that this package writes.
const SchemaVersion = 1

// MaxInline is the largest payload, in bytes, that [New] takes in as the person's text. A longer one is in a result only
// where no store has it: as the full text of a [Failure], as the model's own text, or from a record that had it.
const MaxInline = 64 << 10

// ToolResult is what became of one tool call's output. It is immutable and safe for concurrent use. The zero ToolResult
// stands for none; [New], [Simple] and [Failure] make results.
type ToolResult struct {
	id, callID, tool string
	success          bool
	exit             int
	exitKnown        bool
	signal           string
	err              *ToolError // nil unless it is an error; never handed out
	llm              content
	ui               string
	inline           bool
	payload          Payload
	details          Details
	meta             Metadata // never handed out, its lists and map are shared between copies
	duration         time.Duration
}

// Payload names the raw bytes of an output.
type Payload struct {
	SHA256 string `json:"sha256"` // 64 hex digits, "" where nobody hashed them
	Bytes  int64  `json:"bytes"`
}

// ID is the result's id, by which a store finds it; "" for none.
func (r ToolResult) ID() string { return r.id }

// CallID is the caller's own id of the call, "" for none.
func (r ToolResult) CallID() string { return r.callID }

// ToolName is the name of the tool, as the caller calls it.
func (r ToolResult) ToolName() string { return r.tool }

// Success reports whether all went well: it isn't an error, and no failure was read from the output.
func (r ToolResult) Success() bool { return r.success }

// IsError reports whether the call failed. A tool that ran well and reports something bad has neither Success nor
// IsError.
func (r ToolResult) IsError() bool { return r.err != nil }

// ExitCode is the exit code, and whether it is known.
func (r ToolResult) ExitCode() (code int, known bool) { return r.exit, r.exitKnown }

// Signal is the name of the signal that ended the tool, "" for none.
func (r ToolResult) Signal() string { return r.signal }

// Error is a copy of the error, nil unless [ToolResult.IsError].
func (r ToolResult) Error() *ToolError {
	if r.err == nil {
		return nil
	}
	e := *r.err
	return &e
}

// Err is Error as a plain error, for [errors.Is] and returns: it is nil where there is none, which a nil *ToolError in an
// error isn't.
func (r ToolResult) Err() error {
	if r.err == nil {
		return nil
	}
	return r.Error()
}

// LLMContent is the text for the model; where it gets blocks, that of the text blocks, joined by line feeds.
func (r ToolResult) LLMContent() string { return r.llm.text }

// Blocks is a copy of the blocks for the model, nil where it gets plain text.
func (r ToolResult) Blocks() []Block { return slices.Clone(r.llm.blocks) }

// UIContent is the payload as text, exactly, and whether the result carries it. Where it doesn't, because the payload is
// too large or isn't text, a store has it under [ToolResult.Payload].
func (r ToolResult) UIContent() (text string, inline bool) { return r.ui, r.inline }

// Payload names the raw bytes of the output.
func (r ToolResult) Payload() Payload { return r.payload }

// Details is the typed payload for the person's view, zero for simple tools.
func (r ToolResult) Details() Details { return r.details }

// Metadata is a copy of what is known besides.
func (r ToolResult) Metadata() Metadata { return r.meta.clone() }

// Duration is how long the tool ran, in whole milliseconds; 0 where that isn't known.
func (r ToolResult) Duration() time.Duration { return r.duration }

// Equal reports whether both results hold the same.
func (r ToolResult) Equal(o ToolResult) bool { return reflect.DeepEqual(r, o) }
