package summarize

import (
	"slices"

	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/strategies"
)

// allowance holds the limits of a level.
type allowance struct {
	lowest   strategies.Rank // facts below it are not shown, unless everything is
	verbatim int             // an output of at most that many tokens passes unchanged
	budgets  [kinds]int      // tokens by the kind of output
}

// kind is the kind of an output by which budgets differ: by the cost of a missing line.
type kind uint8

// The kinds. An output has the first one that applies.
const (
	partKind    kind = iota // a part of a file, as requested: up to the budget, it keeps every line
	startKind               // such a part from the file's first line on, through a shell command: sed -n 1,260p
	failedKind              // of a command that failed
	fileKind                // a file's text
	findingKind             // the answer of a sub-agent or a memory, which can't be requested in parts
	answerKind              // of a service that was asked to change something
	dataKind                // structured data, such as JSON
	searchKind
	listKind
	diffKind // and the answers of edits
	otherKind
	kinds
)

// allows returns the limits of a level. The figures are tuned on real sessions (docs/decisions/006); docs/design.md has
// the table.
func (l Level) allows() allowance {
	switch l {
	case Minimal:
		return allowance{lowest: strategies.Critical, verbatim: 60, budgets: [kinds]int{
			partKind: 60, startKind: 60, failedKind: 250, fileKind: 60, findingKind: 60, answerKind: 60, dataKind: 60,
			searchKind: 60, listKind: 60, diffKind: 60, otherKind: 60,
		}}
	case Conservative, Lossless:
		return allowance{lowest: strategies.Detail, verbatim: 1500, budgets: [kinds]int{
			partKind: 6000, startKind: 6000, failedKind: 8000, fileKind: 8000, findingKind: 6000, answerKind: 4000,
			dataKind: 4000, searchKind: 6000, listKind: 6000, diffKind: 4000, otherKind: 4000,
		}}
	}
	return allowance{lowest: strategies.Context, verbatim: 400, budgets: [kinds]int{
		partKind: 2000, startKind: 4000, failedKind: 1000, fileKind: 3500, findingKind: 6000, answerKind: 400,
		dataKind: 4000, searchKind: 2300, listKind: 4000, diffKind: 2000, otherKind: 1000,
	}}
}

// kindOf returns the kind of an output. failed means that its command failed.
func kindOf(d *digested, in *strategies.Input, failed bool) kind {
	switch {
	case d.Bounded && isStart(in):
		return startKind
	case d.Bounded:
		return partKind
	case readsToo(in):
		return fileKind
	case failed:
		return failedKind
	case in.Family == strategies.FamilyRead:
		return fileKind
	case in.Family == strategies.FamilyProse && d.contents != strategies.ContentsPage:
		return findingKind
	case d.contents == strategies.ContentsData && toolname.Writes(in.Tool, in.Shell):
		return answerKind
	case d.contents == strategies.ContentsData:
		return dataKind
	case in.Family == strategies.FamilySearch || d.contents == strategies.ContentsMatches:
		return searchKind
	case in.Family == strategies.FamilyList || d.contents == strategies.ContentsEntries:
		return listKind
	case in.Family == strategies.FamilyEdit:
		return diffKind
	}
	return otherKind
}

// readsToo reports whether a command line prints lines of files besides other output: make; sed -n 1,80p main.c
func readsToo(in *strategies.Input) bool {
	return hasPart(in, func(f strategies.Family) bool { return f == strategies.FamilyRead })
}

// asksToo reports whether a command line prints what was asked for besides the output of a run: git status; ls; make
func asksToo(in *strategies.Input) bool {
	return hasPart(in, func(f strategies.Family) bool { return f != strategies.FamilyExec })
}

// hasPart reports whether a line of several commands has one of a family.
func hasPart(in *strategies.Input, is func(strategies.Family) bool) bool {
	return len(in.Shell.Commands) > 1 && slices.ContainsFunc(in.Shell.Commands, func(c shell.Call) bool {
		return is(toolname.CommandFamily(shell.Line{OK: true, Commands: []shell.Call{c}}))
	})
}

