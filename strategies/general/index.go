package general

import "github.com/toktee/toktee/strategies/report"

// programIndex holds the programs that can be read, in order of preference, with an index of their signs.
type programIndex struct {
	list    []report.Program
	signs   [256][]sign // by the first byte, which rules out nearly every line
	lookers []int       // programs that check every line until they are found
}

// A sign is the beginning of a line that only one program prints.
type sign struct {
	text    string
	program int
}

// newProgramIndex indexes the signs of programs and keeps their order.
func newProgramIndex(list []report.Program) *programIndex {
	ps := &programIndex{list: list}
	for i, p := range list {
		if p.Looks != nil {
			ps.lookers = append(ps.lookers, i)
		}
		for _, text := range p.Begins {
			ps.signs[text[0]] = append(ps.signs[text[0]], sign{text, i})
		}
	}
	return ps
}
