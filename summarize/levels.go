package summarize

import (
	"github.com/toktee/toktee/internal/toolname"
	"github.com/toktee/toktee/strategies"
)

// allowance is what a level allows.
type allowance struct {
	lowest   strategies.Rank // facts below it are not shown, unless everything is
	pass     int             // tokens for an output that passed, or of which nothing is known
	fail     int             // tokens for an output that failed
	read     int             // tokens for a file's text
	bounded  int             // tokens for the part of a file that was asked for: up to them, it keeps every line
	verbatim int             // an output of at most that many tokens is handed over as it is
}

// levels are what each level allows. The figures are tuned on real outputs; docs/design.md has the table.
var levels = map[Level]allowance{
	Minimal:      {strategies.Critical, 60, 250, 60, 60, 60},
	Balanced:     {strategies.Context, 1000, 1000, 1000, 2000, 400},
	Conservative: {strategies.Detail, 4000, 8000, 6000, 6000, 1500},
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

// largest is the largest token count at which any text that is needed for a result passes whole.
func (l limits) largest() int {
	n := l.budget
	for _, a := range levels {
		n = max(n, a.verbatim, a.fail, a.read, a.bounded)
	}
	return n
}

// bounds are the limits that hold for one output.
type bounds struct {
	lowest   strategies.Rank
	budget   int
	verbatim int // a text of at most that many tokens passes whole
	small    int // and one of at most that many, unless so many percent are saved
	percent  int
}

// A parsed output's text is known by its meaning, so a short one passes whole only if less than this share is saved.
const parsedPercent = 25

// boundsFor returns what holds at a level, or for an explicit budget, or for both. With neither, the level is Balanced.
func boundsFor(l limits, failed bool, d *strategies.Digest, family toolname.Family) bounds {
	level := l.level
	if level == "" && l.budget > 0 {
		return bounds{lowest: strategies.Detail, budget: l.budget, verbatim: l.budget}
	}
	if level == "" {
		level = Balanced
	}
	a := levels[level]
	b := bounds{lowest: a.lowest, budget: a.pass, verbatim: a.verbatim}
	if d.Parsed && level != Conservative { // what matters is known, however short the text is
		b.small, b.percent, b.verbatim = b.verbatim, parsedPercent, levels[Minimal].verbatim
	}
	switch {
	case d.Bounded:
		b.budget = a.bounded
	case failed:
		b.budget = a.fail
		if level == Minimal {
			b.small, b.percent = a.fail, parsedPercent
		}
		if d.Unexplained {
			b.percent = 100 // any line may be the one that matters
		}
	case family == strategies.FamilyRead:
		b.budget = a.read
		b.lowest = max(b.lowest, strategies.Evidence) // what a file says is what was asked for
	}
	if l.budget > 0 {
		b.budget = l.budget
		b.verbatim, b.small = min(b.verbatim, l.budget), min(b.small, l.budget)
	}
	return b
}
