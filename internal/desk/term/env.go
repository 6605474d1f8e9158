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
