package outline

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/words"
)

const (
	mostText  = 24 << 10 // bytes of the longest form
	leastMore = 10       // a form is longer than the one before by this part of it,
	fineText  = 2 << 10  // up to so many bytes; above, by twice as much, so that a collector keeps them all
	leastStep = 24       // and by so many bytes
)

// A ladder collects the forms of a text, the shortest first. Each contains everything in the one before.
type ladder struct {
	*text
	usages int // lines of the usage that are shown
	forms  []string
	size   int // bytes that were added since the last form, about
	full   bool
}

// ladderOf makes the forms.
func ladderOf(t *text) []string {
	l := &ladder{text: t}
	l.rung()
	l.called(fewUsages)
	l.titles()
	l.turns()
	l.rung()
	return l.forms
}

// fewUsages is how many lines of the usage come before the sections.
const fewUsages = 2

// called shows n lines at least of how the program is called.
func (l *ladder) called(n int) {
	for n = min(n, len(l.usage)); l.usages < n; l.usages++ {
		l.size += len(l.usage[l.usages])
		l.due()
	}
}

// titles shows the titles of all sections with the number of their items.
func (l *ladder) titles() {
	for i := range l.sections {
		s := &l.sections[i]
		if s.title != "" {
			s.titled = true
			l.size += len(s.title) + 12
			l.due()
		}
	}
}

// shares are how many items of a section are shown, turn by turn.
var shares = [...]int{4, 12, 40, 120, 400, 1200, maxLines}

// turns names flags and commands, then shows their descriptions. The first lines of prose come early.
func (l *ladder) turns() {
	for turn, n := range shares {
		if turn == 2 {
			l.called(len(l.usage))
		}
		l.each(func(s *section) {
			switch {
			case s.kind != prose:
				l.names(s, n)
			case turn == 0:
				l.lines(s, 1)
			case turn > 2:
				l.lines(s, earlyProse)
			}
		})
	}
	for _, n := range shares {
		l.each(func(s *section) { l.lines(s, n) })
	}
	for _, n := range shares {
		l.each(func(s *section) { l.wholes(s, n) })
	}
}

// earlyProse is the number of lines of a prose section that come before the descriptions of flags.
const earlyProse = 3

func (l *ladder) each(show func(*section)) {
	for i := range l.sections {
		if l.full {
			return
		}
		show(&l.sections[i])
	}
}

// names shows the first n items at least by name.
func (l *ladder) names(s *section, n int) {
	for n = min(n, len(s.items)); s.named < n && !l.full; s.named++ {
		l.size += len(s.items[s.named].name) + 2
		l.due()
	}
}

// lines shows the first n items in lines of their own.
func (l *ladder) lines(s *section, n int) {
	for n = min(n, len(s.items)); s.lines < n && !l.full; {
		it := &s.items[s.lines]
		l.size += len(it.line) + 2
		if s.lines < s.named {
			l.size -= len(it.name) + 2
		}
		s.lines++
		s.named = max(s.named, s.lines)
		l.due()
	}
}

// wholes shows all that is kept of the first n items.
func (l *ladder) wholes(s *section, n int) {
	for n = min(n, len(s.items)); s.full < n && !l.full; s.full++ {
		l.size += len(s.items[s.full].whole) - len(s.items[s.full].line)
		l.due()
	}
}

// due makes a form once enough was added.
func (l *ladder) due() {
	last := 0
	if n := len(l.forms); n > 0 {
		last = len(l.forms[n-1])
	}
	more := last / leastMore
	if last > fineText {
		more *= 2
	}
	if l.size >= max(leastStep, more) {
		l.rung()
	}
}

// rung adds the form as it is now.
func (l *ladder) rung() {
	l.size = 0
	s := l.print()
	n := len(l.forms)
	switch {
	case s == "" || n > 0 && s == l.forms[n-1]:
	case len(s) > mostText && n > 0:
		l.full = true
	default:
		l.forms = append(l.forms, s)
	}
}

// print is the text as it is now.
func (l *ladder) print() string {
	var b strings.Builder
	if l.usages == 0 && len(l.usage) > 0 {
		b.WriteString(startOf(l.usage[0], shortAbout) + "\n")
	}
	for _, u := range l.usage[:l.usages] {
		b.WriteString(u + "\n")
	}
	for i := range l.sections {
		l.section(&b, &l.sections[i])
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// section prints a section: its title with the number of its items, those that have a line of their own, then the
// names of others, and how many have none.
//
//	OPTIONS (104 flags): -A --after-context, -B --before-context, … 102 more
func (l *ladder) section(b *strings.Builder, s *section) {
	if !s.titled && s.named == 0 {
		return
	}
	rest := len(s.items) - s.named
	inLine := "" // what follows the title in its line
	if s.titled {
		b.WriteString(s.title)
		if s.lines < len(s.items) {
			b.WriteString(" (" + words.Count(len(s.items), string(s.kind), words.Plural(string(s.kind))) + ")")
		}
		inLine = ": "
		if strings.HasSuffix(s.title, ":") {
			inLine = " "
		}
	}
	for i := range s.lines {
		if i > 0 || s.titled {
			b.WriteByte('\n')
		}
		if i < s.full {
			b.WriteString(s.items[i].whole)
		} else {
			b.WriteString(s.items[i].line)
		}
		inLine = "\n  also "
	}
	switch {
	case s.named > s.lines:
		b.WriteString(inLine)
		for i := s.lines; i < s.named; i++ {
			if i > s.lines {
				b.WriteString(", ")
			}
			b.WriteString(s.items[i].name)
		}
		if rest > 0 {
			b.WriteString(", … " + strconv.Itoa(rest) + " more")
		}
	case rest > 0 && s.named > 0:
		b.WriteString("\n  and … " + strconv.Itoa(rest) + " more " + noun(s.kind, rest))
	}
	b.WriteByte('\n')
}

// noun is the noun for n items.
func noun(k kind, n int) string {
	if n == 1 {
		return string(k)
	}
	return words.Plural(string(k))
}
