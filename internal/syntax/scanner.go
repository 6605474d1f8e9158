package syntax

import "strings"

// Scanner makes an outline from lines that it takes one by one, in memory that doesn't depend on their number: for
// texts that are too long to be parsed, languages without a grammar, and formats that need none.
//
// For code it uses keywords at the start of lines and indentation, so badly indented code, and strings that look like
// code, mislead it. A symbol ends before the next line that isn't indented further, closing brackets and end keywords
// included.
type Scanner struct {
	feed  func(line string)
	n     int  // number of the current line
	last  int  // last line that wasn't blank
	depth int  // braces that are open before the current line; in JSON and TOML, also other brackets
	atEnd bool // all lines have been taken
	stack []open
	out   []Symbol
	code  codeState

	// Of formats that aren't code:
	goesOn  bool // the current line ends in a comment or in a string that may go on
	damaged bool // a line lacks the end of a string or of a name in brackets, or a bracket closes nothing
}

// open is a symbol whose end has not been seen.
type open struct {
	sym   int // index in out; -1 when it was dropped to stay within bounds
	level int // indentation, or a heading's level
	depth int // braces that are open before it
	aside int // the last line of a comment that is indented further
}

// NewScanner returns a scanner for the language, or nil if there is nothing to go by.
func NewScanner(lang Language) *Scanner {
	s := &Scanner{}
	s.feed = s.formatFeed(lang)
	switch {
	case s.feed != nil:
	case lang == "Assembly", lang == "Unix Assembly", lang == "GAS", lang == "Motorola 68K Assembly":
		s.feed = (&assembly{s: s}).line
	default:
		s.feed = s.codeFeed(lang)
	}
	if s.feed == nil {
		return nil
	}
	return s
}

// Line takes the next line, without its line feed.
func (s *Scanner) Line(line string) {
	s.n++
	if len(line) > maxScanLine {
		line = line[:maxScanLine]
	}
	s.feed(line)
	if strings.TrimSpace(line) != "" {
		s.last = s.n
	}
}

// maxScanLine is how much of a line is looked at.
const maxScanLine = 2000

// Symbols ends the text and returns its symbols, at most some twenty thousand. cut means that the text goes on.
func (s *Scanner) Symbols(cut bool) []Symbol {
	if c := &s.code; cut || c.comment || c.quote != "" || c.heredoc != "" || c.words != nil && c.signature >= 0 {
		s.depth = unknown
	}
	s.atEnd, s.code.isOdd = true, false
	last := s.last
	if s.code.words != nil {
		last = s.code.lastCode
	}
	s.close(-1, last)
	return s.out
}

// close ends all open symbols at the level or above it.
func (s *Scanner) close(level, last int) {
	for len(s.stack) > 0 {
		top := s.stack[len(s.stack)-1]
		if top.level < level {
			return
		}
		if top.sym >= 0 {
			s.end(&s.out[top.sym], top, last)
		}
		s.stack = s.stack[:len(s.stack)-1]
	}
}

// add opens a symbol that starts on the given line and ends those open at its level or above.
func (s *Scanner) add(level int, kind Kind, name string, first int) *Symbol {
	s.close(level, max(first-1, 0))
	idx := -1
	name = strings.Clone(clip(strings.TrimSpace(name))) // lines may share a large block
	sym := Symbol{Name: name, Kind: kind, Doc: first, First: first, Line: first, Sig: first, Last: first, Parent: -1}
	for i := len(s.stack) - 1; i >= 0; i-- {
		if p := s.stack[i].sym; p >= 0 {
			sym.Parent, sym.Depth = p, s.out[p].Depth+1
			break
		}
	}
	if len(s.out) < maxSymbols && sym.Depth <= maxDepth && sym.Name != "" {
		s.out = append(s.out, sym)
		idx = len(s.out) - 1
	}
	s.stack = append(s.stack, open{sym: idx, level: level, depth: s.depth})
	if idx < 0 {
		return &sym
	}
	return &s.out[idx]
}

// single adds a symbol of one line.
func (s *Scanner) single(level int, kind Kind, name string) {
	s.add(level, kind, name, s.n)
	s.stack = s.stack[:len(s.stack)-1]
}

// indentOf is a line's indentation, a tab reaching to the next multiple of four.
func indentOf(line string) (width int, rest string) {
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case ' ':
			width++
		case '\t':
			width += 4 - width%4
		default:
			return width, line[i:]
		}
	}
	return width, ""
}
