package search

import (
	"strings"

	"github.com/toktee/toktee/internal/measure/stats"
	"github.com/toktee/toktee/internal/syntax"
)

const (
	maxScanned = 20_000 // lines that are looked at for symbols
	maxSymbols = 10_000 // symbols that are counted
	maxSymbol  = 60     // bytes of a symbol's name
)

// symbols counts the matches in each function and type, as far as the output shows their first lines: in matches, and
// in the context lines above them.
type symbols struct {
	counts  map[string]int  // matches by symbol
	scanner *syntax.Scanner // of the lines since the last gap; nil if the language has none
	file    string
	last    int   // the number of the line before, in the file
	lines   int   // lines that the scanner has read
	hits    []int // which of them match
	scanned int   // lines so far, at most [maxScanned]
	cut     bool  // matches came that weren't counted
}

// add takes the next line. Lines that don't follow each other are looked at on their own.
func (s *symbols) add(l parsed) {
	if l.kind != match && l.kind != around {
		s.flush()
		return
	}
	if s.scanned >= maxScanned {
		s.cut = true
		return
	}
	s.scanned++
	if l.file != s.file || l.num == 0 || l.num != s.last+1 {
		s.flush()
		s.file, s.scanner = strings.Clone(l.file), nil
		if lang := syntax.Detect(l.file, nil); lang != "" && !syntax.IsProse(lang) && !syntax.IsConfig(lang) {
			s.scanner = syntax.NewScanner(lang)
		}
	}
	s.last = l.num
	if s.scanner == nil {
		return
	}
	s.scanner.Line(l.text)
	s.lines++
	if l.kind == match {
		s.hits = append(s.hits, s.lines)
	}
}

// flush counts the matches in the lines since the last gap.
func (s *symbols) flush() {
	if s.scanner != nil && len(s.hits) > 0 {
		found := s.scanner.Symbols(true)
		for _, at := range s.hits {
			if i := syntax.Enclosing(found, at); i >= 0 {
				s.count(found[i])
			}
		}
	}
	s.scanner, s.lines, s.hits, s.last, s.file = nil, 0, s.hits[:0], 0, ""
}

// count counts a match in a symbol.
func (s *symbols) count(sym syntax.Symbol) {
	name := sym.Name
	switch {
	case name == "" || len(name) > maxSymbol || strings.ContainsAny(name, " \t"):
		return
	case sym.Kind.IsFunction():
		name += "()"
	case !sym.Kind.IsType():
		return
	}
	if s.counts == nil {
		s.counts = map[string]int{}
	}
	if _, ok := s.counts[name]; !ok && len(s.counts) >= maxSymbols {
		s.cut = true
		return
	}
	s.counts[strings.Clone(name)]++
}

// symbolCount is a symbol with its number of matches.
type symbolCount struct {
	Symbol string `json:"symbol"`
	Count  int    `json:"count"`
}

// top returns the n symbols with the most matches, by count and then by name; none if not all were counted.
func (s *symbols) top(n int) []symbolCount {
	if s.cut {
		return []symbolCount{}
	}
	return stats.TopAs(s.counts, n, func(name string, count int) symbolCount { return symbolCount{name, count} })
}