// isStart reports whether a command printed lines of a file from its first one on: sed -n 1,260p.
func isStart(in *strategies.Input) bool {
	b, ok := in.Bounds()
	return ok && in.Command != "" && b.First == 1 && !b.Gaps
}

// next returns the level that shows more, "" for none. Lossless counts only if rules leave lines out: otherwise no page
// has more tokens than a lossless text that passes.
func (p *pager) next(l Level) Level {
	if l == Conservative && p.digest.isRuled && p.passesLossless(p.bounds(Lossless)) {
		return Lossless
	}
	switch l {
	case Minimal:
		return Balanced
	case Balanced:
		return Conservative
	}
	return ""
}

// largest returns the largest token count at which a text can pass whole, at any level.
func (l limits) largest() int {
	n := l.budget
	for _, level := range [...]Level{Minimal, Balanced, Conservative} {
		a := level.allows()
		n = max(n, a.verbatim, slices.Max(a.budgets[:]))
	}
	return n
}

// bounds are the limits that hold for one output.
type bounds struct {
	lowest   strategies.Rank
	budget   int
	enough   int // above that many tokens, a page shows no facts below Evidence; 0 for no such limit
	verbatim int // a text of at most that many tokens passes whole
	small    int // a text of at most that many tokens passes whole too, unless a page saves percent of it
	percent  int
	short    int // a text of at most that many tokens passes whole too, unless cutting pays; 0 for none
}

// parsedPercent is the share that a page of a short parsed output must save. If it saves less, the text passes whole.
const parsedPercent = 25

// explainedTokens is the size from which a page of an explained failure has only evidence.
const explainedTokens = 400

// shortTokens is the size of a short text, which is cut only if that pays.
const shortTokens = 1700

// shortRange is the size of such a range of a file. Agents read the lines again that a shortened range lacks.
const shortRange = 3300

// fewErrors is the largest number of errors that are no list: all their places are evidence.
const fewErrors = 8

// listsWork reports whether an output is a list of what to repair, such as a linter's: each place matters.
func (d *digested) listsWork() bool {
	n := d.Data
	return n[strategies.Passed]+n[strategies.Failed] == 0 &&
		(n[strategies.Errors] > fewErrors || n[strategies.Warnings]+n[strategies.Remarks] > 0)
}

// boundsFor returns the bounds of an output for a level, an explicit budget, or both. With neither, the level is
// Balanced.
func boundsFor(l limits, failed bool, d *digested, in *strategies.Input) bounds {
	level := l.level
	if level == "" && l.budget > 0 {
		return bounds{lowest: strategies.Detail, budget: l.budget, verbatim: l.budget}
	}
	if level == "" {
		level = Balanced
	}
	a, k := level.allows(), kindOf(d, in, failed)
	b := bounds{lowest: a.lowest, budget: a.budgets[k], verbatim: a.verbatim}
	if d.Parsed && level != Conservative && level != Lossless { // its important facts are known, even of a short text
		b.small, b.percent, b.verbatim = b.verbatim, parsedPercent, Minimal.allows().verbatim
	}
	switch k {
	case failedKind:
		switch {
		case level == Minimal:
			b.small, b.percent = b.budget, parsedPercent
		case level == Balanced && asksToo(in):
			b.budget *= 2
		case level == Balanced && d.Explained && !d.listsWork():
			b.enough = explainedTokens
		}
		if d.Unexplained {
			b.percent = 100 // any line may be the one that matters
		}
	case fileKind:
		b.lowest = max(b.lowest, strategies.Evidence) // the model asked for the file's text
		if failed && d.Unexplained {
			b.percent = 100
		}
	}
	if level != Minimal && l.budget == 0 {
		b.short = shortTokens
		if k == partKind || k == startKind || k == failedKind && asksToo(in) {
			b.short = shortRange
		}
	}
	if l.budget > 0 {
		b.budget, b.enough = l.budget, 0
		b.verbatim, b.small = min(b.verbatim, l.budget), min(b.small, l.budget)
	}
	return b
}
