package term

import (
	"context"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/desk/view"
)

// An env is what all screens share: the terminal as it is now, and where results come from.
type env struct {
	// fixed at creation
	ctx     context.Context
	source  Source
	open    func(ctx context.Context, id, dir string) (*Result, error)
	follow  func(ctx context.Context, r view.Recording) (*Result, error)
	running func() ([]view.Recording, error) // nil where nothing can be followed
	now     func() time.Time
	rich    bool
	host    string // of this machine, for links to files

	// what the terminal is
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

// say shows a message until the next key is pressed.
func (e *env) say(s string) { e.message = view.Text(s) }

func splitWords(s string) []string { return strings.Fields(s) }
func joinWords(w []string) string  { return strings.Join(w, " ") }
