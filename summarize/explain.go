package summarize

import (
	"fmt"
	"strings"

	"github.com/toktee/toktee/strategies"
)

// Page states how a text was chosen from its digest: for those who measure, or look for the reason why a line isn't
// shown.
type Page struct {
	Level   Level
	Budget  int
	Lowest  strategies.Rank // facts below it are not shown
	Steps   int             // all steps there are
	Allowed int             // those down to the lowest rank
	Shown   int             // those that fitted
	Whole   bool            // the text is shown as it is: nothing was chosen
	Parts   []Part          // in reading order; empty where Whole
}

// Part is one fact of the digest, or a line of one.
type Part struct {
	First, Last int // the lines it stands for; Last is First-1 where it stands for none
	Kind        strategies.Kind
	Rank        strategies.Rank
	Group       string
	Text        string
	Step, Full  int // the steps, from 1, at which it appears and is complete; 0 for never
}

// Why says in a few words what became of a line.
func (p *Page) Why(line int) string {
	if p.Whole {
		return "the text stands whole"
	}
	for i := range p.Parts {
		if part := &p.Parts[i]; part.First <= line && line <= part.Last {
			return p.why(part)
		}
	}
	return "no fact stands for it: it was let go or read over"
}

func (p *Page) why(part *Part) string {
	what := fmt.Sprintf("%s of rank %s", part.Kind, part.Rank)
	if part.Last > part.First {
		what += fmt.Sprintf(" for lines %d-%d", part.First, part.Last)
	}
	if part.Group != "" {
		what += fmt.Sprintf(" of %.60q", part.Group)
	}
	switch {
	case part.Step == 0:
		return what + ": never shown"
	case part.Step > p.Allowed:
		return fmt.Sprintf("%s: below %s, the lowest rank here", what, p.Lowest)
	case part.Step > p.Shown:
		return fmt.Sprintf("%s: step %d, the budget of %d tokens ended after %d of %d",
			what, part.Step, p.Budget, p.Shown, p.Steps)
	case part.Full > p.Shown:
		return fmt.Sprintf("%s: shown in part, step %d would complete it, the budget ended after %d",
			what, part.Full, p.Shown)
	}
	return fmt.Sprintf("%s: shown, as %.80q", what, strings.TrimSpace(part.Text))
}

// explained states how a page was chosen.
func (p *pager) explained(out *page) Page {
	said := Page{Level: p.digest.limits.level, Budget: out.budget}
	f := p.made
	if f == nil || out.steps < 0 {
		said.Whole = true
		return said
	}
	said.Lowest, said.Steps, said.Shown = out.lowest, len(f.steps), out.steps
	said.Allowed = f.allowed(out.lowest)
	said.Parts = make([]Part, len(f.items))
	for i := range f.items {
		it := &f.items[i]
		said.Parts[i] = Part{
			First: it.first, Last: it.last, Kind: it.kind, Rank: it.rank, Group: f.groups[it.group], Text: it.text,
		}
	}
	for i, s := range f.steps {
		if s.isVerdict() {
			continue
		}
		part := &said.Parts[s.item]
		if part.Step == 0 {
			part.Step = i + 1
		}
		part.Full = i + 1
	}
	return said
}
