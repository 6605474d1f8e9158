package term

import (
	"image/color"

	"github.com/charmbracelet/x/ansi"

	"github.com/toktee/toktee/internal/desk/session"
	"github.com/toktee/toktee/internal/desk/view"
)

// A theme has the styles of the view. It has few colours: for outcomes, the focus, and syntax.
type theme struct {
	muted, faint, accent, strong style // words of less weight, rules and numbers, keys and focus, headings
	pass, fail, warn             style
	cursor                       style // under the line that keys act on
	bar                          style // under the bar of facts and the status bar
	match, current               style // matches of a search, and the one at the cursor
	gap                          style // a mark of lines that the model's text left out
	left                         style // lines that it left out, in the output
	link                         style
	added, removed               style // lines of a diff
	addedWord, removedWord       style // changed words in them
	heading                      style // a diff's file and hunk lines
	syntax                       map[view.Class]style
}

// newTheme returns the theme for a terminal. Its colours are of the palette of 256, which terminals without true colour
// show unchanged; converted greys would get a hue. Without colours, styles differ by weight, underlines and inversion.
// Without rich formatting, there are no styles.
func newTheme(dark, coloured, rich bool) *theme {
	if !rich {
		return &theme{}
	}
	pick := func(onDark, onLight uint8) color.Color {
		switch {
		case !coloured:
			return nil
		case dark:
			return ansi.IndexedColor(onDark)
		}
		return ansi.IndexedColor(onLight)
	}
	fg := func(onDark, onLight uint8) style { return style{fg: pick(onDark, onLight)} }
	t := &theme{
		muted: fg(248, 240), faint: fg(242, 244), accent: fg(111, 26),
		strong: style{bold: true},
		pass:   fg(114, 28), fail: fg(210, 160), warn: fg(179, 94),
		cursor: style{bg: pick(237, 254)}, bar: style{bg: pick(235, 255)},
		match:   style{bg: pick(58, 229), underline: true},
		current: style{fg: pick(16, 16), bg: pick(179, 220), underline: true, bold: true},
		gap:     fg(140, 97), left: fg(248, 240), link: style{underline: true},
		added: fg(114, 28), removed: fg(210, 160), heading: fg(111, 26),
		addedWord:   style{bg: pick(22, 194), bold: true},
		removedWord: style{bg: pick(52, 224), bold: true},
	}
	if !coloured {
		t.current.isReversed = true
		t.muted, t.faint = style{}, style{}
	}
	name := fg(80, 30)
	t.syntax = map[view.Class]style{
		view.Comment: fg(245, 243), view.Keyword: fg(176, 90), view.TypeName: name,
		view.Function: fg(111, 26), view.Name: name, view.String: fg(150, 64),
		view.Number: fg(216, 130), view.Operator: t.muted, view.Punctuation: t.muted,
	}
	return t
}

// outcome is the sign and the word for how a call ended, with its look. Only a check passes.
func (t *theme) outcome(o, tool, command string) (sign, word string, look style) {
	switch {
	case o == "pass" && session.IsCheck(tool, command):
		return "✓", "passed", t.pass
	case o == "pass":
		return "✓", "succeeded", t.pass
	case o == "fail":
		return "✗", "failed", t.fail
	}
	return "·", "unknown", t.muted
}
