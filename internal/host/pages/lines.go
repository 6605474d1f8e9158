package pages

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Lines are the lines from First to Last, counted from 1, both included; a Last of 0 is the end of the output.
type Lines struct{ First, Last int }

// String returns the form that [ParseLines] reads.
func (r Lines) String() string {
	if r.Last == 0 {
		return fmt.Sprintf("%d:", r.First)
	}
	return fmt.Sprintf("%d:%d", r.First, r.Last)
}

// ParseLines reads A:B, A:, :B, or A for a single line.
func ParseLines(s string) (Lines, error) {
	from, to, isRange := strings.Cut(s, ":")
	if !isRange {
		to = from
	}
	r := Lines{First: 1}
	var err1, err2 error
	if from != "" {
		r.First, err1 = strconv.Atoi(from)
	}
	if to != "" {
		r.Last, err2 = strconv.Atoi(to)
	}
	if err1 != nil || err2 != nil || from+to == "" || r.First < 1 || to != "" && r.Last < r.First {
		return r, errors.New("want A:B, A: or :B, counted from 1, and no end before the start")
	}
	return r, nil
}

// errPast ends a search once it is past the range.
var errPast = errors.New("past the range")

// An inRange writer passes on the matches whose lines are in a range. Each write is one match, after its line's number.
type inRange struct {
	w io.Writer
	r Lines
	n int // matches that were passed on
}

func (f *inRange) Write(p []byte) (int, error) {
	switch n := matchNumber(p); {
	case n < f.r.First:
		return len(p), nil
	case f.r.Last > 0 && n > f.r.Last:
		return 0, errPast
	}
	f.n++
	return f.w.Write(p)
}

// matchNumber returns the line number at the start of a match, 0 if there is none.
func matchNumber(p []byte) int {
	number, _, _ := bytes.Cut(p[:min(len(p), 20)], []byte(":"))
	n, _ := strconv.Atoi(string(number))
	return n
}

// A skipper leaves out the first n bytes of the line that is written to it first.
type skipper struct {
	w      io.Writer
	n      int // bytes that are still to be left out
	passed int // bytes that were left out
}

// errShort means that the first line ends before the requested bytes.
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
