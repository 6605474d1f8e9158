package summarize

import (
	"fmt"
	"strings"

	"github.com/toktee/toktee/strategies"
)

// Page describes how a text was chosen from its digest. It is for measurements, and to find the reason why a line isn't
// shown.
type Page struct {
	Level   Level
	Budget  int
	Lowest  strategies.Rank // facts below it are not shown
	Steps   int             // all steps there are
	Allowed int             // those down to the lowest rank
	Shown   int             // those that fitted
	Whole   bool            // the text is shown unchanged: nothing was chosen
	Parts   []Part          // in reading order; empty if Whole
}

// Part is one fact of the digest, or a line of one.
type Part struct {
	First, Last int // the lines that it represents; Last is First-1 if it represents none
	Kind        strategies.Kind
	Rank        strategies.Rank
	Group       string
	Text        string
	Failure     bool // it states a failure
	Step, Full  int  // the steps, from 1, at which it appears and is complete; 0 for never
}

// Why returns the reason, in a few words, why a line is shown or left out.
func (p *Page) Why(line int) string {
	if p.Whole {
		return "the whole text is shown"
	}
	for i := range p.Parts {
		if part := &p.Parts[i]; part.First <= line && line <= part.Last {
			return p.why(part)
		}
	}
	return "no fact represents it: it was dropped or not read"
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

// explained returns the account of how a page was chosen.
func (p *pager) explained(out *page) Page {
	account := Page{Level: p.digest.limits.level, Budget: out.budget}
	f := p.made
	if f == nil || out.steps < 0 {
		account.Whole = true
		return account
	}
	account.Lowest, account.Steps, account.Shown = out.lowest, len(f.steps), out.steps
	account.Allowed = f.allowed(out.lowest)
	account.Parts = make([]Part, len(f.items))
	for i := range f.items {
		it := &f.items[i]
		account.Parts[i] = Part{
			First: it.first, Last: it.last, Kind: it.kind, Rank: it.rank, Group: f.groups[it.group], Text: it.text,
			Failure: it.isFailure,
		}
	}
	for i, s := range f.steps {
		if s.isVerdict() {
			continue
		}
		part := &account.Parts[s.item]
		if part.Step == 0 {
			part.Step = i + 1
		}
		part.Full = i + 1
	}
	return account
}
