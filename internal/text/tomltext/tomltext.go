// Package tomltext finds the places of tables, keys and values in a text of TOML, which parsers don't report: for
// errors that name a line, and for changes that keep every other byte.
//
// The text must be valid: a parser has accepted it. For other texts the entries mean nothing, but [Scan] ends. It takes
// linear time. Keys inside inline tables are a part of the value.
package tomltext

import (
	"iter"
	"strconv"
	"strings"
)

// A Span is a range of bytes.
type Span struct{ From, To int }

// An Entry is the header of a table, or a key with its value:
//
//	[[rule.line]]                  Path rule, line; IsTable, IsArray
//	args = ["-y", "server"]        Path args; Value ["-y", "server"]; Texts "-y" and "server"
type Entry struct {
	Path    []string // of a header; of a key, below the last header
	IsTable bool     // it is a header
	IsArray bool     // with two brackets
	Line    int      // from 1
	Value   Span
	Texts   []Span // the strings directly in a value that is a list, with their quotes
}

// Scan yields the entries in their order.
func Scan(text string) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		s := scanner{text: text}
		for line, counted := 1, 0; s.next(); {
			from := s.at
			line += strings.Count(text[counted:from], "\n")
			counted = from
			e := s.entry()
			e.Line = line
			if s.at == from {
				s.at++
			}
			if !yield(e) {
				return
			}
		}
	}
}

type scanner struct {
	text string
	at   int
}

func (s *scanner) entry() (e Entry) {
	if s.text[s.at] == '[' {
		e.IsTable, e.IsArray = true, strings.HasPrefix(s.text[s.at:], "[[")
		s.skip("[")
		e.Path = s.path()
		s.toLineEnd()
		return e
	}
	e.Path = s.path()
	s.skip("=")
	s.skip(" \t")
	e.Value.From = s.at
	e.Texts = s.value()
	e.Value.To = s.at
	s.toLineEnd()
	return e
}

// next goes to the next entry. It reports false at the end of the text.
func (s *scanner) next() bool {
	for s.skip(" \t\r\n"); s.at < len(s.text) && s.text[s.at] == '#'; s.skip(" \t\r\n") {
		s.toLineEnd()
	}
	return s.at < len(s.text)
}

func (s *scanner) skip(chars string) {
	for s.at < len(s.text) && strings.IndexByte(chars, s.text[s.at]) >= 0 {
		s.at++
	}
}

func (s *scanner) skipTo(chars string) {
	for s.at < len(s.text) && strings.IndexByte(chars, s.text[s.at]) < 0 {
		s.at++
	}
}

func (s *scanner) toLineEnd() { s.skipTo("\n") }

// path reads a dotted key.
func (s *scanner) path() (path []string) {
	for {
		s.skip(" \t")
		from := s.at
		if s.at < len(s.text) && (s.text[s.at] == '"' || s.text[s.at] == '\'') {
			s.str()
			path = append(path, unquoted(s.text[from:s.at]))
		} else {
			s.skipTo(" \t\r\n.=]")
			path = append(path, s.text[from:s.at])
		}
		s.skip(" \t")
		if s.at >= len(s.text) || s.text[s.at] != '.' {
			return path
		}
		s.at++
	}
}

func unquoted(s string) string {
	if u, err := strconv.Unquote(s); err == nil && s[0] == '"' {
		return u
	}
	return strings.Trim(s, `"'`)
}

// value reads a value to its end.
func (s *scanner) value() (texts []Span) {
	for depth := 0; s.at < len(s.text); {
		switch c := s.text[s.at]; {
		case c == '"' || c == '\'':
			from := s.at
			if s.str(); depth == 1 {
				texts = append(texts, Span{from, s.at})
			}
		case c == '[' || c == '{':
			depth++
			s.at++
		case c == ']' || c == '}':
			depth--
			s.at++
		case depth > 0 && c == '#':
			s.toLineEnd()
		case depth > 0:
			s.at++
		default: // a number, a time, true or false
			s.skipTo("\n#")
		}
		if depth <= 0 {
			return texts
		}
	}
	return texts
}

// str reads a string of any kind.
func (s *scanner) str() {
	quote := s.text[s.at : s.at+1]
	end, isLong := quote, strings.HasPrefix(s.text[s.at:], quote+quote+quote)
	if isLong {
		end = quote + quote + quote
	}
	for s.at += len(end); s.at < len(s.text); s.at++ {
		switch rest := s.text[s.at:]; {
		case rest[0] == '\\' && quote == `"`:
			s.at++
		case strings.HasPrefix(rest, end):
			if s.at += len(end); isLong {
				s.skip(quote) // up to two more belong to the string
			}
			return
		case rest[0] == '\n' && !isLong:
			return
		}
	}
	s.at = len(s.text)
}
