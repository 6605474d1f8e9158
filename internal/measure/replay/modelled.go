package replay

import (
	"maps"
	"math"
	"slices"

	"github.com/toktee/toktee/internal/measure/cost"
	"github.com/toktee/toktee/internal/measure/stats"
)

// Modelled is the cost of all results at a level by the model of internal/measure/cost, as a share of their cost with
// the agent's own cut. Strings that a call uses and a text lacks are fetched again by ranges, none twice: see
// [record.misses]. Intervals draw sessions, since the results of one depend on each other.
type Modelled struct {
	Level string `json:"level"`
	// ByLines is net if lost strings are fetched again by ranges of lines, in tokens: the raw text and a call each.
	ByLines Estimate `json:"net_by_lines"`
	// ByPages is net if the result is read again page by page from the beginning up to the last lost string.
	ByPages  Estimate  `json:"net_by_pages"`
	Variants []Variant `json:"variants"` // the model itself first, then each of its constants at half and at double
}

// Variant is the cost by a model.
type Variant struct {
	Name string   `json:"name"`
	Cost Estimate `json:"cost"`
}

// A miss is a range of a result that is fetched again.
type miss struct {
	tokens  float64
	context int // tokens of the session at the call that needs it
	later   int // requests after that
}

// misses returns the ranges that are fetched again because calls use strings that a level's text lacks. The result is
// split into ranges of equal size. Each range in which such a string first occurs is fetched by one call, once, when it
// is first needed.
func (r *record) misses(level int, m cost.Model) []miss {
	first := map[int]*candidate{}
	for i := range r.evidence {
		e := &r.evidence[i]
		if e.kept[level] {
			continue
		}
		at := int(e.place * float64(r.then) / m.Range)
		if f := first[at]; f == nil || e.after < f.after || e.after == f.after && e.context < f.context {
			first[at] = e
		}
	}
	var list []miss
	for _, at := range slices.Sorted(maps.Keys(first)) {
		n := min(m.Range, float64(r.then)-float64(at)*m.Range)
		list = append(list, miss{n, first[at].context, r.later - first[at].after})
	}
	return list
}

// pageTokens limits the tokens of a stored output that an agent reads at once.
const pageTokens = 4000

// paged returns the tokens and the calls that it takes to read a result's pages up to the last string that a level's
// text lacks.
func (r *record) paged(level int) (tokens float64, calls int) {
	for i := range r.evidence {
		if e := &r.evidence[i]; !e.kept[level] {
			calls = max(calls, 1+int(e.place*float64(r.then)/pageTokens))
		}
	}
	return min(float64(r.then), float64(calls)*pageTokens), calls
}

// modelled returns the costs at all levels.
func (b *builder) modelled() []Modelled {
	var sessions [][]priced
	place := map[*session]int{}
	for _, r := range b.all {
		i, ok := place[r.session]
		if !ok {
			i = len(sessions)
			place[r.session] = i
			sessions = append(sessions, nil)
		}
		sessions[i] = append(sessions[i], r)
	}
	variants := cost.Default().Variants()
	list := make([]Modelled, len(b.o.Levels))
	for l, level := range b.o.Levels {
		list[l] = Modelled{Level: level}
		base := variants[0].Model
		list[l].ByLines = b.ratio(sessions, func(r priced) (float64, float64) {
			extra := 0.0
			for _, one := range r.misses(l, base) {
				extra += one.tokens + refetch
			}
			return float64(r.then-r.now[l]) - extra, float64(r.then)
		})
		list[l].ByPages = b.ratio(sessions, func(r priced) (float64, float64) {
			n, calls := r.paged(l)
			return float64(r.then-r.now[l]) - n - float64(calls*refetch), float64(r.then)
		})
		for _, v := range variants {
			share := b.ratio(sessions, func(r priced) (float64, float64) { return modelledCost(r.record, l, v.Model) })
			list[l].Variants = append(list[l].Variants, Variant{v.Name, share})
		}
	}
	return list
}

// modelledCost returns the cost of a result at a level, and its own cost.
func modelledCost(r *record, level int, m cost.Model) (now, then float64) {
	now = m.Shown(float64(r.now[level]), r.later)
	for _, one := range r.misses(level, m) {
		now += m.Miss(float64(one.context), one.tokens, one.later)
	}
	return now, m.Shown(float64(r.then), r.later)
}

// ratio returns the ratio of two sums over the results of sessions, with its interval over sessions.
func (b *builder) ratio(sessions [][]priced, of func(priced) (float64, float64)) Estimate {
	sums := make([][2]float64, len(sessions))
	for i, rs := range sessions {
		for _, r := range rs {
			x, y := of(r)
			sums[i][0] += x
			sums[i][1] += y
		}
	}
	shares := func(draw []int, out []float64) {
		var x, y float64
		for _, i := range draw {
			x += sums[i][0]
			y += sums[i][1]
		}
		out[0] = math.NaN()
		if y > 0 {
			out[0] = x / y
		}
	}
	o := stats.Options{Resamples: b.resamples(len(sessions)), Seed: b.o.Seed}
	return estimate(stats.Bootstrap(len(sessions), 1, o, shares)[0])
}
