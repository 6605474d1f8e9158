package session

import (
	"fmt"
	"strings"

	"github.com/toktee/toktee/agent/session/internal/wire"
	"github.com/toktee/toktee/result"
)

// A Mask replaces older results in a [View] by one line each, with their id and size:
//
//	[older result left out: id 401882137095, 2450 tokens here, 91022 bytes in all; toktee show 401882137095]
//
// The newest results stay: as many as the window holds, and always those of the last response, which the model hasn't
// seen yet. When the window is full, results are masked until it is half empty. So the start of the conversation
// changes rarely, and stays in the provider's cache; a masked result stays masked while the conversation grows. A
// result that is no longer than its line stays. The log isn't changed.
type Mask struct {
	Results int // how many results the window holds; 0 is any number
	Tokens  int // how many tokens of results it holds, by their metadata; 0 is any number
	// Recover returns the way to the full result, such as "toktee show 401882137095". Nil adds nothing.
	Recover func(resultID string) string
}

func (m *Mask) apply(entries []wire.Entry, items []Item) {
	var results []int // indexes of entries
	from, tokens := 0, 0
	for i := 0; i < len(entries); i++ {
		group := len(results) // the index of this response's first result
		for ; i < len(entries) && entries[i].Kind == wire.KindOutput; i++ {
			results = append(results, i)
			tokens += tokensOf(items[i])
		}
		// The results of one response have come: this decides about the next response's view.
		if group == len(results) || !m.isFull(len(results)-from, tokens) {
			continue
		}
		for from < group && m.isHalfFull(len(results)-from, tokens) {
			tokens -= tokensOf(items[results[from]])
			from++
		}
	}
	for _, i := range results[:from] {
		m.mask(&entries[i], items[i])
	}
}

// isFull reports whether so many results or tokens are more than the window holds.
func (m *Mask) isFull(results, tokens int) bool {
	return exceeds(results, m.Results) || exceeds(tokens, m.Tokens)
}

// isHalfFull reports whether so many results or tokens are more than half of the window.
func (m *Mask) isHalfFull(results, tokens int) bool {
	return exceedsHalf(results, m.Results) || exceedsHalf(tokens, m.Tokens)
}

func exceeds(n, window int) bool { return window > 0 && n > window }

func exceedsHalf(n, window int) bool { return window > 0 && n > window/2 }

// tokensOf returns how many tokens of the window a result takes. If they weren't counted, that is a quarter of its
// bytes.
func tokensOf(it Item) int {
	if n := it.Result.Tool.Metadata().LLMTokens; n > 0 {
		return n
	}
	return (len(it.Result.Tool.LLMContent()) + 3) / 4
}

// mask replaces the text of an entry, unless that is the shorter one.
func (m *Mask) mask(e *wire.Entry, it Item) {
	line := m.line(it.Result.Tool)
	if e.Output.Blocks == nil && len(e.Output.Text) <= len(line) {
		return
	}
	e.Output = &result.ModelMessage{CallID: e.Output.CallID, IsError: e.Output.IsError, Text: line}
}

// line returns the line in place of a result.
func (m *Mask) line(r result.ToolResult) string {
	var b strings.Builder
	b.WriteString("[older result left out:")
	id := r.ID()
	if id != "" {
		fmt.Fprintf(&b, " id %s,", id)
	}
	if n := r.Metadata().LLMTokens; n > 0 {
		fmt.Fprintf(&b, " %d tokens here,", n)
	}
	fmt.Fprintf(&b, " %d bytes in all", r.Payload().Bytes)
	if m.Recover != nil && id != "" {
		if how := m.Recover(id); how != "" {
			b.WriteString("; " + how)
		}
	}
	b.WriteString("]")
	return b.String()
}
