package peers

import "github.com/toktee/toktee/cmd/tokbench/internal/figures"

// row is how the cases of a family fared through a peer.
type row struct {
	family      string
	cases       int // that the corpus has
	run         int // that are scored
	peer        figures.Sum
	ours        figures.Sum // at as many tokens
	bigger      int         // outputs that have more tokens than the raw text
	exitChanged int
	green       int // commands that failed, and ended with 0 through the peer
}

// rows are the rows of the families of a peer's cases, sorted, and behind several the row of all.
func rows(list []Case) []row {
	var rows []row
	for _, group := range figures.ByFamily(list, func(c *Case) string { return c.Case.Family }) {
		r := row{family: group.Name, cases: len(group.Members)}
		for _, c := range group.Members {
			r.add(c)
		}
		rows = append(rows, r)
	}
	return rows
}

// add counts a case, unless it isn't scored.
func (r *row) add(c *Case) {
	if c.NotRun != "" {
		return
	}
	r.run++
	bound := c.RawTokens // the text passes whole and proves nothing
	if c.Changed {
		bound = -1
	}
	r.peer.Add(c.RawTokens, bound, len(c.Case.Facts), c.Tokens, c.Lost)
	r.ours.Add(c.RawTokens, bound, len(c.Case.Facts), c.OurTokens, c.OurLost)
	if c.Tokens > c.RawTokens {
		r.bigger++
	}
	if c.exitChanged() {
		r.exitChanged++
	}
	if c.green() {
		r.green++
	}
}
