package summarize

import (
	"math"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/tokens"
)

// A fitter decides what is shown of a digest. It orders all steps once, so that what is shown at a budget is a prefix
// of what is shown at a larger one.
type fitter struct {
	c        *tokens.Counter
	items    []item
	groups   []string
	isHeaded bool // the names of groups are printed as headings
	leads    bool // what leads comes before the verdict
	total    int  // lines of the clean text
	status   string
	recovery func(lines int) string     // nil for no such line
	readOn   func(Rest) string          // the recovery line that names lines; nil for no such line
	place    strategies.Place           // of the lines in their file
	isPart   bool                       // of a file, which its reader asked for
	ofFiles  bool                       // the page shows line numbers of files
	next     func(first, lines int) int // how many lines of a gap a reader is told to go on with

	steps    []step
	verdicts [3]string // those that keep to their size, shortest first
	prices   prices
	cum      []sums // sums over items[:i]

	row      strategies.Kind // of the table on top, "" for none
	tableEnd int             // how many items it has
	contents func(first, last int) strategies.Holding
}

// prices are what parts of a page cost, in tokens with their line feeds. Headings and markers are counted when they are
// first needed.
type prices struct {
	status   int
	verdicts [3]int
	recovery [20]int // the recovery line, by the digits of its number
	headings []int   // by group, 0 where not counted yet
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
	if f.row = d.Row; f.row != "" {
		f.tableEnd = firstOfLines(f.items)
	}
	for i, v := range d.Verdict {
		if v != "" && c.CountString(v) <= verdictLimits[i] && !forged(v) {
			f.verdicts[i] = v
		}
	}
	f.prices = f.price()
	f.cum = runningSums(f.items)
	f.steps = f.order()
	return f
}

// firstOfLines is the first item that stands for lines.
func firstOfLines(items []item) int {
	for i := range items {
		if items[i].last >= items[i].first {
			return i
		}
	}
	return len(items)
}

// price counts what is needed for any page.
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

// heading is the price of a group's heading.
func (f *fitter) heading(group int32) int {
	if f.prices.headings[group] == 0 {
		f.prices.headings[group] = f.c.CountString(f.groups[group] + "\n")
	}
	return f.prices.headings[group]
}

// allowed is the number of steps that a lowest rank lets in.
func (f *fitter) allowed(lowest strategies.Rank) int {
	return firstStep(f.steps, func(s step) bool { return s.rank > lowest })
}

// showsCritical reports whether all that is critical fits a budget.
func (f *fitter) showsCritical(budget int) bool {
	n := f.allowed(strategies.Critical)
	return f.choose(n, budget) == n
}

// stepsIn is how many steps there is room for.
func (f *fitter) stepsIn(b bounds) int {
	return f.choose(f.allowed(b.lowest), b.budget-f.reserve(b.budget))
}

// fit returns the page with the most steps that has at most budget tokens. ok is false where there is none.
func (f *fitter) fit(b bounds) (out fitted, ok bool) {
	k := f.stepsIn(b)
	switch exact := b; {
	case b.budget <= exactUpTo:
		k = min(k+exactSteps, f.allowed(b.lowest))
	default: // what is tried below may be more than the sum allows here
		exact.budget = exactUpTo
		if k < min(f.stepsIn(exact)+exactSteps, f.allowed(b.lowest)) {
			if less, ok := f.fit(exact); ok {
				k = max(k, less.steps)
			}
		}
	}
	available := b.budget - f.reserve(b.budget)
	for ; k >= 0; k-- {
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

// The cost of a page is estimated, a little above what it is. At budgets up to exactUpTo, where a token or two decide
// whether a line can be read, so many steps more are tried.
const (
	exactUpTo  = 300
	exactSteps = 4
)

// Who asked for a part of a file reads on by its lines. So of a bounded read's tokens above namingFrom, one in
// namingShare is kept for naming the lines of gaps, up to namingMost. Of any other output that shouldn't be fetched
// whole, one in nextShare of those above nextFrom is kept for naming the lines to go on with, up to nextMost. What is
// left grows with the budget, so that a larger one never shows less.
const (
	namingFrom  = 1000
	namingShare = 16
	namingMost  = 64

	nextFrom  = 100
	nextShare = 4
	nextMost  = 15
)

// reserve is how many tokens of a budget are kept for naming lines.
func (f *fitter) reserve(budget int) int {
	kept := 0
	if f.isPart {
		kept = min(max(budget-namingFrom, 0)/namingShare, namingMost)
	}
	if f.readOn != nil {
		kept = max(kept, min(max(budget-nextFrom, 0)/nextShare, nextMost))
	}
	return kept
}

// least is what the page after k steps costs at least: the lines that are shown, each at its shortest. A line feed may
// become one token with what is beside it.
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
