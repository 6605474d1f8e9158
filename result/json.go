package result

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"time"

	"github.com/toktee/toktee/internal/text/writejson"
)

// schemaVersion is the version of the records that this package writes.
const schemaVersion = 1

// record is the JSON of a result. The order of its fields is the order of the keys.
type record struct {
	SchemaVersion int            `json:"schema_version"`
	ID            string         `json:"id"`
	CallID        string         `json:"call_id"`
	ToolName      string         `json:"tool_name"`
	Outcome       *Outcome       `json:"outcome"` // nil in records from before there were outcomes
	Success       *bool          `json:"success"` // null if the outcome is unknown
	IsError       bool           `json:"is_error"`
	ExitCode      *int           `json:"exit_code"`
	Signal        string         `json:"signal"`
	Error         *ToolError     `json:"error"`
	LLMContent    content        `json:"llm_content"`
	UIContent     *string        `json:"ui_content,omitempty"`
	Payload       Payload        `json:"payload"`
	Details       Details        `json:"details,omitzero"`
	Metadata      metadataRecord `json:"metadata"`
	DurationMS    int64          `json:"duration_ms,omitempty"`
}

func (r ToolResult) record() record {
	rec := record{
		SchemaVersion: schemaVersion,
		ID:            r.id,
		CallID:        r.callID,
		ToolName:      r.tool,
		Outcome:       &r.outcome,
		Success:       r.outcome.success(),
		IsError:       r.err != nil,
		Signal:        r.signal,
		Error:         r.err,
		LLMContent:    r.llm,
		Payload:       r.payload,
		Details:       r.details,
		Metadata:      metadataRecord(r.meta),
		DurationMS:    r.duration.Milliseconds(),
	}
	if r.exitKnown {
		rec.ExitCode = &r.exit
	}
	// A long text that the model and the person share is written once: on load the payload's hash shows that they do.
	if r.inline && (len(r.ui) <= inlineLimit || r.ui != r.llm.text) {
		rec.UIContent = &r.ui
	}
	return rec
}

// MarshalJSON implements [json.Marshaler]. It returns the record on one line, without a line feed. A direct call leaves
// <, > and & as they are; [json.Marshal] escapes them.
func (r ToolResult) MarshalJSON() ([]byte, error) { return appendJSON(nil, r.record()) }

// UnmarshalJSON implements [json.Unmarshaler]. It rejects records without a version, and newer records, whose fields
// may have another meaning. On an error the result stays unchanged.
func (r *ToolResult) UnmarshalJSON(src []byte) error {
	var head struct {
		Version *int `json:"schema_version"`
	}
	if err := json.Unmarshal(src, &head); err != nil {
		return fmt.Errorf("decoding result: %w", err)
	}
	if string(bytes.TrimSpace(src)) == "null" {
		return nil // the convention of json.Unmarshaler
	}
	var v ToolResult
	var err error
	switch {
	case head.Version == nil:
		err = fmt.Errorf("there is no schema_version")
	case *head.Version == schemaVersion:
		v, err = decode(src)
	default:
		err = fmt.Errorf("schema_version is %d: this version reads up to %d", *head.Version, schemaVersion)
	}
	if err != nil {
		return fmt.Errorf("decoding result: %w", err)
	}
	*r = v
	return nil
}

// decode reads a record of the current version.
func decode(src []byte) (ToolResult, error) {
	var rec record
	if err := json.Unmarshal(src, &rec); err != nil {
		return ToolResult{}, err
	}
	outcome, err := rec.outcome()
	switch ms := rec.DurationMS; {
	case err != nil:
		return ToolResult{}, err
	case !rec.IsError && rec.Error != nil:
		return ToolResult{}, fmt.Errorf("is_error is false, but there is an error of kind %q", rec.Error.Kind)
	case ms != int64(time.Duration(ms)*time.Millisecond/time.Millisecond):
		return ToolResult{}, fmt.Errorf("duration_ms is %d: want at most %d", ms, time.Duration(1<<63-1).Milliseconds())
	}
	p := Parts{
		ID: rec.ID, CallID: rec.CallID, Tool: rec.ToolName,
		Status: Status{Signal: rec.Signal},
		Answer: !rec.IsError, Outcome: outcome, Err: rec.Error,
		LLM: rec.LLMContent.text, Blocks: rec.LLMContent.blocks,
		Payload: rec.Payload, Details: rec.Details, Metadata: Metadata(rec.Metadata),
		Duration: time.Duration(rec.DurationMS) * time.Millisecond,
	}
	if rec.ExitCode != nil {
		p.Status.Known, p.Status.Code = true, *rec.ExitCode
	}
	if rec.UIContent != nil {
		p.UI = []byte(*rec.UIContent)
	}
	r, err := build(p, len(p.UI))
	if err != nil {
		return ToolResult{}, err
	}
	if rec.IsError != r.Failed() {
		err := fmt.Errorf("is_error is %v, but exit code, signal and error imply %v", rec.IsError, r.Failed())
		return ToolResult{}, err
	}
	return r, nil
}

// outcome returns the outcome that a record states. It returns an error if success or is_error contradict it. Records
// written before there were outcomes have only success: true is a [Pass] if the exit code is 0. All others are
// [Unknown] here, and become a failure only by their error.
func (rec *record) outcome() (Outcome, error) {
	succeeded := rec.Success != nil && *rec.Success
	switch {
	case succeeded && rec.IsError:
		return Unknown, fmt.Errorf("success and is_error are both true")
	case rec.Outcome == nil && succeeded && rec.ExitCode != nil && *rec.ExitCode == 0:
		return Pass, nil
	case rec.Outcome == nil:
		return Unknown, nil
	case rec.IsError != (*rec.Outcome == Fail), !reflect.DeepEqual(rec.Success, rec.Outcome.success()):
		return Unknown, fmt.Errorf("outcome %q contradicts success and is_error", *rec.Outcome)
	}
	return *rec.Outcome, nil
}

// appendJSON appends v's JSON without escaping <, > and &, and without the line feed that an encoder adds.
func appendJSON(dst []byte, v any) ([]byte, error) { return writejson.Append(dst, v, false) }
