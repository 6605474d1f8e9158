package summarize

import (
	"math"

	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/tokens"
)

// A fitter chooses the facts of a digest that fit a budget. It orders all steps once, and a page shows the first steps
// of that order. So a larger budget shows the same facts and more.
type fitter struct {
	c        *tokens.Counter
	items    []item
	groups   []string
	isHeaded bool // the names of groups are printed as headings
	leads    bool // leading facts come before the verdict
	total    int  // lines of the clean text
	status   string
	recovery func(lines int) string     // nil for no such line
	readOn   func(Rest) string          // the recovery line that names lines; nil for no such line
	place    strategies.Place           // of the lines in their file
	isPart   bool                       // of a file, which its reader asked for
	ofFiles  bool                       // the page shows line numbers of files
	next     func(first, lines int) int // the number of a gap's lines that the recovery line proposes to read next

	steps    []step
	mayEnd   []bool    // by the number of steps, whether a page may have so many
	verdicts [3]string // the verdicts within their limits, shortest first
	prices   prices
	cum      []sums // sums over items[:i]
	fills    bool   // tiny gaps are shown

	row      strategies.Kind // of the table on top, "" for none
	tableEnd int             // the number of items of the table or the list of diagnostics on top
	contents func(first, last int) strategies.Holding
}

// prices are the costs of the parts of a page, in tokens with their line feeds. Headings and markers are counted when
// they are first needed.
type prices struct {
	status   int
	verdicts [3]int
	recovery [20]int // the recovery line, by the digits of its number
	headings []int   // by group, 0 if not counted yet
	markers  markerCosts
}

// verdictLimits are the most tokens that each of the three verdicts may have.
var verdictLimits = [3]int{8, 16, 40}

func newFitter(
	c *tokens.Counter, d *strategies.Digest, total int, status string, recovery func(lines int) string,
) *fitter {
	f := &fitter{c: c, isHeaded: d.Headed, leads: d.LeadFirst, total: total, status: status, recovery: recovery}
	f.place, f.isPart = d.Place, d.Bounded
	f.items, f.groups = items(d, c)
	f.contents = d.Holds
	if f.row = d.Row; f.row != "" || len(f.items) > 0 && f.items[0].kind.Diagnoses() {
		f.tableEnd = firstOfLines(f.items)
	}
	lines := words.Count(total, "line", "lines") // no verdict: gaps and the recovery line count lines, too
	for i, v := range d.Verdict {
		if v != "" && v != lines && c.CountString(v) <= verdictLimits[i] && !forged(v) {
			f.verdicts[i] = v
		}
	}
	f.prices = f.price()
	f.cum = runningSums(f.items)
	f.steps = f.order()
	f.mayEnd = f.ends()
	return f
}

// firstOfLines returns the index of the first item that represents lines.
func firstOfLines(items []item) int {
	for i := range items {
		if items[i].last >= items[i].first {
			return i
		}
	}
	return len(items)
}

// price counts the parts that any page may need: status line, verdicts and recovery line.
func (f *fitter) price() prices {
	p := prices{headings: make([]int, len(f.groups)), markers: markerCosts{f.c, map[string]int{}, map[counted]int{}}}
	if f.status != "" {
		p.status = f.c.CountString(f.status + "\n")
	}
	for i, v := range f.verdicts {
		if v != "" {
			p.verdicts[i] = f.c.CountString(v + "\n")
		}
	}
	if f.recovery == nil {
		return p
	}
	for i, n := 1, 1; i < len(p.recovery); i++ {
		p.recovery[i] = f.c.CountString(f.recovery(n))
		if n <= math.MaxInt/10 {
			n *= 10
		}
	}
	return p
}

// heading returns the cost of a group's heading.
func (f *fitter) heading(group int32) int {
	if f.prices.headings[group] == 0 {
		f.prices.headings[group] = f.c.CountString(f.groups[group] + "\n")
	}
	return f.prices.headings[group]
}

// allowed returns the number of steps down to the lowest rank.
func (f *fitter) allowed(lowest strategies.Rank) int {
	return firstStep(f.steps, func(s step) bool { return s.rank > lowest })
}

