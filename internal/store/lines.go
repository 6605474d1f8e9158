package store

import (
	"bytes"
	"fmt"
	"io"

	"github.com/toktee/toktee/internal/clean"
)

// Lines writes the lines from a to b of a payload to w, as they are: both ends included, counted from 1, split at \n.
// A b of 0 is the last line. It returns how many lines it wrote; there are fewer where the payload ends before.
func (s *Store) Lines(id string, a, b int, w io.Writer) (int, error) {
	if a < 1 || b < 0 || b > 0 && b < a {
		return 0, fmt.Errorf("bad range of lines %d:%d: want 1 or more, and an end that isn't before the start", a, b)
	}
	r, err := s.Payload(id)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	return copyLines(w, r, a, b)
}

func copyLines(w io.Writer, r io.Reader, a, b int) (int, error) {
	r = clean.LineFeeds(r) // lines are those of the clean text
	buf := make([]byte, 64<<10)
	skip, want, written := a-1, 0, 0 // line ends to pass, to write, written
	if b > 0 {
		want = b - a + 1
	}
	open := false // a line was begun and not ended
	for {
		n, err := r.Read(buf)
		chunk := buf[:n]
		if skip > 0 {
			end, passed := lineEnds(chunk, skip)
			chunk, skip = chunk[end:], skip-passed
		}
		if len(chunk) > 0 {
			left := len(chunk) // as many as there can be
			if want > 0 {
				left = want - written
			}
			end, passed := lineEnds(chunk, left)
			written += passed
			if _, err := w.Write(chunk[:end]); err != nil {
				return written, err
			}
			open = chunk[end-1] != '\n'
			if want > 0 && written == want {
				return written, nil
			}
		}
		if err != nil {
			if open {
				written++
			}
			if err == io.EOF {
				err = nil
			}
			return written, err
		}
	}
}

// lineEnds returns where the n-th line of p ends, and n; or the length of p and the number of line ends in it.
func lineEnds(p []byte, n int) (end, passed int) {
	if k := bytes.Count(p, []byte{'\n'}); k < n {
		return len(p), k
	}
	for range n {
		end += bytes.IndexByte(p[end:], '\n') + 1
	}
	return end, n
}
