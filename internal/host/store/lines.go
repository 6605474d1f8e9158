package store

import (
	"bytes"
	"fmt"
	"io"

	"github.com/toktee/toktee/internal/text/clean"
)

// CopyLines writes the lines from a to b of a payload to w, as they are: both ends included, counted from 1, split at
// \n. A b of 0 is the last line. It returns the number of lines that it wrote, which is smaller if the payload ends
// before b.
func CopyLines(w io.Writer, r io.Reader, a, b int) (int, error) {
	if a < 1 || b < 0 || b > 0 && b < a {
		return 0, fmt.Errorf("bad range of lines %d:%d: want 1 or more, and an end that isn't before the start", a, b)
	}
	r = clean.LineFeeds(r) // lines are those of the clean text
	buf := make([]byte, 64<<10)
	skip, want, written := a-1, 0, 0 // lines to skip, to write (0: all that follow), and written
	if b > 0 {
		want = b - a + 1
	}
	open := false // the last line written has no line feed yet
	for {
		n, err := r.Read(buf)
		chunk := buf[:n]
		if skip > 0 {
			end, passed := lineEnds(chunk, skip)
			chunk, skip = chunk[end:], skip-passed
		}
		if len(chunk) > 0 {
			left := len(chunk) // no chunk has more lines than bytes
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

// lineEnds returns the end of the n-th line of p, and n. If p has fewer lines, it returns the length of p and the
// number of line ends in it.
func lineEnds(p []byte, n int) (end, passed int) {
	if k := bytes.Count(p, []byte{'\n'}); k < n {
		return len(p), k
	}
	for range n {
		end += bytes.IndexByte(p[end:], '\n') + 1
	}
	return end, n
}
