package wiretest

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// An event is one server-sent event.
type event struct {
	name string // "" in a format whose events have no name
	data string
}

// String returns the event as it is sent.
func (e event) String() string {
	if e.name == "" {
		return "data: " + e.data + "\n\n"
	}
	return "event: " + e.name + "\ndata: " + e.data + "\n\n"
}

type object = map[string]any

// encode returns a value as JSON. Keys are sorted, so the same script sends the same bytes every time.
func encode(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // scripts hold strings and numbers only
	}
	return string(b)
}

// pieces cuts s into pieces of at least n bytes, not within a character.
func pieces(s string, n int) []string {
	var out []string
	for len(s) > 0 {
		end := min(n, len(s))
		for end < len(s) && !utf8.RuneStart(s[end]) {
			end++
		}
		out = append(out, s[:end])
		s = s[end:]
	}
	return out
}

// callID returns the id of the i-th call in the answer to the n-th request.
func callID(n, i int, c Call) string {
	if c.ID != "" {
		return c.ID
	}
	return fmt.Sprintf("call_%d_%d", n, i)
}
