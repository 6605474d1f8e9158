package summarize

import (
	"github.com/toktee/toktee/internal/toolname"
	"github.com/toktee/toktee/strategies"
)

// limits are what a level allows.
type limits struct {
	lowest   strategies.Rank // facts below it are not shown, unless everything is
	pass     int             // tokens for an output that passed, or of which nothing is known
	fail     int             // tokens for an output that failed
	read     int             // tokens for a file's text
	verbatim int             // an output of at most that many tokens is handed over as it is
}

// levels are the limits by level. They are tuned on real outputs; docs/design.md has the table.
var levels = map[Level]limits{
	Minimal:      {strategies.Critical, 60, 250, 60, 60},
	Balanced:     {strategies.Context, 1000, 1000, 1000, 400},
	Conservative: {strategies.Detail, 4000, 8000, 6000, 1500},
}

// nextLevel is the level that shows more, "" for none.
func nextLevel(l Level) Level {
	switch l {
	case Minimal:
		return Balanced
	case Balanced:
		return Conservative
	}
	return ""
}

// bounds are the limits that hold for one output.
type bounds struct {
	lowest   strategies.Rank
	budget   int
	verbatim int
	small    int // a text of at most that many tokens passes whole unless so many percent are saved
	percent  int
}

// boundsFor returns what holds at a level, or for an explicit budget, or for both. With neither, the level is Balanced.
func boundsFor(l Level, budget int, failed bool, d *strategies.Digest, fam toolname.Family) bounds {
	if l == "" && budget > 0 {
		return bounds{lowest: strategies.Detail, budget: budget, verbatim: budget}
	}
	if l == "" {
		l = Balanced
	}
	lim := levels[l]
	b := bounds{lowest: lim.lowest, budget: lim.pass, verbatim: lim.verbatim}
	if d.Parsed && l != Conservative {
		b.small, b.percent, b.verbatim = b.verbatim, 25, levels[Minimal].verbatim // what matters is known, however short the text is
	}
	switch {
	case failed:
		b.budget = lim.fail
		if l == Minimal {
			b.small, b.percent = lim.fail, 25
		}
		if d.Unexplained {
			b.percent = 100 // who knows what matters
		}
	case fam == strategies.FamilyRead:
		b.budget = lim.read
	}
	if budget > 0 {
		b.budget = budget
		b.verbatim, b.small = min(b.verbatim, budget), min(b.small, budget)
	}
	return b
}
