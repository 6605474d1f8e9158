package summarize

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/lossless"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/strategies"
)

// maxShortened is the size of the largest clean text that is written in a shorter notation, in bytes for each token
// that can pass whole. A larger text wouldn't fit in any notation.
const maxShortened = 8

// shorten writes all lines of the clean text in a notation of fewer tokens. ok is false if that saves too little, or if
// the text is too large to pass whole at any level.
func (p *pager) shorten(clean string) (text string, tokens int, ok bool) {
	largest := p.digest.limits.largest()
	if len(clean) > maxShortened*largest || p.digest.limits.budget == WholeBudget {
		return "", 0, false
	}
	before, body, after := p.seen.body.cut(clean)
	if body, ok = lossless.Text(body, losslessKind(p.digest, p.seen.input)); !ok {
		return "", 0, false
	}
	text = before + body + after
	tokens, ok = p.counter.CountUpTo([]byte(text), min(p.counts.clean, largest))
	return text, tokens, ok && tokens*100 <= p.counts.clean*(100-leastSaved)
}

// passesLossless reports whether the level lossless shows all lines.
func (p *pager) passesLossless(b bounds) bool {
	return p.wholeFits(b.budget)
}

// crowds reports whether the shortened text fits the budget, but a page below the ceiling would show fewer facts than
// fit the budget. A larger budget or level doesn't change the answer, since their pages show at least as much.
func (p *pager) crowds(b bounds, ceiling int) bool {
	if !p.isShortened || !p.wholeFits(b.budget) {
		return false
	}
	below := b
	b.budget, below.budget = min(b.budget, p.ceiling), min(b.budget, ceiling)
	return p.fitter().stepsIn(b) > p.fitter().stepsIn(below)
}

// cut parts a text in memory into the lines before the body, the body, and the lines after it.
func (b body) cut(text string) (before, body, after string) {
	end := func(lines int) int { // the index after the first lines
		at := 0
		for range lines {
			i := strings.IndexByte(text[at:], '\n')
			if i < 0 {
				return len(text)
			}
			at += i + 1
		}
		return at
	}
	from, to := end(b.first-1), len(text)
	if b.last > 0 {
		to = max(from, end(b.last))
	}
	return text[:from], text[from:to], text[to:]
}

// losslessKind returns the kind of reversible notation that an output allows. If any part of the output is lines of
// files, these keep their bytes, since the model may edit the files.
func losslessKind(d *digested, in *strategies.Input) lossless.Kind {
	of := []strategies.Family{in.Family}
	for _, c := range in.Shell.Commands {
		of = append(of, toolname.CommandFamily(shell.Line{OK: true, Commands: []shell.Call{c}}))
	}
	switch {
	case in.Family == strategies.FamilyRead && in.Command == "":
		return lossless.Numbered
	case d.contents == strategies.ContentsMatches || slices.Contains(of, strategies.FamilySearch):
		return lossless.Search
	case d.contents == strategies.ContentsFile || d.contents == strategies.ContentsChange,
		slices.Contains(of, strategies.FamilyRead), slices.Contains(of, strategies.FamilyEdit),
		in.Command != "" && !in.Shell.OK:
		return lossless.Content
	}
	return lossless.Output
}
