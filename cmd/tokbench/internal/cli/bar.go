package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/toktee/toktee/internal/proc"
	"github.com/toktee/toktee/internal/transcript"
)

// bar shows how much of the sources has been read, on a terminal alone.
type bar struct {
	w     io.Writer // nil: it shows nothing
	total int64     // bytes, each read twice

	mu    sync.Mutex
	read  int64
	shown time.Time
}

// barWidth is the bar's length in characters, barEvery the time between two drawings.
const (
	barWidth = 30
	barEvery = 100 * time.Millisecond
)

// newBar shows nothing where w is no terminal.
func newBar(w io.Writer, sources []transcript.Source) *bar {
	b := &bar{}
	for _, s := range sources {
		b.total += 2 * s.Size
	}
	if f, ok := w.(*os.File); ok && proc.IsTerminal(f) {
		b.w = w
	}
	return b
}

// add counts what was read.
func (b *bar) add(n int) {
	if b.w == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.read += int64(n)
	if now := time.Now(); now.Sub(b.shown) >= barEvery {
		b.shown = now
		fmt.Fprint(b.w, "\r"+b.line())
	}
}

// line is the bar, such as
//
//	[#######                       ]  25% 1 MB
//
// Sources that are no transcripts aren't read to their end, so that it may end early.
func (b *bar) line() string {
	share := 1.0
	if b.total > 0 {
		share = min(1, float64(b.read)/float64(b.total))
	}
	n := int(share * barWidth)
	done, left := strings.Repeat("#", n), strings.Repeat(" ", barWidth-n)
	return fmt.Sprintf("[%s%s] %3.0f%% %d MB", done, left, share*100, b.read/2>>20)
}

// done takes the bar away.
func (b *bar) done() {
	if b.w != nil {
		fmt.Fprint(b.w, "\r"+strings.Repeat(" ", len(b.line())+4)+"\r")
	}
}
