package clean

import (
	"bufio"
	"bytes"
	"io"
)

// lineEndHead is how much of a text decides how its lines end.
const lineEndHead = 64 << 10

// LineFeeds returns a reader of the same text with \n at the end of its lines, for a log that was stored with only \r.
//
// A text counts as such a log if its first 64 KiB hold no \n, and many \r with different texts between them. A progress
// bar is also one line with many \r, but it repeats itself except for its numbers. Nothing is added or removed, and any
// other text is passed on unchanged, so line numbers are the same for all who read it through here.
func LineFeeds(r io.Reader) io.Reader {
	br := bufio.NewReaderSize(r, lineEndHead)
	head, _ := br.Peek(lineEndHead)
	if !bareReturns(head) {
		return br
	}
	return feeder{br}
}

// LineFeedBytes is LineFeeds for a text in memory, which it doesn't change.
func LineFeedBytes(b []byte) []byte {
	if !bareReturns(b[:min(len(b), lineEndHead)]) {
		return b
	}
	return bytes.ReplaceAll(b, []byte{'\r'}, []byte{'\n'})
}

const (
	minReturns = 40  // a text with fewer is no log
	sampled    = 400 // lines of the head that are looked at
)

// bareReturns reports whether the lines of a text end at \r.
func bareReturns(head []byte) bool {
	if bytes.IndexByte(head, '\n') >= 0 || bytes.Count(head, []byte{'\r'}) < minReturns {
		return false
	}
	seen := map[string]bool{}
	lines := 0
	for lines < sampled {
		line, rest, ok := bytes.Cut(head, []byte{'\r'})
		if !ok {
			break
		}
		head = rest
		lines++
		seen[string(letters(line))] = true
	}
	return len(seen)*3 > lines
}

// letters is what distinguishes lines: two frames of a progress bar have the same.
func letters(line []byte) []byte {
	out := make([]byte, 0, 64)
	for _, c := range line {
		if c|0x20 >= 'a' && c|0x20 <= 'z' {
			if out = append(out, c); len(out) == cap(out) {
				break
			}
		}
	}
	return out
}

// feeder turns every \r that it reads into \n.
type feeder struct{ r io.Reader }

// Read is io.Reader's.
func (f feeder) Read(p []byte) (int, error) {
	n, err := f.r.Read(p)
	for i, c := range p[:n] {
		if c == '\r' {
			p[i] = '\n'
		}
	}
	return n, err
}

// BareReturns reports whether lines end at \r alone in a text that begins so, see [LineFeeds]. It looks at 64 KiB.
func BareReturns(head []byte) bool { return bareReturns(head[:min(len(head), lineEndHead)]) }
