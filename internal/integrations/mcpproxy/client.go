package mcpproxy

import "strings"

// hands lists the parts of a result that a client hands to its model.
type hands struct {
	text       bool // the text, also if there is structuredContent
	structured bool // structuredContent
	meta       bool // _meta too: all of the result
	onError    *hands
}

var (
	both           = hands{text: true, structured: true}
	everything     = hands{text: true, structured: true, meta: true}
	textAlone      = hands{text: true}
	structuredOnly = hands{structured: true}
)

// clients are the clients that were tested, by a part of their own name. The behaviour of others isn't known, so that
// nothing may depend on it.
var clients = []struct {
	name string
	hands
}{
	{"claude", hands{structured: true, onError: &textAlone}},
	{"codex", structuredOnly},
	{"gemini", hands{text: true, onError: &everything}},
	{"copilot", both},
	{"opencode", textAlone},
	{"qwen", hands{text: true, structured: true, onError: &everything}},
	{"continue", textAlone},
	{"visual studio code", structuredOnly},
	{"visual-studio-code", structuredOnly},
	{"vscode", structuredOnly},
}

// handsOf returns the parts of a result that a client of that name hands to its model.
func handsOf(client string) hands {
	client = strings.ToLower(client)
	for _, c := range clients {
		if strings.Contains(client, c.name) {
			return c.hands
		}
	}
	return both
}

// with returns the client's use of a result, by whether it is an error.
func (h hands) with(isError bool) hands {
	if isError && h.onError != nil {
		return *h.onError
	}
	return h
}
