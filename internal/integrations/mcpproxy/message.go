package mcpproxy

import "bytes"

// A message is one line of JSON-RPC.
type message struct {
	raw    []byte // with its line end
	top    object
	id     string // as idKey has it; "" for none
	method string // "" for an answer
}

// parse reads a message. ok is false for what isn't one object, such as a batch.
func parse(raw []byte) (m message, ok bool) {
	if b := bytes.TrimLeft(raw, " \t"); len(b) == 0 || b[0] != '{' {
		return m, false
	}
	top, ok := readObject(raw, span{0, len(raw)})
	if !ok {
		return m, false
	}
	m = message{raw: raw, top: top, method: top.stringOf(raw, "method")}
	if at, has := top.get("id"); has {
		m.id, _ = idKey(raw, at)
	}
	return m, true
}

// params returns the parameters of a request or a notification, empty for none.
func (m *message) params() object {
	o, _ := m.top.inside(m.raw, "params")
	return o
}

// rawID returns the id as it was written.
func (m *message) rawID() []byte {
	at, _ := m.top.get("id")
	return at.of(m.raw)
}

// isModern reports whether a request is of the protocol from 2026-07-28 on, in which each one has the version.
func isModern(b []byte, params object) bool {
	meta, _ := params.inside(b, "_meta")
	return meta.find("io.modelcontextprotocol/protocolVersion") >= 0
}

// clientName returns the name of the client in a request, "" for none: in initialize, or in any request of the
// protocol from 2026-07-28 on.
func clientName(b []byte, params object) string {
	info, ok := params.inside(b, "clientInfo")
	if !ok {
		meta, _ := params.inside(b, "_meta")
		info, _ = meta.inside(b, "io.modelcontextprotocol/clientInfo")
	}
	return info.stringOf(b, "name")
}
