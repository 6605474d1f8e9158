package read

import (
	"math"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/syntax"
	"github.com/toktee/toktee/strategies"
)

// passage is what stands together in a file: lines of one symbol, up to a blank one.
type passage struct {
	owner       int32
	first, last int
	bytes       int
	weight      float64
}

const (
	// leastWeight is what a passage must weigh to come first: a word of the intent that one line in a dozen has is
	// enough.
	leastWeight = 2.5
	// maxPassages is about how many bytes of passages come before the rest of a file, some 1200 tokens.
	maxPassages = 4000
	// inherited is the share of its weight that a passage lends the next one of its symbol, and a symbol's heaviest
	// all others.
	inherited = 0.5
	// Of a passage of more than longPassage lines, those come first that stand within windowLines of one that
	// speaks of the intent.
	longPassage = 10
	windowLines = 3
	// blankBytes is what a line costs besides its text.
	blankBytes = 3
)

// rankPassages ranks the passages that speak of what the caller wants above the other lines of a code file's bodies. A
// word weighs the more the fewer lines have it; a passage weighs what its heaviest line does. Each is shown in one
// piece before the next, since what is edited next stands in one place.
func (f *file) rankPassages(w wanted, lines strategies.Lines) {
	if w.empty() {
		return
	}
	weights, bytes := f.weigh(w, lines)
	if weights == nil {
		return
	}
	ps := f.passages(weights, bytes)
	slices.SortStableFunc(ps, func(a, b passage) int {
		switch {
		case a.weight > b.weight:
			return -1
		case a.weight < b.weight:
			return 1
		}
		return 0
	})
	told := 0
	for turn, p := range ps {
		if p.weight < leastWeight || told > maxPassages {
			break
		}
		told += p.bytes
		for l := p.first; l <= p.last; l++ {
			if p.last-p.first >= longPassage &&
				!slices.ContainsFunc(weights[max(p.first, l-windowLines):min(p.last, l+windowLines)+1], heavy) {
				continue
			}
			if m := &f.marks[l]; m.rank > strategies.Evidence || m.rank == strategies.Evidence && m.second {
				m.rank, m.second, m.turn = strategies.Evidence, true, int32(turn+1)
			}
		}
	}
}

// heavy reports whether a line speaks of the intent at all.
func heavy(weight float64) bool { return weight >= leastWeight/2 }

// weigh returns what each line weighs and how long it is, by line of the file; no weights where nothing speaks of the
// intent.
func (f *file) weigh(w wanted, lines strategies.Lines) (weights []float64, bytes []int) {
	type hit struct{ line, term int }
	var hits []hit
	var counts []int
	index := map[string]int{}
	known := map[string][]string{} // the terms of words that came before
	bytes = make([]int, len(f.marks))
	for r := range f.rows(lines) {
		if r.i == 0 || r.i >= len(f.marks) {
			break
		}
		bytes[r.i] = len(strings.TrimSpace(r.text)) + blankBytes
		from := len(hits)
		for word := range words(r.text) {
			terms, ok := known[word]
			if !ok {
				terms = w.terms(word)
				if len(known) < maxNames {
					known[strings.Clone(word)] = terms
				}
			}
			for _, t := range terms {
				i, ok := index[t]
				if !ok {
					i = len(counts)
					index[t], counts = i, append(counts, 0)
				}
				if !slices.Contains(hits[from:], hit{r.i, i}) {
					hits = append(hits, hit{r.i, i})
					counts[i]++
				}
			}
		}
	}
	if len(hits) == 0 {
		return nil, nil
	}
	weights = make([]float64, len(f.marks))
	for _, h := range hits {
		weights[h.line] += math.Log(1 + float64(f.lines)/float64(counts[h.term]))
	}
	return weights, bytes
}

// passages splits the file, and gives each passage its weight.
func (f *file) passages(weights []float64, bytes []int) []passage {
	var ps []passage
	heaviest := make([]float64, len(f.symbols)+1) // by owner
	for l := 1; l < len(f.marks); l++ {
		owner := f.marks[l].owner
		if n := len(ps); n == 0 || ps[n-1].owner != owner || l > 1 && bytes[l-1] == blankBytes {
			ps = append(ps, passage{owner: owner, first: l})
		}
		p := &ps[len(ps)-1]
		p.last = l
		p.bytes += bytes[l]
		p.weight = max(p.weight, weights[l])
		heaviest[owner] = max(heaviest[owner], weights[l])
	}
	for i := len(ps) - 1; i >= 0; i-- {
		p := &ps[i]
		if i > 0 && ps[i-1].owner == p.owner {
			p.weight = max(p.weight, inherited*ps[i-1].weight)
		}
		if p.owner > 0 {
			p.weight = max(p.weight, inherited*heaviest[p.owner])
		}
	}
	return ps
}

// isCode reports whether the file is neither prose nor configuration.
func (f *file) isCode() bool { return !syntax.IsProse(f.lang) && !syntax.IsConfig(f.lang) }
