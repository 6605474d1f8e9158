package wire

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// The longest ids of calls, in characters.
const (
	maxID     = 64 // of Anthropic and of the Responses API
	maxChatID = 40 // of Chat Completions
)

// callIDs returns the id to send for each call, by the call's own id. An id that the provider refuses, because another
// provider's model made the call, is replaced by its hash, so it is the same in every request.
func callIDs(entries []Entry, limit int) map[string]string {
	ids := map[string]string{}
	taken := map[string]bool{}
	for _, e := range entries {
		if e.Kind == KindCall && isPlainID(e.Call.ID, limit) {
			ids[e.Call.ID], taken[e.Call.ID] = e.Call.ID, true
		}
	}
	for _, e := range entries {
		if e.Kind != KindCall || ids[e.Call.ID] != "" {
			continue
		}
		sum := sha256.Sum256([]byte(e.Call.ID))
		id := "call_" + hex.EncodeToString(sum[:12])
		for taken[id] {
			id += "x"
		}
		ids[e.Call.ID], taken[id] = id, true
	}
	return ids
}

// isPlainID reports whether all providers take an id: it has 1 to limit letters, digits, _ and -.
func isPlainID(id string, limit int) bool {
	return id != "" && len(id) <= limit && strings.IndexFunc(id, notPlain) < 0
}

// notPlain reports whether a character may not be in an id or a name.
func notPlain(r rune) bool {
	switch {
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '_', r == '-':
		return false
	}
	return true
}

// maxToolName is the longest name of a tool that all providers take, in characters.
const maxToolName = 64

// toolName returns a tool's name with _ for each character that providers refuse. A model may have made the name up.
func toolName(name string) string {
	name = strings.Map(func(r rune) rune {
		if notPlain(r) {
			return '_'
		}
		return r
	}, name)
	if name == "" {
		return "unknown"
	}
	return name[:min(len(name), maxToolName)]
}
