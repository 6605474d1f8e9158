package term

import (
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
)

// A prompt is a line that a person types: a filter, a search, a number.
type prompt struct {
	label string
	input textinput.Model
}

// maxTyped bounds what may be typed or pasted.
const maxTyped = 500

func newPrompt(label string) *prompt {
	p := &prompt{label, textinput.New()}
	p.input.CharLimit = maxTyped
	p.input.KeyMap.Paste.SetEnabled(false) // the terminal pastes, and needs no program for it
	p.input.SetVirtualCursor(false)        // draw shows the cursor, which doesn't blink
	p.input.Focus()
	return p
}

func (p *prompt) value() string { return p.input.Value() }

func (p *prompt) set(s string) {
	p.input.SetValue(s)
	p.input.CursorEnd()
}

// take handles a key or a paste, and reports whether it changed the text.
func (p *prompt) take(m tea.Msg) bool {
	before := p.value()
	p.input, _ = p.input.Update(m)
	return p.value() != before
}

// draw returns the prompt in so many columns; its cursor is inverted while the person types.
func (p *prompt) draw(t *theme, width int, typing bool) row {
	runes, at := []rune(p.value()), p.input.Position()
	r := join(text(p.label, t.accent), text(string(runes[:at]), style{}))
	if !typing {
		return append(r, text(string(runes[at:]), style{})...).fit(width)
	}
	under, rest := " ", ""
	if at < len(runes) {
		under, rest = string(runes[at]), string(runes[at+1:])
	}
	r = append(r, run{text: under, style: style{isReversed: true}}, run{text: rest})
	if over := columns(p.label) + columns(string(runes[:at])) + 2 - width; over > 0 {
		r = r.cut(over, over+width)
	}
	return r.clip(width)
}
