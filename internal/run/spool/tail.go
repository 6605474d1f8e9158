package spool

import (
	"bytes"
	"cmp"
	"fmt"
)

// minTail is how many bytes of the end of an output are kept at least, before compression. They are read again at the
// end, which takes 0.1 s.
const minTail = 32 << 20

// A tail is the end of an output of which the file holds the start. The newest bytes go to one file; when it is large
// enough, it becomes the older one, and what was older is dropped.
type tail struct {
	dir          string
	older, newer *file
	len          int64 // bytes that were printed since the tail began
	err          error // why a file can't be written
}

// add records a segment.
func (t *tail) add(b []byte) {
	t.len += int64(len(b))
	if t.err != nil || len(b) == 0 {
		return
	}
	if t.newer != nil && t.newer.raw() >= minTail {
		t.drop(t.older)
		t.older, t.newer = t.newer, nil
	}
	if t.newer == nil {
		if t.newer, t.err = create(t.dir); t.err != nil {
			return
		}
	}
	t.err = t.newer.add(b)
}

// remove deletes the files.
func (t *tail) remove() {
	t.drop(t.older)
	t.drop(t.newer)
}

func (t *tail) drop(f *file) {
	if f != nil {
		t.err = cmp.Or(t.err, f.remove())
	}
}

// endTail moves the tail to the file. In place of what was dropped, the recording has a line of its own; the line of
// the output that follows is whole.
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
	for _, f := range []*file{t.older, t.newer} {
		for i := 0; f != nil && i < len(f.parts); i++ {
			frame, b, err := f.part(i)
			switch {
			case err != nil:
				return err
			case left > 0:
				_, rest, _ := bytes.Cut(b, []byte("\n"))
				s.dropped = left + int64(len(b)-len(rest))
				b = append(fmt.Appendf(nil, "\n[toktee: %d bytes not recorded]\n", s.dropped), rest...)
				err, left = s.file.add(b), 0
			default:
				err = s.file.append(frame, f.parts[i].raw, f.parts[i].lf)
			}
			if err != nil {
				return err
			}
			s.record(Mixed, b)
		}
	}
	return t.err
}

// Dropped returns how many bytes of the output's middle were not recorded, since no more fitted the file. A line states
// it at their place.
func (s *Spool) Dropped() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.dropped
}
