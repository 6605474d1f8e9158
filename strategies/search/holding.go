package search

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/strategies"
)

// maxSpots is how many matches, and how many files, are remembered with their lines.
const maxSpots = 1 << 20

// maxNamed is how many files, and maxNamedPath how many bytes of a path, are remembered with their names.
const (
	maxNamed     = 1 << 12
	maxNamedPath = 100
)

// A spots records the matching lines of the output and the first line of each file. It counts the matches in any part
// of the output, and their files.
type spots struct {
	at     []int32  // lines that match, in order
	begins []int32  // the first line of each file
	names  []string // of the files that begin in the first of these lines
	once   bool     // each file begins once
	last   string   // the file of the line before
}

// add takes in line n, of a file.
func (s *spots) add(n int, kind kind, file string) {
	switch {
	case kind == match, kind == around, kind == heading:
	case kind == header && file != "": // the first line of a file in rg --json
	default:
		return
	}
	if (file != s.last || len(s.begins) == 0) && len(s.begins) < maxSpots {
		begins := n
		if kind == header {
			begins = max(1, n-1) // the line before ends the last file, and is shown with the next one's first match
		}
		s.begins = append(s.begins, int32(begins))
		if len(s.names) < maxNamed && len(s.names)+1 == len(s.begins) && len(file) <= maxNamedPath {
			s.names = append(s.names, strings.Clone(file))
		}
	}
	s.last = file
	if kind == match && len(s.at) < maxSpots {
		s.at = append(s.at, int32(n))
	}
}

// holds returns a function that counts the matches in lines that aren't shown and, if these belong to the heading
// above, their files; nil if that isn't known.
func (p *printer) holds() func(first, last int) strategies.Holding {
	s := &p.t.spots
	if len(s.at) != p.t.matches || p.q.inverted {
		return nil
	}
	underHeading := p.headed || p.form == formHeads
	s.once = len(s.begins) == len(p.t.files)
	return func(first, last int) strategies.Holding {
		h := s.holding(first, last)
		if !underHeading {
			h.Groups, h.Name, h.Above, h.Below = 0, "", false, false
		}
		return h
	}
}

// holding counts the matches from line first to line last.
func (s *spots) holding(first, last int) strategies.Holding {
	from, to := until(s.at, first-1), until(s.at, last)
	h := strategies.Holding{Items: to - from, Item: strategies.KindMatch, Group: kindFile}
	if from == to {
		return h
	}
	opens, closes := until(s.begins, int(s.at[from])), until(s.begins, int(s.at[to-1]))
	h.Groups = s.files(opens, closes)
	h.Above = h.Groups == 1 && opens == until(s.begins, first-1)
	h.Below = h.Groups == 1 && opens == until(s.begins, last+1)
	if h.Groups == 1 && opens > 0 && opens <= len(s.names) {
		h.Name = s.names[opens-1]
	}
	return h
}

// files returns the number of files from one beginning to another, counted from 1; 0 if it isn't known.
func (s *spots) files(from, to int) int {
	if s.once || from == to {
		return to - from + 1
	}
	if from < 1 || to > len(s.names) {
		return 0
	}
	names := slices.Sorted(slices.Values(s.names[from-1 : to]))
	return len(slices.Compact(names))
}

// until is how many of some lines come at or before line n.
func until(lines []int32, n int) int {
	i, found := slices.BinarySearch(lines, int32(n))
	if found {
		i++
	}
	return i
}
