package replay

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// groups makes the tables. Groups are sorted by their tokens then, the largest first.
func (b *builder) groups() {
	b.r.Total = b.tally("all", b.all)
	b.r.Tools = b.by(func(r priced) string { return r.tool })
	b.r.Commands = b.by(func(r priced) string { return r.command })
	b.r.Strategies = b.by(func(r priced) string { return r.strategy[b.primary] })
	names := map[string]int{} // two files may hold sessions of one name
	label := map[*session]string{}
	for _, r := range b.all {
		if label[r.session] == "" {
			name := r.session.name
			if names[name]++; names[name] > 1 {
				name = fmt.Sprintf("%s (%d)", name, names[name])
			}
			label[r.session] = name
		}
	}
	b.r.Sessions = b.by(func(r priced) string { return label[r.session] })
}

// by groups the results by a name; those without one are left out.
func (b *builder) by(name func(priced) string) []Group {
	m := map[string][]priced{}
	for _, r := range b.all {
		if n := name(r); n != "" {
			m[n] = append(m[n], r)
		}
	}
	list := []Group{}
	for n, rs := range m {
		list = append(list, b.tally(n, rs))
	}
	slices.SortFunc(list, func(x, y Group) int {
		return cmp.Or(cmp.Compare(y.Then, x.Then), cmp.Compare(y.Results, x.Results), strings.Compare(x.Name, y.Name))
	})
	return list
}

// picked is how many results are listed, and examplesKept how much of what one lost.
const (
	picked       = 10
	examplesKept = 3
)

// picks lists the results with the most tokens, and those that lost the most evidence at the primary level; among
// equals, those that cost the most to fetch again.
func (b *builder) picks() {
	sorted := slices.Clone(b.all)
	slices.SortStableFunc(sorted, func(x, y priced) int { return cmp.Compare(y.then, x.then) })
	b.r.Biggest, b.r.Worst = []Pick{}, []Pick{}
	for _, r := range sorted[:min(picked, len(sorted))] {
		b.r.Biggest = append(b.r.Biggest, b.pick(r))
	}
	slices.SortStableFunc(sorted, func(x, y priced) int { return cmp.Compare(y.lost(b.primary), x.lost(b.primary)) })
	for _, r := range sorted[:min(picked, len(sorted))] {
		if r.lost(b.primary) > 0 {
			b.r.Worst = append(b.r.Worst, b.pick(r))
		}
	}
}

// pick is one result as it is listed.
func (b *builder) pick(r priced) Pick {
	p := Pick{
		Session: r.session.name, File: b.files[r.session], N: r.n, Tool: r.tool, Call: r.excerpt,
		Strategy: r.strategy[b.primary],
		Then:     r.then, Now: r.now, Evidence: len(r.evidence), Examples: []string{},
	}
	for l := range b.o.Levels {
		p.Lost = append(p.Lost, r.lost(l))
	}
	lost := r.lostTexts(b.primary)
	p.Examples = append(p.Examples, lost[:min(examplesKept, len(lost))]...)
	return p
}
