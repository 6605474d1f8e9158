package mcpremote

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
)

// modernHeader sets the headers of a request without a session, so that a gateway before the server can tell requests
// apart without reading them.
func (r *Remote) modernHeader(h http.Header, m *message) {
	h.Set(versionHeader, m.Params.Meta.Version)
	h.Set("Mcp-Method", m.Method)
	if name := m.Params.Name + m.Params.URI; name != "" {
		h.Set("Mcp-Name", encoded(name))
	}
	if m.Method != "tools/call" {
		return
	}
	for argument, header := range r.params[m.Params.Name] {
		if v, ok := scalar(m.Params.Arguments[argument]); ok {
			h.Set("Mcp-Param-"+header, encoded(v))
		}
	}
}

// scalar returns a text, a number or a truth value as text.
func scalar(v json.RawMessage) (string, bool) {
	if len(v) == 0 || v[0] == '{' || v[0] == '[' || string(v) == "null" {
		return "", false
	}
	var s string
	if json.Unmarshal(v, &s) != nil {
		s = string(v) // a number keeps its digits
	}
	return s, true
}

// encoded returns a value as a header takes it: what isn't plain ASCII in base64, and marked as that.
func encoded(s string) string {
	plain := s == "" || s[0] != ' ' && s[len(s)-1] != ' '
	for i := range len(s) {
		plain = plain && s[i] >= ' ' && s[i] < 0x7f
	}
	if plain {
		return s
	}
	return "=?base64?" + base64.StdEncoding.EncodeToString([]byte(s)) + "?="
}

// learn notes which arguments of tools are to be sent as headers: those whose schema has x-mcp-header.
func (r *Remote) learn(answer []byte) {
	var a struct {
		Result struct {
			Tools []struct {
				Name   string `json:"name"`
				Schema struct {
					Properties map[string]json.RawMessage `json:"properties"`
				} `json:"inputSchema"`
			} `json:"tools"`
		} `json:"result"`
	}
	if json.Unmarshal(answer, &a) != nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, t := range a.Result.Tools {
		delete(r.params, t.Name)
		for name, v := range t.Schema.Properties {
			var schema struct {
				Header string `json:"x-mcp-header"`
			}
			if json.Unmarshal(v, &schema) != nil || schema.Header == "" {
				continue
			}
			if r.params[t.Name] == nil {
				r.params[t.Name] = map[string]string{}
			}
			r.params[t.Name][name] = schema.Header
		}
	}
}
