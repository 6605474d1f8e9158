package envelope

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/toktee/toktee/result"
)

// UnwrapJSON takes a tool's text out of the agent's JSON form:
//
//	{"output":"...","metadata":{"exit_code":0}}   Codex
//	{"stdout":"...","stderr":"..."}               Claude Code
//	[{"type":"text","text":"..."}]                MCP
//	{"stdout":"...","stderr":"...","exit_code":0} a function, which may also return one of the others
//
// ok is false unless the whole of raw is exactly such a form, with known keys and none twice: anything else is data.
// text is stdout, then stderr.
func (a Agent) UnwrapJSON(raw []byte) (text []byte, st result.Status, ok bool) {
	isMCP := a == MCP || a == Function
	if !isMCP && a != Codex && a != Claude {
		return nil, st, false
	}
	b := bytes.TrimSpace(raw)
	if len(b) < 2 || !looksWrapped(b) {
		return nil, st, false
	}
	if b[0] == '[' {
		if !isMCP {
			return nil, st, false
		}
		text, ok = contentText(b)
		return text, st, ok
	}
	m, ok := object(b)
	switch {
	case !ok:
	case isMCP && m["content"] != nil:
		return mcpResult(m)
	case a == Codex && m["metadata"] != nil, a == Function && m["output"] != nil:
		return outputForm(m)
	case a == Claude && hasCode(m):
	case (a == Claude || a == Function) && m["stdout"] != nil:
		return streamsForm(m)
	}
	return nil, st, false
}

// looksWrapped is a cheap first look at how the text starts and ends.
func looksWrapped(b []byte) bool {
	switch {
	case b[0] == '[' && b[len(b)-1] == ']':
		return bytes.HasPrefix(bytes.TrimLeft(b[1:], " \t\r\n"), []byte("{"))
	case b[0] == '{' && b[len(b)-1] == '}':
		key, _, _ := bytes.Cut(bytes.TrimLeft(b[1:], " \t\r\n"), []byte(":"))
		return isKnownKey(strings.Trim(string(bytes.TrimSpace(key[:min(len(key), 40)])), `"`))
	}
	return false
}

func isKnownKey(k string) bool {
	switch k {
	case "output", "metadata", "content", "isError", "_meta":
		return true
	}
	return isStreamsKey(k)
}

// isStreamsKey reports whether a key may come with stdout and stderr.
func isStreamsKey(k string) bool {
	switch k {
	case "stdout", "stderr", "exit_code", "exitCode", "returncode", "return_code", "code", "interrupted", "isImage",
		"is_image", "noOutputExpected", "returnCodeInterpretation", "timed_out", "timedOut", "signal", "success",
		"duration", "duration_ms", "duration_seconds", "durationMs", "wall_time", "command", "cwd":
		return true
	}
	return false
}

// object reads the members of a JSON object. It fails on anything after it and on a key that comes twice.
func object(b []byte) (map[string]json.RawMessage, bool) {
	dec := json.NewDecoder(bytes.NewReader(b))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, false
	}
	m := map[string]json.RawMessage{}
	for dec.More() {
		t, err := dec.Token()
		key, isString := t.(string)
		var v json.RawMessage
		if err != nil || !isString || m[key] != nil || !isKnownKey(key) || dec.Decode(&v) != nil {
			return nil, false
		}
		m[key] = v
	}
	if _, err := dec.Token(); err != nil || dec.InputOffset() != int64(len(b)) {
		return nil, false
	}
	return m, true
}

func only(m map[string]json.RawMessage, known func(string) bool) bool {
	for k := range m {
		if !known(k) {
			return false
		}
	}
	return true
}

// outputForm reads {"output":"...","metadata":{"exit_code":0,...}} and {"output":"...","exit_code":0}.
func outputForm(m map[string]json.RawMessage) (text []byte, st result.Status, ok bool) {
	var s string
	if !isString(m["output"], &s) || !only(m, func(k string) bool {
		return k == "output" || k == "metadata" ||
			m["metadata"] == nil && k != "stdout" && k != "stderr" && isStreamsKey(k)
	}) {
		return nil, result.Status{}, false
	}
	from := m
	if raw := m["metadata"]; raw != nil {
		from = nil
		if json.Unmarshal(raw, &from) != nil || !only(from, isStreamsKey) {
			return nil, result.Status{}, false
		}
	}
	if st, ok = statusOf(from); !ok || !st.Known {
		return nil, result.Status{}, false
	}
	return []byte(s), st, true
}

// streamsForm reads {"stdout":"...","stderr":"...",...}.
func streamsForm(m map[string]json.RawMessage) (text []byte, st result.Status, ok bool) {
	var out, errs string
	if !isString(m["stdout"], &out) || m["stderr"] != nil && !isString(m["stderr"], &errs) || len(m) < 2 || !only(m,
		isStreamsKey) {
		return nil, result.Status{}, false
	}
	if st, ok = statusOf(m); !ok {
		return nil, result.Status{}, false
	}
	if out != "" && errs != "" && !strings.HasSuffix(out, "\n") {
		out += "\n"
	}
	return []byte(out + errs), st, true
}

// codes are the keys of an exit code.
var codes = [...]string{"exit_code", "exitCode", "returncode", "return_code", "code"}

// hasCode reports whether an object has an exit code.
func hasCode(m map[string]json.RawMessage) bool {
	return slices.ContainsFunc(codes[:], func(k string) bool { return m[k] != nil })
}

// statusOf reads the exit status among an object's members. ok is false if a member has the wrong type.
func statusOf(m map[string]json.RawMessage) (st result.Status, ok bool) {
	for _, k := range codes {
		raw := m[k]
		if raw == nil || string(raw) == "null" {
			continue
		}
		if json.Unmarshal(raw, &st.Code) != nil || st.Known {
			return result.Status{}, false
		}
		st.Known = true
	}
	if string(m["interrupted"]) == "true" {
		st.Aborted = true
	}
	if raw := m["signal"]; raw != nil && string(raw) != "null" && !isString(raw, &st.Signal) {
		st.Reported = result.Fail // a number of a signal
	}
	if string(m["success"]) == "false" || string(m["timed_out"]) == "true" || string(m["timedOut"]) == "true" {
		st.Reported = result.Fail
	}
	return st, true
}

// mcpResult reads an MCP result whose content is text alone.
func mcpResult(m map[string]json.RawMessage) (text []byte, st result.Status, ok bool) {
	if !only(m, func(k string) bool { return k == "content" || k == "isError" || k == "_meta" }) {
		return nil, result.Status{}, false
	}
	if text, ok = contentText(m["content"]); !ok {
		return nil, result.Status{}, false
	}
	if string(m["isError"]) == "true" {
		st.Reported = result.Fail
	}
	return text, st, true
}

// contentText joins the texts of MCP content. It fails on anything but text.
func contentText(raw json.RawMessage) ([]byte, bool) {
	var items []map[string]json.RawMessage
	if json.Unmarshal(raw, &items) != nil || len(items) == 0 {
		return nil, false
	}
	var out []byte
	for _, it := range items {
		var typ, s string
		if !isString(it["type"], &typ) || typ != "text" || !isString(it["text"], &s) ||
			!only(it, func(k string) bool { return k == "type" || k == "text" || k == "annotations" || k == "_meta" }) {
			return nil, false
		}
		if len(out) > 0 && out[len(out)-1] != '\n' {
			out = append(out, '\n')
		}
		out = append(out, s...)
	}
	return out, true
}

func isString(raw json.RawMessage, s *string) bool {
	return len(raw) > 0 && raw[0] == '"' && json.Unmarshal(raw, s) == nil
}
