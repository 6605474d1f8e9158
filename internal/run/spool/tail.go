package spool

import (
	"bytes"
	"fmt"
	"slices"
)

// maxTail is how many bytes a file of the tail may have before compression, and how many are kept in memory if it can't
// be written. They are read again at the end, which takes 0.1 s.
const maxTail = 32 << 20

// A tail is the end of an output of which the file holds the start. The newest bytes go to one file; when it is large
// enough, it becomes the older one, and the previous older one is dropped.
type tail struct {
	dir          string
	most         int64 // bytes of a file, as zstd
	older, newer *file
	mem          [][]byte // segments after those of the files, once a file can't be written
	len          int64    // bytes that were printed since the tail began
	failed       bool     // a file can't be written
}

// add records a segment.
func (t *tail) add(b []byte) {
	t.len += int64(len(b))
	if len(b) == 0 || !t.failed && t.addToFile(b) {
		return
	}
	t.failed = true
	t.mem = append(t.mem, slices.Clone(b))
	if len(t.mem) <= maxTail/segment {
		return
	}
	switch {
	case t.older != nil:
		t.older = drop(t.older)
	case t.newer != nil:
		t.newer = drop(t.newer)
	default:
		t.mem = t.mem[1:]
	}
	if len(t.mem) > 2*maxTail/segment {
		t.mem = t.mem[1:]
	}
}

func (t *tail) addToFile(b []byte) bool {
	if t.newer != nil && (t.newer.size >= t.most || t.newer.raw() >= maxTail) {
		drop(t.older)
		t.older, t.newer = t.newer, nil
	}
	if t.newer == nil {
		var err error
		if t.newer, err = create(t.dir); err != nil {
			return false
		}
	}
	return t.newer.add(b) == nil
}

// drop deletes a file, and returns none.
func drop(f *file) *file {
	if f != nil {
		_ = f.remove() // whoever cleans up the folder finds it
	}
	return nil
}

// remove deletes the files.
func (t *tail) remove() { t.older, t.newer = drop(t.older), drop(t.newer) }

// endTail moves the tail to the file. In place of what was dropped, the recording has a line of its own. What can't be
// written stays in memory.
func (s *Spool) endTail() error {
	t := s.tail
	s.tail = nil
	defer t.remove()
	left := t.len
	for _, f := range []*file{t.older, t.newer} {
		if f != nil {
			left -= f.raw()
		}
	}
	for _, b := range t.mem {
		left -= int64(len(b))
	}
	add := func(frame, b []byte) {
		if left > 0 { // the rest of the line that the gap ends in goes, too
			_, rest, isEnd := bytes.Cut(b, []byte("\n"))
			if !isEnd {
				rest = b
			}
			s.dropped = left + int64(len(b)-len(rest))
			frame, b, left = nil, append(fmt.Appendf(nil, "\n[toktee: %d bytes not recorded]\n", s.dropped), rest...), 0
		}
		switch {
		case s.failure != nil:
		case frame != nil:
			s.failure = s.file.append(frame, int64(len(b)), int64(bytes.Count(b, []byte{'\n'})))
		default:
			s.failure = s.file.add(b)
		}
		if s.failure != nil {
			s.blocks = append(s.blocks, b)
		}
		s.record(Mixed, b)
	}
	for _, f := range []*file{t.older, t.newer} {
		for i := 0; f != nil && i < len(f.parts); i++ {
			frame, b, err := f.part(i)
			if err != nil {
				return err
			}
			add(frame, b)
		}
	}
	for _, b := range t.mem {
		add(nil, b)
	}
	return s.failure
}

// Dropped returns how many bytes of the output's middle were not recorded, since no more fitted the file. A line states
// it at their place.
func (s *Spool) Dropped() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.dropped
}
