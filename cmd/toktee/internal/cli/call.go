package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	jsonx "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// A call is a line of the JSON lines: a call of a tool, and its output. All keys may be absent.
//
//	{"call_id":"a","tool":"Bash","command":"make","exit_code":2,"stdout":"","stderr":"make: *** no targets.  Stop.\n"}
type call struct {
	CallID   string         `json:"call_id"`
	Tool     string         `json:"tool"`
	Command  string         `json:"command"`
	Path     string         `json:"path"`
	Pattern  string         `json:"pattern"`
	Args     jsontext.Value `json:"args"`
	Offset   int            `json:"offset"`
	Limit    int            `json:"limit"`
	Intent   string         `json:"intent"`
	Session  string         `json:"session"`
	Agent    string         `json:"agent"`
	Epoch    *int           `json:"epoch"`     // null if unknown
	ExitCode *int           `json:"exit_code"` // null if unknown
	Envelope string         `json:"envelope"`  // the agent that wrapped the output, "" for none
	Before   *before        `json:"before"`    // null if nothing is known of earlier runs
	Stdout   text           `json:"stdout"`
	Stderr   text           `json:"stderr"`
}

// text is a JSON string as bytes, which saves a copy of an output of hundreds of megabytes.
type text []byte

// UnmarshalJSONFrom implements [jsonx.UnmarshalerFrom].
func (t *text) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if dec.PeekKind() != '"' && dec.PeekKind() != 'n' {
		return &jsonx.SemanticError{JSONKind: dec.PeekKind()}
	}
	v, err := dec.ReadValue()
	if err != nil || v.Kind() == 'n' {
		return err
	}
	// The error can only be invalid UTF-8, which is replaced by U+FFFD: the decoder has checked the rest.
	*t, _ = jsontext.AppendUnquote(make([]byte, 0, len(v)), v)
	return nil
}

// before is known from earlier runs: {"pass":"output of the last run that passed"}, or the form that the library
// writes.
type before struct{ known *summarize.Before }

// UnmarshalJSONFrom implements [jsonx.UnmarshalerFrom].
func (b *before) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	switch k := dec.PeekKind(); k {
	case '{':
		var v struct {
			Pass text `json:"pass"`
		}
		if err := jsonx.UnmarshalDecode(dec, &v, lenient); err != nil {
			return err
		}
		b.known = summarize.PassedOutput(v.Pass)
		return nil
	case '"':
		var s string
		if err := jsonx.UnmarshalDecode(dec, &s, lenient); err != nil {
			return err
		}
		b.known = &summarize.Before{}
		return b.known.UnmarshalText([]byte(s))
	default:
		return &jsonx.SemanticError{JSONKind: k}
	}
}

// lenient accepts what agents write: repeated names and invalid UTF-8. Keys match exactly, so that "Stdout" is a key of
// the agent's, to be ignored.
var lenient = jsonx.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

// parseCall reads a line. With an error it returns the call's call_id, as far as that can be read, so that the error
// result can carry it.
func parseCall(line []byte) (call, error) {
	var c call
	if err := jsonx.Unmarshal(line, &c, lenient); err != nil {
		return call{CallID: callID(line), Tool: c.Tool}, describe(err, line)
	}
	if v := bytes.TrimSpace(line); len(v) == 0 || v[0] != '{' {
		return call{}, fmt.Errorf("it is not a JSON object")
	}
	if c.Offset < 0 || c.Limit < 0 {
		bad := call{CallID: c.CallID, Tool: c.Tool}
		return bad, fmt.Errorf("offset %d, limit %d: want numbers from 0", c.Offset, c.Limit)
	}
	if _, err := summarize.ParseEnvelope(c.Envelope); err != nil {
		return call{CallID: c.CallID, Tool: c.Tool}, err
	}
	return c, nil
}

// callID finds the call_id of a line that is wrong in another place, "" if it isn't before that place.
func callID(line []byte) string {
	dec := jsontext.NewDecoder(bytes.NewReader(line), lenient)
	if t, err := dec.ReadToken(); err != nil || t.Kind() != '{' {
		return ""
	}
	for {
		t, err := dec.ReadToken()
		if err != nil || t.Kind() != '"' {
			return ""
		}
		if t.String() != "call_id" {
			if dec.SkipValue() != nil {
				return ""
			}
			continue
		}
		if t, err = dec.ReadToken(); err != nil || t.Kind() != '"' {
			return ""
		}
		return t.String()
	}
}

// describe turns an error of the JSON library into a few words with the place and the allowed values.
func describe(err error, line []byte) error {
	var syntax *jsontext.SyntacticError
	var semantic *jsonx.SemanticError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("it is not JSON: byte %d of %d: %w", syntax.ByteOffset+1, len(line), syntax.Err)
	case errors.As(err, &semantic) && semantic.JSONPointer == "":
		return fmt.Errorf("it is a JSON %s: want an object", kindName(semantic.JSONKind))
	case errors.As(err, &semantic) && semantic.JSONPointer == "/before" && semantic.Err != nil:
		return fmt.Errorf("before: %w", semantic.Err)
	case errors.As(err, &semantic):
		want := "a string"
		switch semantic.JSONPointer {
		case "/offset", "/limit":
			want = "a whole number"
		case "/epoch", "/exit_code":
			want = "a whole number or null"
		case "/before":
			want = `an object with "pass", the output of a run that passed`
		}
		key := semantic.JSONPointer.LastToken()
		return fmt.Errorf("%s is a JSON %s: want %s", key, kindName(semantic.JSONKind), want)
	}
	return err
}

// kindName is the JSON type of a value in words.
func kindName(k jsontext.Kind) string {
	switch k {
	case '{':
		return "object"
	case '[':
		return "array"
	case '0':
		return "number"
	case '"':
		return "string"
	case 'n':
		return "null"
	}
	return "boolean"
}

// request is the call as a request to the pipeline, without its output.
func (c *call) request() summarize.Request {
	req := summarize.Request{
		CallID: c.CallID, Tool: c.Tool, Command: c.Command, Path: c.Path, Pattern: c.Pattern,
		Offset: c.Offset, Limit: c.Limit, Intent: c.Intent, Session: c.Session,
		Envelope: summarize.Envelope(c.Envelope),
	}
	if c.Epoch != nil { // without it, the agent's memory is unknown
		req.Agent, req.Epoch = c.Agent, *c.Epoch
	}
	if k := c.Args.Kind(); k != 'n' && len(c.Args) > 0 {
		req.Args = json.RawMessage(c.Args)
	}
	if c.Before != nil {
		req.Before = c.Before.known
	}
	if c.ExitCode != nil {
		req.Status = result.Status{Known: true, Code: *c.ExitCode}
	}
	return req
}
