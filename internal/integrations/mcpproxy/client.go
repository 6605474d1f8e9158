package mcpproxy

import "strings"

// hands says what of a result a client hands to its model.
type hands struct {
	text       bool // the text, also where there is structuredContent
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

// clients are the clients that were looked at, by a part of the name that they give themselves. What others do isn't
// known, so that nothing may depend on it.
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

// handsOf is what the client of that name does.
func handsOf(client string) hands {
	client = strings.ToLower(client)
	for _, c := range clients {
		if strings.Contains(client, c.name) {
			return c.hands
		}
	}
	return both
}

// with is what it does with a result that is an error, or isn't.
func (h hands) with(isError bool) hands {
	if isError && h.onError != nil {
		return *h.onError
	}
	return h
}
