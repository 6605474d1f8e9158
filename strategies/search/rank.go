package search

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/strategies"
)

// The turns of evidence: definitions, matches of a rare shape, the first matches of the files with the most, the
// context lines of the first match, the rest of the table's files, then the first matches of files that aren't named
// yet, at last those of the others.
const (
	turnDefined = 1
	turnRare    = turnDefined + maxDefined
	turnFirst   = turnRare + maxRare
	turnAround  = turnFirst + topRows
	turnRows    = turnAround + 1
	turnUnnamed = turnRows + maxRows
	turnNamed   = turnUnnamed + maxDetails
)

// firstFiles is of how many files in the table the first match comes before the rest of the table.
const firstFiles = 3

// order gives the files with the most matches their turns.
func (p *printer) order() {
	p.turns = map[string]int32{}
	for i, f := range p.top {
		inTable := i < len(p.shown)
		switch {
		case i < firstFiles, i < topRows && len(p.shown) == 0:
			p.turns[f.File] = turnFirst + int32(i)
		case inTable:
			p.turns[f.File] = turnNamed + int32(i)
		case p.form == formCounts:
			p.turns[f.File] = turnUnnamed + int32(i)
		}
	}
}

// turn is the turn of a file's first line.
func (p *printer) turn(file string) int32 {
	if turn, ok := p.turns[file]; ok {
		return turn
	}
	if p.form == formCounts {
		return turnNamed
	}
	return turnUnnamed
}

// headingTurn is the turn of a heading in the output: that of the first line below it that is shown.
func (p *printer) headingTurn(file string) int32 {
	if i := slices.IndexFunc(p.defined, func(d definition) bool { return d.file == file }); i >= 0 {
		return turnDefined + int32(i)
	}
	if i := slices.IndexFunc(p.rare, func(d definition) bool { return d.file == file }); i >= 0 {
		return turnRare + int32(i)
	}
	return p.turn(file)
}

// rank returns the rank of line n, and its turn among others of the rank. The first match of each file is evidence, so
// every file is named before any is shown in full.
func (p *printer) rank(n int, l parsed) (strategies.Rank, int32) {
	switch l.kind {
	case trouble:
		return strategies.Critical, 0
	case mark:
		return strategies.Evidence, 0
	case notice, fileOnly:
		return strategies.Evidence, turnUnnamed
	case count:
		if l.n == 0 {
			return strategies.Detail, 0
		}
		return strategies.Evidence, p.turn(l.file)
	case heading:
		return strategies.Evidence, p.headingTurn(l.file)
	case match:
		return p.rankMatch(n, l.file)
	case around:
		switch {
		case p.isNoise(l.file):
		case p.t.matches <= fewMatches || p.t.lines <= fewLines:
			return strategies.Context, 0
		case p.ofFirst(l):
			return strategies.Evidence, turnAround
		}
		return strategies.Detail, 0
	case other:
		if p.t.lines == 0 {
			return strategies.Critical, 0 // what belongs to an error message
		}
		return strategies.Context, 0
	}
	return strategies.Noise, 0
}

// rankMatch is the rank and the turn of a match in a file.
func (p *printer) rankMatch(n int, file string) (strategies.Rank, int32) {
	first := !p.seen[file]
	if first && len(p.seen) < maxFiles {
		p.seen[strings.Clone(file)] = true
	}
	isLine := func(d definition) bool { return d.line == n }
	if i := slices.IndexFunc(p.defined, isLine); i >= 0 {
		return strategies.Evidence, turnDefined + int32(i)
	}
	if i := slices.IndexFunc(p.rare, isLine); i >= 0 {
		return strategies.Evidence, turnRare + int32(i)
	}
	switch {
	case p.isNoise(file) && first:
		return strategies.Context, 0
	case p.isNoise(file):
		return strategies.Detail, 0
	case first:
		return strategies.Evidence, p.turn(file)
	}
	return strategies.Context, 0
}

// firstAround is how many matches keep the context lines next to them before all other matches are shown.
const firstAround = 1

// ofFirst reports whether a context line is directly above or below one of the first matches that are evidence.
func (p *printer) ofFirst(l parsed) bool {
	if p.kept < firstAround && !p.seen[l.file] && p.isAbove() {
		return true
	}
	return p.isKept && p.isBelow()
}

// keep notes that a match is evidence, or that it isn't: the context lines below it are shown like it, and it comes no
// later than they.
func (p *printer) keep(f *strategies.Fact) {
	if p.isKept = f.Rank == strategies.Evidence && p.kept < firstAround; !p.isKept {
		return
	}
	p.kept++
	if p.t.around > 0 && p.t.matches > fewMatches && p.t.lines > fewLines {
		f.Turn = min(f.Turn, turnAround)
	}
}

// isNoise reports whether a file is one in which matches rarely matter: there are others.
func (p *printer) isNoise(file string) bool { return !p.allNoise && isNoise(file) }

// noiseDirs hold files that tools wrote or that come from elsewhere.
var noiseDirs = [...]string{
	"node_modules/", "vendor/", "dist/", ".git/", "third_party/", "__pycache__/", ".next/",
}

// isNoise reports whether a tool wrote a file, or it comes from elsewhere: matches in it rarely matter.
func isNoise(file string) bool {
	for _, dir := range noiseDirs {
		if i := strings.Index(file, dir); i == 0 || i > 0 && file[i-1] == '/' {
			return true
		}
	}
	base := file[strings.LastIndexByte(file, '/')+1:]
	switch base {
	case "package-lock.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "go.sum", "Cargo.lock", "poetry.lock",
		"uv.lock", "composer.lock", "Gemfile.lock":
		return true
	}
	return strings.HasSuffix(base, ".min.js") || strings.HasSuffix(base, ".min.css") || strings.HasSuffix(base, ".map")
}
