package result

import (
	"encoding/json"
	"fmt"
)

// oldDetails is the type of details from a record that has details without a type.
const oldDetails = "untyped"

// oldRecord is a record from before schema 1. Its text is in content or llm_content; other fields depend on its writer.
// The fields are read one by one, so a field of an unexpected form doesn't affect the others:
//
//	{"tool_name":"exec","content":"ok\n","exit_code":0}
type oldRecord map[string]json.RawMessage

// has reports whether the named field is there and not null.
func (o oldRecord) has(name string) bool {
	raw, ok := o[name]
	return ok && string(raw) != "null"
}

// field reads the named field into v, and reports whether it is there and fits.
func (o oldRecord) field(name string, v any) bool {
	return o.has(name) && json.Unmarshal(o[name], v) == nil
}

// decodeOld reads an older record as a simple result: one text for the model and the person, and no savings.
func decodeOld(src []byte) (ToolResult, error) {
	var o oldRecord
	if err := json.Unmarshal(src, &o); err != nil {
		return ToolResult{}, err
	}
	var p Parts
	o.field("id", &p.ID)
	o.field("call_id", &p.CallID)
	o.field("tool_name", &p.Tool)
	if o.field("exit_code", &p.Status.Code) {
		p.Status.Known = true
	}
	o.field("signal", &p.Status.Signal)

	o.readOutcome(&p)
	if err := o.readContent(&p); err != nil {
		return ToolResult{}, err
	}
	if !o.readCounts(&p) {
		p.Metadata.Warnings = append(p.Metadata.Warnings, "older record: its tokens were not counted")
	}
	var raw json.RawMessage
	if o.field("details", &raw) && json.Unmarshal(raw, &p.Details) != nil {
		d, err := NewDetails(oldDetails, map[string]json.RawMessage{"value": raw})
		if err != nil {
			return ToolResult{}, err
		}
		p.Details = d
	}
	return build(p, len(p.UI))
}

// readOutcome reads success, is_error and error. A non-zero exit code is an error unless the record states a success.
func (o oldRecord) readOutcome(p *Parts) {
	var success, isError bool
	hasSuccess, hasError := o.field("success", &success), o.field("is_error", &isError)
	e := ToolError{Kind: KindExit}
	if !o.field("error", &e.Message) {
		var typed ToolError
		if o.field("error", &typed) {
			e = typed
		}
	}
	if _, err := errorOf(Status{}, false, Unknown, &e); err != nil {
		e.Kind = KindExit
	}
	switch {
	case isError || e.Message != "":
		p.Err = &e
		if e.Kind == KindExit && p.Status.OK() {
			p.Status = Status{} // the record states a failure, so exit code 0 can't be real
		}
	case hasError || hasSuccess && success:
		p.Answer = true
	}
	if (success || !hasSuccess) && !isError && p.Err == nil && p.Status.OK() {
		p.Outcome = Pass
	}
}

// readContent reads the text of the model, and that of the person if the record has one. The record of a failed call
// may have only an error, which is then the text.
func (o oldRecord) readContent(p *Parts) error {
	var c content
	var ui string
	hasUI := o.field("ui_content", &ui)
	switch {
	case o.has("llm_content"):
		if err := json.Unmarshal(o["llm_content"], &c); err != nil {
			return fmt.Errorf("llm_content: %w", err)
		}
	case o.has("content"):
		if err := json.Unmarshal(o["content"], &c); err != nil {
			return fmt.Errorf("content: %w", err)
		}
	case hasUI:
		c.text = ui
	case p.Err != nil:
		c.text = p.Err.Message
	default:
		return fmt.Errorf("there is no schema_version, and no content or llm_content as in older records")
	}
	if !hasUI {
		ui = c.text
	}
	p.LLM, p.Blocks, p.UI = c.text, c.blocks, []byte(ui)
	return nil
}

// readCounts reads the token counts. It reports whether the record has two counts that don't contradict each other.
func (o oldRecord) readCounts(p *Parts) bool {
	var m struct {
		Encoding  string `json:"encoding"`
		LLMTokens *int   `json:"llm_tokens"`
		UITokens  *int   `json:"ui_tokens"`
	}
	if !o.field("metadata", &m) || m.LLMTokens == nil || m.UITokens == nil {
		return false
	}
	counted := Metadata{Encoding: m.Encoding, LLMTokens: *m.LLMTokens, UITokens: *m.UITokens}
	if counted.settle() != nil {
		return false
	}
	p.Metadata = counted
	return true
}
