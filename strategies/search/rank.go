package search

import (
	"strings"

	"github.com/toktee/toktee/strategies"
)

// rank says how much a line matters. The first match of each file is evidence, so that every file is named before any
// is shown in full.
func (p *printer) rank(l parsed) strategies.Rank {
	switch l.kind {
	case trouble:
		return strategies.Critical
	case notice, mark, fileOnly:
		return strategies.Evidence
	case count:
		if l.n == 0 {
			return strategies.Detail
		}
		return strategies.Evidence
	case heading:
		return strategies.Evidence
	case match:
		return p.rankMatch(l.file)
	case around:
		if (p.t.matches <= fewMatches || p.t.lines <= fewLines) && !isNoise(l.file) {
			return strategies.Context
		}
		return strategies.Detail
	case other:
		if p.t.lines == 0 {
			return strategies.Critical // what belongs to an error message
		}
		return strategies.Context
	}
	return strategies.Noise
}

// rankMatch is the rank of a match in a file.
func (p *printer) rankMatch(file string) strategies.Rank {
	first := !p.seen[file]
	if first && len(p.seen) < maxFiles {
		p.seen[strings.Clone(file)] = true
	}
	switch {
	case isNoise(file):
		return strategies.Detail
	case first:
		return strategies.Evidence
	}
	return strategies.Context
}

// noiseDirs hold files that a tool or somebody else wrote.
var noiseDirs = [...]string{
	"node_modules/", "vendor/", "dist/", ".git/", "third_party/", "__pycache__/", ".next/",
}

// isNoise reports whether a tool or somebody else wrote a file: matches in it rarely matter.
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
