package read

import (
	"math"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/syntax"
	"github.com/toktee/toktee/strategies"
)

// passage is a run of lines of one symbol, up to a blank one.
type passage struct {
	owner       int32 // its symbol, from 1; 0 for none
	first, last int
	bytes       int     // of its lines
	weight      float64 // see [file.weigh]
}

const (
	// leastWeight is the lowest weight of a passage that comes first: one word of the intent is enough if one line in a
	// dozen has it.
	leastWeight = 2.5
	// maxPassages is about how many bytes of passages come before the rest of a file, some 1200 tokens.
	maxPassages = 4000
	// inherited is the share of its weight that a passage lends the next one of its symbol, and a symbol's heaviest
	// all others.
	inherited = 0.5
	// If a passage has more than longPassage lines, only those within windowLines of a word of the intent come first.
	longPassage = 10
	windowLines = 3
	// blankBytes is the cost of a line besides its text.
	blankBytes = 3
)

// rankPassages ranks the passages that have words of the caller's intent above the other lines of a code file's bodies.
// The fewer lines have a word, the more it weighs; a passage weighs as much as its heaviest line. Each is shown in one
// piece before the next, since an edit usually needs one place.
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
	bytesSoFar := 0
	for turn, p := range ps {
		if p.weight < leastWeight || bytesSoFar > maxPassages {
			break
		}
		bytesSoFar += p.bytes
		for l := p.first; l <= p.last; l++ {
			if p.last-p.first < longPassage || p.nearHeavy(l, weights) {
				f.marks[l].raise(int32(turn + 1))
			}
		}
	}
}

// raise ranks a line with its passage, unless it comes before all passages already.
func (m *mark) raise(turn int32) {
	if m.rank > strategies.Evidence || m.rank == strategies.Evidence && m.second {
		m.rank, m.second, m.turn = strategies.Evidence, true, turn
	}
}

// nearHeavy reports whether a line of the passage is close to one that has a word of the intent.
func (p *passage) nearHeavy(l int, weights []float64) bool {
	return slices.ContainsFunc(weights[max(p.first, l-windowLines):min(p.last, l+windowLines)+1], heavy)
}

// heavy reports whether a line has a word of the intent that is worth anything.
func heavy(weight float64) bool { return weight >= leastWeight/2 }

// weigh returns each line's weight and length, by line of the file. If no line has a word of the intent, it returns no
// weights.
func (f *file) weigh(w wanted, lines strategies.Lines) (weights []float64, bytes []int) {
	hits := termHits{wanted: w, index: map[string]int{}, known: map[string][]string{}}
	bytes = make([]int, len(f.marks))
	for r := range f.rows(lines) {
		if r.i == 0 || r.i >= len(f.marks) {
			break
		}
		bytes[r.i] = len(strings.TrimSpace(r.text)) + blankBytes
		hits.add(r.i, r.text)
	}
	if len(hits.all) == 0 {
		return nil, nil
	}
	weights = make([]float64, len(f.marks))
	for _, h := range hits.all {
		weights[h.line] += math.Log(1 + float64(f.lines)/float64(hits.counts[h.term]))
	}
	return weights, bytes
}

// termHits collects the lines in which terms of an intent occur.
type termHits struct {
	wanted wanted
	all    []termHit           // in reading order
	counts []int               // lines of each term
	index  map[string]int      // the terms' numbers
	known  map[string][]string // the terms of words that came before
}

// termHit is a line with a term in it.
type termHit struct{ line, term int }

// add adds the terms of a line, each once.
func (h *termHits) add(line int, text string) {
	from := len(h.all)
	for word := range wordsIn(text) {
		for _, t := range h.termsOf(word) {
			i, ok := h.index[t]
			if !ok {
				i = len(h.counts)
				h.index[t], h.counts = i, append(h.counts, 0)
			}
			if hit := (termHit{line, i}); !slices.Contains(h.all[from:], hit) {
				h.all = append(h.all, hit)
				h.counts[i]++
			}
		}
	}
}

// termsOf returns the terms of a word. Those of the first [maxNames] different words are computed once.
func (h *termHits) termsOf(word string) []string {
	terms, ok := h.known[word]
	if !ok {
		terms = h.wanted.terms(word)
		if len(h.known) < maxNames {
			h.known[strings.Clone(word)] = terms
		}
	}
	return terms
}

// passages splits the file, and gives each passage its weight.
func (f *file) passages(weights []float64, bytes []int) []passage {
	var ps []passage
	heaviest := make([]float64, len(f.symbols)+1) // by owner
	for l := 1; l < len(f.marks); l++ {
		owner := f.marks[l].owner
		afterBlank := l > 1 && bytes[l-1] == blankBytes
		if n := len(ps); n == 0 || afterBlank || ps[n-1].owner != owner {
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
