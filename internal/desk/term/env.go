package term

import (
	"context"
	"time"

	"github.com/toktee/toktee/internal/desk/view"
)

// An env is shared by all screens: the state of the terminal, and the source of results.
type env struct {
	// fixed at creation
	Options
	ctx context.Context

	// state of the terminal
	width, height int
	theme         *theme
	dark, colours bool

	message string // one line for the person, until the next key
	asked   int    // how many questions the source was asked
}

// ask numbers a question to the source.
func (e *env) ask() int {
	e.asked++
	return e.asked
}

// A newest is the number of the question whose answer a screen shows. Answers can come in another order.
type newest int

// isLate reports whether the answer to a question is older than the one on the screen. Otherwise it takes its place.
func (n *newest) isLate(asked int) bool {
	if asked < int(*n) {
		return true
	}
	*n = newest(asked)
	return false
}

// A Result is one output, open. Close it.
type Result struct {
	View    *view.Document
	Source  view.Source
	Time    time.Time
	Session string
}

// notify shows a message until the next key.
func (e *env) notify(s string) { e.message = view.Text(s) }
