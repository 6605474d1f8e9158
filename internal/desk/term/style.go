package term

import (
	"image/color"

	"github.com/charmbracelet/x/ansi"
)

// A style is how a text looks. The zero value is the terminal's own.
type style struct {
	fg, bg                                             color.Color // nil is the terminal's own
	bold, faint, italic, underline, strike, isReversed bool
}

// over is a style with what another one sets on top.
func (s style) over(top style) style {
	if top.fg != nil {
		s.fg = top.fg
	}
	if top.bg != nil {
		s.bg = top.bg
	}
	s.bold, s.faint, s.italic = s.bold || top.bold, s.faint || top.faint, s.italic || top.italic
	s.underline, s.strike = s.underline || top.underline, s.strike || top.strike
	s.isReversed = s.isReversed || top.isReversed
	return s
}

// sequence is the escape sequence that switches the style on, "" for the zero value.
func (s style) sequence() string {
	if s == (style{}) {
		return ""
	}
	var a ansi.Style
	if s.fg != nil {
		a = a.ForegroundColor(s.fg)
	}
	if s.bg != nil {
		a = a.BackgroundColor(s.bg)
	}
	if s.bold {
		a = a.Bold()
	}
	if s.faint {
		a = a.Faint()
	}
	if s.italic {
		a = a.Italic(true)
	}
	if s.underline {
		a = a.Underline(true)
	}
	if s.strike {
		a = a.Strikethrough(true)
	}
	if s.isReversed {
		a = a.Reverse(true)
	}
	return a.String()
}
