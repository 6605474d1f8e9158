package read

import (
	"strconv"

	"github.com/toktee/toktee/strategies"
)

// print adds a fact for each line.
func (f *file) print(lines strategies.Lines, c *strategies.Collector) {
	last := mark{rank: strategies.Noise}
	for r := range f.rows(lines) {
		if r.i == 0 {
			f.aside(r, c)
			continue
		}
		m := mark{rank: strategies.Detail}
		if r.i < len(f.marks) {
			m = f.marks[r.i]
		}
		turns := !m.blank && !f.bounded && (m.rank != last.rank || m.owner != last.owner)
		fact := strategies.Fact{
			Kind: strategies.KindLine, Rank: m.rank, Second: m.second, Turn: m.turn, Text: f.numbered(r, r.text, r.i == 1 || m.opens || turns),
			Span: strategies.Span{First: r.N, Last: r.N}, Whole: r.Cut == 0, Cut: r.Cut,
		}
		if m.owner > 0 {
			fact.Group = f.symbols[m.owner-1].Name
		}
		c.Add(fact)
		if !m.blank {
			last = m
		}
	}
}

// numbered puts a line's number before its text where the number is to be shown: where wanted, and on every tenth line.
func (f *file) numbered(r row, text string, wanted bool) string {
	if r.num < 0 || !wanted && r.num%10 != 0 {
		return text
	}
	return strconv.Itoa(r.num) + "→" + text
}

// aside adds what an agent wrote around the file. Its reminders are noise; a note may say that the file goes on.
func (f *file) aside(r row, c *strategies.Collector) {
	rank := strategies.Noise
	if r.note {
		rank = strategies.Context
		if saysMore(r.text) {
			rank = strategies.Evidence
		}
	}
	c.Line(rank, strategies.KindLine, "", r.Line)
}
