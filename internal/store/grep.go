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

	"github.com/toktee/toktee/internal/clean"
)

// Of a line longer than maxWhole only a part of about maxPart around the match is written.
const (
	maxWhole = 1 << 20
	maxPart  = 4 << 10
)

// Grep writes the lines of a payload that match to w, each after its number and a colon, as grep -n does, and returns
// how many there are. Lines are raw: they may hold escape sequences, and a \r at the end, which isn't matched. Of a
// line of more than 1 MiB it writes 4 KiB around the match, if that is in the first MiB, or else the start, and says
// so.
func (s *Store) Grep(id string, re *regexp.Regexp, w io.Writer) (int, error) {
	r, err := s.Payload(id)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	return grep(w, r, re)
}

func grep(w io.Writer, r io.Reader, re *regexp.Regexp) (int, error) {
	r = clean.LineFeeds(r) // lines are those of the clean text
	br := bufio.NewReaderSize(r, 64<<10)
	var line []byte
	matches := 0
	for n := 1; ; n++ {
		line = line[:0]
		var err error
		for {
			var part []byte
			part, err = br.ReadSlice('\n')
			line = append(line, part...)
			if !errors.Is(err, bufio.ErrBufferFull) || len(line) >= maxWhole {
				break
			}
		}
		var out []byte
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			out, line, err = grepLong(br, line, re, n)
		case err != nil && err != io.EOF:
			return matches, err
		case len(line) > 0 && re.Match(bytes.TrimSuffix(bytes.TrimSuffix(line, []byte{'\n'}), []byte{'\r'})):
			out = append(strconv.AppendInt(nil, int64(n), 10), ':')
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

// grepLong looks for a match in a line that starts with head and goes on in br. It returns what to write, and head's
// memory.
func grepLong(br *bufio.Reader, head []byte, re *regexp.Regexp, number int) (out, buf []byte, err error) {
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
	lr := &longLine{head: head, br: br}
	loc := re.FindReaderIndex(lr)
	length, err := lr.drain()
	if loc == nil || err != nil && err != io.EOF {
		return nil, head, err
	}
	from := 0
	if loc[0] < len(head) {
		from = max(0, min(loc[0]-maxPart/2, len(head)-maxPart))
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
	out = fmt.Appendf(out, " … (bytes %d-%d of %d in this line, the match is at %d-%d)\n", from+1, to, length, loc[0]+1, loc[1])
	return out, head, err
}

// lastRune is the last rune of b, or the start of one.
func lastRune(b []byte) []byte {
	i := len(b) - 1
	for i > 0 && len(b)-i < utf8.UTFMax && !utf8.RuneStart(b[i]) {
		i--
	}
	return b[i:]
}

// longLine yields the runes of one line.
type longLine struct {
	head []byte
	at   int
	br   *bufio.Reader
	n    int // bytes that were read behind head
	end  error
}

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

// drain reads up to the end of the line and returns its length. The error is io.EOF at the end of the text.
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
