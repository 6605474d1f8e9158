// Package progress shows a person how far something is that takes long: one line on a terminal, which is written over
// and gone at the end.
//
//	p := progress.New(stderr, isTerminal, time.Now)
//	defer p.Done()
//	for i, f := range files {
//		p.Report("indexing", int64(i), int64(len(files)))
//		...
//	}
//
// Nothing is written without a terminal, nor within the first two seconds: work that is over by then needs no
// progress. After that, there are at most ten writes a second, so Report may be called as often as one likes. Methods
// are safe for concurrent use.
package progress

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	patience = 2 * time.Second        // before anything is shown
	pace     = 100 * time.Millisecond // between two writes
)

// A Line shows progress. Make it with [New].
type Line struct {
	// fixed at creation
	w   io.Writer // nil: no viewer
	now func() time.Time

	mu    sync.Mutex // guards what follows
	next  time.Time  // nothing is written before
	shown int        // characters on the terminal
	text  string
}

// New returns a line on a terminal. isTerminal means that w is one; if not, nothing is ever written.
func New(w io.Writer, isTerminal bool, now func() time.Time) *Line {
	l := &Line{now: now}
	if isTerminal {
		l.w, l.next = w, now().Add(patience)
	}
	return l
}

// Report shows that so much is done of a total, which is 0 if that isn't known. The work is named in a word or two,
// without an end: "indexing" becomes "indexing: 45%".
func (l *Line) Report(what string, done, total int64) {
	if l == nil || l.w == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	if now.Before(l.next) {
		return
	}
	text := what + ": " + amount(done, total)
	if text == l.text {
		return
	}
	l.next = now.Add(pace)
	l.write(text)
}

// amount returns a percentage, or the number itself if there is no total.
func amount(done, total int64) string {
	if total <= 0 {
		return strconv.FormatInt(done, 10)
	}
	done = min(max(done, 0), total)
	return fmt.Sprintf("%d%%", int64(float64(done)/float64(total)*100))
}

// write replaces the line's last text. Blanks clear it, so that any terminal will do.
func (l *Line) write(text string) {
	n := len([]rune(text))
	fmt.Fprintf(l.w, "\r%s%s", text, strings.Repeat(" ", max(l.shown-n, 0)))
	l.text, l.shown = text, n
}

// Done removes the line. A later Report shows it again.
func (l *Line) Done() {
	if l == nil || l.w == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shown == 0 {
		return
	}
	fmt.Fprintf(l.w, "\r%s\r", strings.Repeat(" ", l.shown))
	l.text, l.shown = "", 0
}
