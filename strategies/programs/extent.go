package programs

import "github.com/toktee/toktee/strategies"

// extent follows the lines of a program's run. A program that ran again further below has no region: what stands between
// its runs belongs to others.
type extent struct {
	first, last   int
	closed, split bool
}

// maxApart is how many lines may stand between two runs that are one region.
const maxApart = 20

func (e *extent) seen(n int) {
	if e.first == 0 {
		e.first = n
	}
	if e.closed && n > e.last+maxApart {
		e.split = true
	}
	e.closed = false
	e.last = n
}

// end says that the run ended with the last line seen.
func (e *extent) end() { e.closed = true }

func (e *extent) span() strategies.Span {
	if e.split || e.first == 0 {
		return strategies.Span{}
	}
	return strategies.Span{First: e.first, Last: e.last}
}
