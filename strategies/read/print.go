package read

import (
	"strconv"

	"github.com/toktee/toktee/internal/syntax"
	"github.com/toktee/toktee/strategies"
)

// print adds a fact for each line. The file's top-level definitions are listed above the lines, or have their range
// before their line: "12-40→func f() {".
func (f *file) print(lines strategies.Lines, c *strategies.Collector) {
	listed := f.index(lines, c)
	last := mark{rank: strategies.Noise}
	for r := range f.rows(lines) {
		if r.i == 0 {
			f.aside(r, c)
			continue
		}
		m := mark{rank: strategies.Detail}
		if f.binary != "" {
			m.rank = strategies.Noise
		}
		if r.i < len(f.marks) {
			m = f.marks[r.i]
		}
		changes := m.rank != last.rank || m.owner != last.owner
		turns := changes && !m.blank && !(f.bounded && f.isShort())
		head, cut := f.headOf(r)
		text := f.numbered(r, head, r.i == 1 || m.opens || turns)
		switch {
		case m.top == 0 || listed || f.bounded: // around a part of a file, gaps name the lines
		case endsInName(&f.symbols[m.top-1]): // "} name;" of C's typedef
			text = f.numbered(r, r.text, true)
		default:
			text = f.span(&f.symbols[m.top-1]) + "→" + r.text
		}
		// If the list above has the names of all symbols, the lines that name them can wait.
		inList := listed && m.top > 0 && m.turn == 0 && len(f.methods) == 0
		fact := strategies.Fact{
			Kind: strategies.KindLine, Rank: m.rank, Lead: f.lead && m.top > 0, Second: m.second || inList,
			Turn: m.turn, Text: text,
			Span: strategies.Span{First: r.N, Last: r.N}, Whole: cut == 0, Cut: cut,
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

// endsInName reports whether the last of several lines of a symbol has its name.
func endsInName(s *syntax.Symbol) bool { return s.Line == s.Last && s.First < s.Line }

// numbered puts a line's number before its text if it is wanted, and on every tenth line.
func (f *file) numbered(r row, text string, wanted bool) string {
	if r.num < 0 || !wanted && r.num%10 != 0 {
		return text
	}
	return strconv.Itoa(r.num) + "→" + text
}

// aside adds an agent's own line around the file. A note may mean that the file goes on. In a long reminder, headings
// and lines that name files show its subject.
func (f *file) aside(r row, c *strategies.Collector) {
	rank := strategies.Noise
	isSubject := f.reminder.Tells(r.text)
	switch {
	case !r.note:
	case hasMore(r.text):
		rank = strategies.Evidence
	case isSubject || !f.reminder.Inside:
		rank = strategies.Context
	default:
		rank = strategies.Detail
	}
	c.Line(rank, strategies.KindLine, "", r.Line)
}
