package store

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"unicode/utf8"

	"github.com/toktee/toktee/internal/text/clean"
)

// The first maxWhole bytes of a line are searched in memory. Of a longer line, about maxPart bytes around the match are
// written instead of the whole line.
const (
	maxWhole = 1 << 20
	maxPart  = 4 << 10
)

// GrepLines writes the lines of a payload that match to w, each after its number and a colon, as grep -n does, and
// returns their number. Each line is one write. Lines are raw: they may have escape sequences, and a \r at the end,
// which isn't matched. Only the first MiB of a longer line is shown: 4 KiB around a match there, or else the start, and
// a mark.
func GrepLines(w io.Writer, r io.Reader, re *regexp.Regexp) (int, error) {
	br := bufio.NewReaderSize(clean.LineFeeds(r), 64<<10) // lines are those of the clean text
	var line []byte
	matches := 0
	for n := 1; ; n++ {
		var out []byte
		var err error
		line, err = readLine(br, line[:0])
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			out, line, err = grepLong(br, line, re, n)
		case err != nil && err != io.EOF:
			return matches, err
		case len(line) > 0 && re.Match(withoutEnd(line)):
			out = strconv.AppendInt(nil, int64(n), 10)
			out = append(out, ':')
			out = append(out, bytes.TrimSuffix(line, []byte{'\n'})...)
			out = append(out, '\n')
		}
		if len(out) > 0 {
			matches++
			if _, err := w.Write(out); err != nil {
				return matches, err
			}
		}
		if err == io.EOF {
			return matches, nil
		}
		if err != nil {
			return matches, err
		}
	}
}

// readLine appends the next line, with its line feed, to buf. If the line is longer than maxWhole bytes, the error is
// [bufio.ErrBufferFull] and the rest of the line is still to be read.
func readLine(br *bufio.Reader, buf []byte) ([]byte, error) {
	for {
		part, err := br.ReadSlice('\n')
		buf = append(buf, part...)
		if !errors.Is(err, bufio.ErrBufferFull) || len(buf) >= maxWhole {
			return buf, err
		}
	}
}

// withoutEnd returns a line without its \n or \r\n.
func withoutEnd(line []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(line, []byte{'\n'}), []byte{'\r'})
}

// grepLong looks for a match in a line that starts with head and goes on in br. It returns what to write, nil for no
// match, and head's memory for reuse. The error is io.EOF at the end of the payload.
func grepLong(br *bufio.Reader, head []byte, re *regexp.Regexp, number int) (out, buf []byte, err error) {
	head = wholeRune(br, head)
	line := &longLine{head: head, br: br}
	match := re.FindReaderIndex(line)
	length, err := line.drain()
	if match == nil || err != nil && err != io.EOF {
		return nil, head, err
	}
	from := 0
	if match[0] < len(head) {
		from = max(0, min(match[0]-maxPart/2, len(head)-maxPart))
	}
	to := min(from+maxPart, len(head))
	for from > 0 && !utf8.RuneStart(head[from]) {
		from--
	}
	for to < len(head) && !utf8.RuneStart(head[to]) {
		to++
	}
	out = append(strconv.AppendInt(nil, int64(number), 10), ':')
	out = append(out, head[from:to]...)
	out = fmt.Appendf(out, " … (bytes %d-%d of %d in this line, the match is at %d-%d)\n",
		from+1, to, length, match[0]+1, match[1])
	return out, head, err
}

// wholeRune reads up to three bytes more of a line, so that its head doesn't end within a character.
func wholeRune(br *bufio.Reader, head []byte) []byte {
	for i := 0; i < utf8.UTFMax && !utf8.FullRune(lastRune(head)); i++ {
		b, err := br.ReadByte()
		if err != nil {
			break
		}
		if b == '\n' {
			br.UnreadByte()
			break
		}
		head = append(head, b)
	}
	return head
}

// lastRune returns the last rune of b, or the start of one.
func lastRune(b []byte) []byte {
	i := len(b) - 1
	for i > 0 && len(b)-i < utf8.UTFMax && !utf8.RuneStart(b[i]) {
		i--
	}
	return b[i:]
}

// A longLine reads the characters of one line, for a regular expression: those of its head, then those of br up to
// the line feed.
type longLine struct {
	head []byte
	at   int // in head
	br   *bufio.Reader
	n    int   // bytes of the line that were read from br
	end  error // why the line has ended: errLineEnd, io.EOF, or a failure
}

// ReadRune implements [io.RuneReader]. The end of the line is io.EOF to the regular expression.
func (l *longLine) ReadRune() (rune, int, error) {
	if l.at < len(l.head) {
		r, n := utf8.DecodeRune(l.head[l.at:])
		l.at += n
		return r, n, nil
	}
	if l.end != nil {
		return 0, 0, io.EOF
	}
	r, n, err := l.br.ReadRune()
	if err != nil || r == '\n' {
		l.end = err
		if err == nil {
			l.end = errLineEnd
		}
		return 0, 0, io.EOF
	}
	l.n += n
	return r, n, nil
}

var errLineEnd = errors.New("end of line")

// drain reads the rest of the line and returns the length of all of it. The error is io.EOF at the end of the payload.
func (l *longLine) drain() (int, error) {
	for l.end == nil {
		part, err := l.br.ReadSlice('\n')
		l.n += len(part)
		switch {
		case err == nil:
			l.n--
			l.end = errLineEnd
		case !errors.Is(err, bufio.ErrBufferFull):
			l.end = err
		}
	}
	if errors.Is(l.end, errLineEnd) {
		return len(l.head) + l.n, nil
	}
	return len(l.head) + l.n, l.end
}
