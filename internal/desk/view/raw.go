package view

import (
	"bytes"
	"io"
)

const (
	maxRaw  = 1 << 20  // bytes of a line that are looked at, as package clean holds back
	maxText = 64 << 10 // bytes of its clean text that are shown
)

// A rawLine is a line of the output as it is, without its \n.
type rawLine struct {
	text []byte
	cut  int64 // bytes at its end that aren't in text
}

// readStretch returns the bytes of a stretch, without the end of a last line that is too long.
func readStretch(c content, s stretch) ([]byte, error) {
	buf := make([]byte, min(s.end-s.at, blockSize+maxRaw))
	k, err := c.ReadAt(buf, s.at)
	if k < len(buf) {
		if err == nil || err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	return buf, nil
}

// rawLines returns the lines of a stretch.
func rawLines(c content, s stretch) ([]rawLine, error) {
	buf, err := readStretch(c, s)
	if err != nil {
		return nil, err
	}
	return split(c, s, buf), nil
}

// split divides the bytes of a stretch into lines. Only the last can be longer than maxRaw: any other ends within
// blockSize of the stretch's start.
func split(c content, s stretch, buf []byte) []rawLine {
	var lines []rawLine
	at := s.at
	for len(buf) > 0 {
		line, rest, ended := bytes.Cut(buf, []byte{'\n'})
		l := rawLine{text: line}
		if !ended { // the last one of the output, or one that was cut
			l.cut = s.end - at - int64(len(line))
			if l.cut > 0 && endsLine(c, s.end) {
				l.cut--
			}
		}
		if len(l.text) > maxRaw {
			l.cut += int64(len(l.text) - maxRaw)
			l.text = l.text[:maxRaw]
		}
		lines = append(lines, l)
		at += int64(len(line)) + 1
		buf = rest
	}
	return lines
}

// endsLine reports whether the byte before a place is \n.
func endsLine(c content, end int64) bool {
	var b [1]byte
	n, _ := c.ReadAt(b[:], end-1)
	return n == 1 && b[0] == '\n'
}
