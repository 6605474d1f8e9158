package term

import (
	"slices"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"
)

// A prompt is a line that a person types: a filter, a search, a number.
type prompt struct {
	label string
	runes []rune
	at    int // where the next character goes
}

// maxTyped bounds what may be typed or pasted.
const maxTyped = 500

func (p *prompt) value() string { return string(p.runes) }

func (p *prompt) set(s string) {
	p.runes, p.at = nil, 0
	p.insert(s)
}

// insert adds a text at the cursor, without what isn't a character of a line.
func (p *prompt) insert(s string) {
	for _, r := range strings.ToValidUTF8(s, "") {
		if unicode.IsPrint(r) && len(p.runes) < maxTyped {
			p.runes = slices.Insert(p.runes, p.at, r)
			p.at++
		}
	}
}

// press handles a key, and reports whether it changed the text.
func (p *prompt) press(k tea.KeyPressMsg) bool {
	before := len(p.runes)
	switch k.String() {
	case "left", "ctrl+b":
		p.at = max(p.at-1, 0)
	case "right", "ctrl+f":
		p.at = min(p.at+1, len(p.runes))
	case "home", "ctrl+a":
		p.at = 0
	case "end", "ctrl+e":
		p.at = len(p.runes)
	case "backspace", "ctrl+h":
		p.remove(max(p.at-1, 0), p.at)
	case "delete", "ctrl+d":
		p.remove(p.at, min(p.at+1, len(p.runes)))
	case "ctrl+u":
		p.remove(0, p.at)
	case "ctrl+k":
		p.remove(p.at, len(p.runes))
	case "ctrl+w", "alt+backspace":
		from := p.at
		for from > 0 && p.runes[from-1] == ' ' {
			from--
		}
		for from > 0 && p.runes[from-1] != ' ' {
			from--
		}
		p.remove(from, p.at)
	default:
		p.insert(k.Key().Text)
	}
	return len(p.runes) != before
}

func (p *prompt) remove(from, to int) {
	p.runes, p.at = slices.Delete(p.runes, from, to), from
}

// draw is the prompt in so many columns; its cursor is inverted while the person types.
func (p *prompt) draw(t *theme, width int, typing bool) row {
	r := join(text(p.label, t.accent), text(string(p.runes[:p.at]), style{}))
	if !typing {
		return append(r, text(string(p.runes[p.at:]), style{})...).fit(width)
	}
	under, rest := " ", ""
	if p.at < len(p.runes) {
		under, rest = string(p.runes[p.at]), string(p.runes[p.at+1:])
	}
	r = append(r, run{text: under, style: style{isReversed: true}}, run{text: rest})
	if over := columns(p.label) + columns(string(p.runes[:p.at])) + 2 - width; over > 0 {
		r = r.cut(over, over+width)
	}
	return r.clip(width)
}
