package view

import (
	"bytes"
	"context"
	"io"
	"sort"
	"sync"
	"time"

	"github.com/toktee/toktee/internal/text/clean"
)

const (
	blockSize = 16 << 10 // bytes from one checkpoint to the next, at least
	hunkSize  = 2 << 10  // in a diff, at the next hunk: its code takes long to classify
	readSize  = 1 << 20  // bytes that are read at once
	follow    = 100 * time.Millisecond
)

// A checkpoint is the start of a line, with the state that a reader needs to begin there.
type checkpoint struct {
	line  int // its number
	at    int64
	style Style     // in force
	diff  diffState // zero outside of diffs
}

// An index has the start of a line for each 16 KiB. It grows while the output is read from start to end.
type index struct {
	// fixed at creation
	content content
	isDiff  bool

	mu       sync.Mutex
	points   []checkpoint
	lines    int   // that have ended
	at       int64 // start of the next one
	complete bool  // nothing more comes
	err      error
	changed  chan struct{} // closed and replaced when any of that changes
}

func newIndex(c content, isDiff bool) *index {
	return &index{content: c, isDiff: isDiff, points: []checkpoint{{line: 1}}, changed: make(chan struct{})}
}

// known is how far the index is.
func (x *index) known() (lines int, complete bool, changed <-chan struct{}, err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.lines, x.complete, x.changed, x.err
}

// wake wakes all waiting readers. The caller holds the lock.
func (x *index) wake() {
	close(x.changed)
	x.changed = make(chan struct{})
}

// poke wakes all who wait.
func (x *index) poke() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.wake()
}

// run reads the output until its end, or that of ctx. In one that grows it waits for more.
func (x *index) run(ctx context.Context) {
	s := scan{index: x, next: checkpoint{line: 1}}
	buf := make([]byte, readSize)
	for ctx.Err() == nil {
		size, more, err := x.content.size()
		n := int(min(size-s.read, int64(len(buf)-s.held)))
		if n == 0 {
			if more && err == nil {
				select {
				case <-ctx.Done():
				case <-time.After(follow):
				}
				continue
			}
			s.finish(buf[:s.held], err)
			return
		}
		k, err := x.content.ReadAt(buf[s.held:s.held+n], s.read)
		if k < n {
			if err == nil || err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			s.finish(buf[:s.held+k], err)
			return
		}
		s.read += int64(n)
		rest := s.take(buf[:s.held+n])
		s.held = copy(buf, rest)
	}
}

// A scan counts lines.
type scan struct {
	index *index
	next  checkpoint // of the line that is being read
	last  int64      // offset of the last checkpoint
	read  int64      // bytes
	held  int        // bytes of a line that hasn't ended, at the start of the buffer
	over  bool       // more of that line was dropped before
}

// take counts the lines of b, and returns the start of one that hasn't ended.
func (s *scan) take(b []byte) []byte {
	var points []checkpoint
	coloured := s.next.style != Style{} || bytes.IndexByte(b, esc) >= 0
	for {
		end := bytes.IndexByte(b, '\n')
		if end < 0 {
			break
		}
		line, style := b[:end], s.next.style
		if coloured {
			s.next.style = s.next.style.carry(line)
		}
		if s.index.isDiff && !s.over {
			before := s.next
			kind := s.next.diff.next(clean.Bytes(line))
			if kind == Hunk && before.at-s.last >= hunkSize {
				before.style = style
				points = append(points, before)
				s.last = before.at
			}
		}
		s.next.line++
		s.next.at = s.read - int64(len(b)-end-1)
		s.over = false
		b = b[end+1:]
		if s.next.at-s.last >= blockSize {
			points = append(points, s.next)
			s.last = s.next.at
		}
	}
	if len(b) == readSize { // a line that fits into no buffer
		s.next.style = s.next.style.carry(b)
		if s.index.isDiff && !s.over {
			s.next.diff.next(clean.Bytes(b))
		}
		s.over = true
		b = nil
	}
	x := s.index
	x.mu.Lock()
	defer x.mu.Unlock()
	x.points = append(x.points, points...)
	x.lines, x.at = s.next.line-1, s.next.at
	x.wake()
	return b
}

// finish counts a last line that has no \n.
func (s *scan) finish(rest []byte, err error) {
	x := s.index
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(rest) > 0 || s.over {
		x.lines++
		x.at = s.read
	}
	x.complete, x.err = true, err
	x.wake()
}

// A stretch is the lines from one checkpoint to the next.
type stretch struct {
	checkpoint
	number int   // of the checkpoint
	end    int64 // its end
	next   int   // the line after it
}

// stretch returns the stretch that a line is in, which must be known.
func (x *index) stretch(line int) (stretch, bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if line < 1 || line > x.lines {
		return stretch{}, false
	}
	i := sort.Search(len(x.points), func(i int) bool { return x.points[i].line > line }) - 1
	s := stretch{x.points[i], i, x.at, x.lines + 1}
	if i+1 < len(x.points) {
		s.end, s.next = x.points[i+1].at, x.points[i+1].line
	}
	return s, true
}

// wait returns when so many lines are known, or all.
func (x *index) wait(ctx context.Context, line int) error {
	for {
		lines, complete, changed, _ := x.known()
		if lines >= line || complete {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-changed:
		}
	}
}