// showsCritical reports whether all critical facts fit a budget.
func (f *fitter) showsCritical(budget int) bool {
	n := f.allowed(strategies.Critical)
	f.fills = budget > fillFrom
	return f.choose(n, budget) == n
}

// stepsIn returns the number of steps that fit the bounds.
func (f *fitter) stepsIn(b bounds) int {
	f.fills = b.fills()
	within := func(lowest strategies.Rank, budget int) int {
		return f.choose(f.allowed(lowest), budget-f.reserve(budget))
	}
	if b.enough == 0 {
		return within(b.lowest, b.budget)
	}
	return max(within(strategies.Evidence, b.budget), within(b.lowest, min(b.enough, b.budget)))
}

// fit returns the page with the most steps that fits the budget. ok is false if no page fits. A page that shows tiny
// gaps never has fewer steps than the largest that doesn't.
func (f *fitter) fit(b bounds) (out fitted, ok bool) {
	if out, ok = f.fitSteps(b); !b.fills() {
		return out, ok
	}
	b.budget = fillFrom
	if less, fits := f.fitSteps(b); fits && less.steps > out.steps {
		return less, true
	}
	f.fills = true
	return out, ok
}

// fitSteps returns the page with the most steps that fits the budget, with tiny gaps shown or not.
func (f *fitter) fitSteps(b bounds) (out fitted, ok bool) {
	k := f.stepsIn(b)
	switch exact := b; {
	case b.budget <= exactUpTo:
		k = min(k+exactSteps, f.allowed(b.lowest))
	default: // the exact tries at exactUpTo may show more steps than the estimate allows here
		exact.budget = exactUpTo
		if k < min(f.stepsIn(exact)+exactSteps, f.allowed(b.lowest)) {
			if less, ok := f.fitSteps(exact); ok {
				k = max(k, less.steps)
			}
		}
	}
	available := b.budget - f.reserve(b.budget)
	for ; k >= 0; k-- {
		if !f.mayEnd[k] {
			continue
		}
		if k > 0 && available < b.budget && b.budget <= exactUpTo && f.render(k, 0).tokens > available {
			continue
		}
		if out := f.render(k, b.budget); out.tokens <= b.budget {
			out.steps, out.lowest = k, b.lowest
			return out, true
		}
	}
	return fitted{}, false
}

// The cost of a page is an estimate, slightly too high. At budgets up to exactUpTo, one or two tokens decide whether a
// line fits, so up to exactSteps more steps are tried.
const (
	exactUpTo  = 300
	exactSteps = 4
)

// A page reserves tokens for the numbers of omitted lines, with which the model can read on.
//
// In a bounded read, that is one in namingShare of the tokens above namingFrom, at most namingMax, for the lines of
// gaps. In other outputs with a ReadOn line, it is one in nextShare of those above nextFrom, at most nextMax, for the
// lines to read next. The unreserved part grows with the budget, so that a larger budget never shows less.
const (
	namingFrom  = 1000
	namingShare = 16
	namingMax   = 64

	nextFrom  = 100
	nextShare = 4
	nextMax   = 15
)

// reserve returns the number of tokens of a budget that are reserved for the numbers of lines.
func (f *fitter) reserve(budget int) int {
	kept := 0
	if f.isPart {
		kept = min(max(budget-namingFrom, 0)/namingShare, namingMax)
	}
	if f.readOn != nil {
		kept = max(kept, min(max(budget-nextFrom, 0)/nextShare, nextMax))
	}
	return kept
}

// least returns a lower bound of the cost of the page after k steps: the sum of its lines, each at its shortest. It
// subtracts the line feeds, which may merge with neighbouring characters into one token.
func (f *fitter) least(k int) int {
	n := 0
	for _, s := range f.steps[:k] {
		if s.isVerdict() || s.level > 0 {
			continue
		}
		it := &f.items[s.item]
		if len(it.cuts) > 0 {
			n += max(it.cuts[0].tokens-markTokens-1, 0)
		} else {
			n += max(it.tokens-2, 0)
		}
	}
	return n
}
