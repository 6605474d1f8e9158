package term

import (
	"context"

	"github.com/toktee/toktee/internal/desk/view"
)

const (
	readAhead = 64       // lines that are read at once
	maxCached = 24 << 20 // bytes of text that are kept, about
)

// lines are the lines of a document that the screen has drawn lately. Those that aren't there are read as they are
// drawn, which takes some milliseconds for a screen.
type lines struct {
	doc  *view.Document
	ctx  context.Context
	kept map[int]view.Line
	size int   // of their text
	err  error // of the last reading
}

func newLines(ctx context.Context, doc *view.Document) *lines {
	return &lines{doc: doc, ctx: ctx, kept: map[int]view.Line{}}
}

// get returns line n if the document knows it by now.
func (l *lines) get(n int) (view.Line, bool) {
	if line, ok := l.kept[n]; ok {
		return line, true
	}
	known := l.doc.State().Lines // a window would wait for others
	if n < 1 || n > known {
		return view.Line{}, false
	}
	var read []view.Line
	if read, l.err = l.doc.Window(l.ctx, n, min(readAhead, known-n+1)); l.err != nil || len(read) == 0 {
		return view.Line{}, false
	}
	if l.size > maxCached {
		l.forget()
	}
	for _, line := range read {
		l.kept[line.Number] = line
		for _, s := range line.Spans {
			l.size += len(s.Text) + 64
		}
	}
	return read[0], true
}

// forget drops all lines, after the document has changed.
func (l *lines) forget() {
	clear(l.kept)
	l.size = 0
}
