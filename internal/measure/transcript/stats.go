package transcript

import "fmt"

// Stats counts the records of a source.
type Stats struct {
	Format   Format
	Versions map[string]int // of the agent or the format, by records that name one
	Records  int
	Unknown  map[string]int // records and parts of kinds that aren't known, by kind
	Bad      int            // records that can't be read
	TooLarge int            // records of more than [maxRecord] bytes
	Half     bool           // the source ends in the middle of a record
	Orphans  int            // results without a call
	Problems []string       // the first faults, with their places
}

// problemsKept bounds Problems.
const problemsKept = 5

// problem adds to the first problems that are kept.
func (s *Stats) problem(format string, args ...any) {
	if len(s.Problems) < problemsKept {
		s.Problems = append(s.Problems, fmt.Sprintf(format, args...))
	}
}

// unknownKept bounds the kinds in Unknown: a file of another sort could have any number.
const unknownKept = 100

// unknown counts a record of a kind that isn't known.
func (s *Stats) unknown(kind string) {
	if len(kind) > 60 {
		kind = kind[:60]
	}
	if s.Unknown == nil {
		s.Unknown = map[string]int{}
	}
	if _, ok := s.Unknown[kind]; !ok && len(s.Unknown) >= unknownKept {
		kind = "(others)"
	}
	s.Unknown[kind]++
}

// version counts a version of the agent, "" for none.
func (s *Stats) version(v string) {
	if v == "" {
		return
	}
	if s.Versions == nil {
		s.Versions = map[string]int{}
	}
	if _, ok := s.Versions[v]; ok || len(s.Versions) < unknownKept {
		s.Versions[v]++
	}
}
