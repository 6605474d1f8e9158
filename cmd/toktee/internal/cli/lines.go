package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A lineRange is the lines from a to b, counted from 1, both included; a b of 0 is the last line.
type lineRange struct{ a, b int }

func (r lineRange) String() string {
	if r.b == 0 {
		return fmt.Sprintf("%d:", r.a)
	}
	return fmt.Sprintf("%d:%d", r.a, r.b)
}

// parseLines reads A:B, A:, :B, or A for a single line.
func parseLines(s string) (lineRange, error) {
	from, to, isRange := strings.Cut(s, ":")
	if !isRange {
		to = from
	}
	r := lineRange{1, 0}
	var err1, err2 error
	if from != "" {
		r.a, err1 = strconv.Atoi(from)
	}
	if to != "" {
		r.b, err2 = strconv.Atoi(to)
	}
	if err1 != nil || err2 != nil || from+to == "" || r.a < 1 || to != "" && r.b < r.a {
		return r, fmt.Errorf("want A:B, A: or :B, counted from 1, and no end before the start")
	}
	return r, nil
}

// errPast ends a search once it is past the range.
var errPast = errors.New("past the range")

// An inRange writer passes on the matches whose lines are in a range. Each write is one match, after its line's number.
type inRange struct {
	w io.Writer
	r lineRange
	n int // matches that were passed on
}

func (f *inRange) Write(p []byte) (int, error) {
	switch n := matchNumber(p); {
	case n < f.r.a:
		return len(p), nil
	case f.r.b > 0 && n > f.r.b:
		return 0, errPast
	}
	f.n++
	return f.w.Write(p)
}

// matchNumber is the line number at the start of a match, 0 if there is none.
func matchNumber(p []byte) int {
	number, _, _ := bytes.Cut(p[:min(len(p), 20)], []byte(":"))
	n, _ := strconv.Atoi(string(number))
	return n
}

// parseByte reads the number of a byte.
func parseByte(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return 0, errors.New("want the number of a byte, counted from 1")
	}
	return n, nil
}

// A skipper leaves out the first n bytes of the line that is written to it first.
type skipper struct {
	w      io.Writer
	n      int // bytes that are still to be left out
	passed int // bytes that were left out
}

// errShort says that the first line ends before the bytes that it should be shown from.
var errShort = errors.New("line is too short")

// Write implements [io.Writer].
func (s *skipper) Write(p []byte) (int, error) {
	if s.n <= 0 {
		return s.w.Write(p)
	}
	skipped := p[:min(s.n, len(p))]
	if i := bytes.IndexByte(skipped, '\n'); i >= 0 {
		s.passed += i
		return 0, errShort
	}
	s.n -= len(skipped)
	s.passed += len(skipped)
	n, err := s.w.Write(p[len(skipped):])
	return len(skipped) + n, err
}
