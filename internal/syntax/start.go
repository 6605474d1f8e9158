//go:build cgo && !notreesitter

package syntax

import (
	"bytes"
	"strings"
)

// startOf cuts about size bytes off a text, after the comments that it starts with: up to a line outside of comments
// and strings, at best one that starts an unindented definition. It reports false if a comment or a string that starts
// there has no end for long.
func startOf(lang Language, src []byte, size int) ([]byte, bool) {
	s := starter{lang: lang, style: styleOf(lang), size: size, from: -1}
	at := 0
	for line := range bytes.Lines(src) {
		switch s.line(line, at) {
		case startFound:
			return src[s.from:s.cut], true
		case startEndless:
			return nil, false
		}
		at += len(line)
	}
	if s.from < 0 || s.inside() {
		from := max(s.from, 0)
		return src[from:min(from+size, len(src))], true
	}
	return src[s.from:min(s.from+2*size, len(src))], true
}

// A starter looks for a place to cut off the start of a text.
type starter struct {
	lang  Language
	style style
	size  int

	from    int  // the start of the first line of code, -1 before it
	cut     int  // the best end so far, 0 for none
	comment bool // a comment over several lines is open
	str     bool // a string over several lines is open
	blank   bool // the line before was blank, or closed a block
}

type startState uint8

const (
	startOpen    startState = iota // more lines are needed
	startFound                     // it lies between from and cut
	startEndless                   // a comment or a string doesn't end
)

// inside reports whether the next line starts inside of a comment or a string.
func (s *starter) inside() bool { return s.comment || s.str }

// line takes the next line, which starts at the given byte.
func (s *starter) line(line []byte, at int) startState {
	t := strings.TrimSpace(string(line[:min(len(line), 400)]))
	isCode := !s.inside() && t != "" && !s.style.isComment(t)
	if s.from < 0 && (isCode || s.str) {
		s.from = at
	}
	if s.from >= 0 && at > s.from {
		length := at - s.from
		if !s.inside() && s.mayCut(length, isCode && s.blank && isTopLevel(line)) {
			s.cut = at
		}
		switch {
		case length >= s.size && s.cut > 0:
			return startFound
		case length > 8*s.size:
			return startEndless
		}
	}
	s.blank = t == "" || t == "}"
	s.comment = inBlock(s.style, s.comment, t)
	if !s.comment {
		s.str = s.str != togglesString(s.lang, t)
	}
	return startOpen
}

// mayCut reports whether a start of that length is the best so far. fresh means that a definition begins after it.
func (s *starter) mayCut(length int, fresh bool) bool {
	if fresh && length > s.size/2 && length <= 2*s.size {
		return true
	}
	return length >= s.size && s.cut == 0
}

// isTopLevel reports whether a line isn't indented and closes nothing.
func isTopLevel(line []byte) bool {
	switch line[0] {
	case ' ', '\t', '}', ')':
		return false
	}
	return true
}

// inBlock reports whether a /* comment is open after a line. open means that one was open before it.
func inBlock(st style, open bool, t string) bool {
	if !st.block {
		return false
	}
	if !open {
		i := strings.Index(t, "/*")
		if i < 0 || i > 0 && strings.ContainsAny(t[:i], "\"'`/") {
			return false
		}
		t = t[i+2:]
	}
	return !strings.Contains(t, "*/")
}

// togglesString reports whether a string over several lines starts or ends in a line.
func togglesString(lang Language, t string) bool {
	n := 0
	switch lang {
	case "Go", "JavaScript", "TypeScript", "TSX":
		n = strings.Count(t, "`")
	case "Python":
		n = strings.Count(t, `"""`) + strings.Count(t, "'''")
	}
	return n%2 == 1
}
