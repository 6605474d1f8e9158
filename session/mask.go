package session

import (
	"fmt"

	"github.com/toktee/toktee/result"
)

// Mask replaces older results in a [View] by one line with their id and size. The newest ones stay: those that the window
// holds, and always those of the last response, which the model hasn't seen yet. When the window is full, results are
// masked until it is half empty, so that the start of the conversation changes rarely and stays in the provider's cache;
// what is masked stays masked while the conversation grows. A result that is no longer than its line stays. The log isn't
// touched.
type Mask struct {
	Results int // how many results the window holds; 0 is any number
	Tokens  int // how many tokens of results it holds, by their metadata; 0 is any number
	// Recover says how the whole of a result can be had, such as "toktee show 401882137095". Nil says nothing.
	Recover func(resultID string) string
}

// apply masks entries, which are those of the items.
func (m *Mask) apply(entries []Entry, items []Item) {
	var at []int // entries of results
	from, tokens := 0, 0
	for i := 0; i < len(entries); i++ {
		group := len(at)
		for ; i < len(entries) && entries[i].Kind == KindResult; i++ {
			at = append(at, i)
			tokens += cost(items[i])
		}
		// The results of one response have come: it is decided what the next one sees.
		if group == len(at) || !full(len(at)-from, m.Results) && !full(tokens, m.Tokens) {
			continue
		}
		for from < group && (over(len(at)-from, m.Results) || over(tokens, m.Tokens)) {
			tokens -= cost(items[at[from]])
			from++
		}
	}
	for _, i := range at[:from] {
		m.mask(&entries[i], items[i])
	}
}

func full(n, window int) bool { return window > 0 && n > window }

// over reports whether the window is more than half full.
func over(n, window int) bool { return window > 0 && n > window/2 }

// cost is how many tokens of the window a result takes; where nobody counted them, a quarter of its bytes.
func cost(it Item) int {
	if n := it.Result.Tool.Metadata().LLMTokens; n > 0 {
		return n
	}
	return (len(it.Result.Tool.LLMContent()) + 3) / 4
}

func (m *Mask) mask(e *Entry, it Item) {
	r := it.Result.Tool
	id := r.ID()
	line := "[older result left out"
	if id != "" {
		line += ": id " + id + ","
	} else {
		line += ":"
	}
	if n := r.Metadata().LLMTokens; n > 0 {
		line += fmt.Sprintf(" %d tokens here,", n)
	}
	line += fmt.Sprintf(" %d bytes in all", r.Payload().Bytes)
	if m.Recover != nil && id != "" {
		if how := m.Recover(id); how != "" {
			line += "; " + how
		}
	}
	line += "]"
	if e.Output.Blocks == nil && len(e.Output.Text) <= len(line) {
		return
	}
	e.Output = &result.ModelMessage{CallID: e.Output.CallID, IsError: e.Output.IsError, Text: line}
}
