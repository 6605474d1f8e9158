package replay

import (
	"math"

	"github.com/toktee/toktee/internal/measure/stats"
)

// refetch is the cost of fetching a result again without its text, in tokens: the call, and the frame of both.
const refetch = 120

// priced is a record with the cost of one of its tokens.
type priced struct {
	*record
	rate float64
}

// tally makes the figures of some results.
func (b *builder) tally(name string, rs []priced) Group {
	g := Group{Name: name, Results: len(rs)}
	in := map[*session]bool{}
	cost := 0.0
	for _, r := range rs {
		in[r.session] = true
		g.Then += int64(r.then)
		g.Evidence += len(r.evidence)
		if len(r.evidence) > 0 {
			g.WithEvidence++
		}
		if r.repeat {
			g.Repeats++
			g.RepeatTokens += int64(r.then)
		}
		cost += float64(r.then) * r.rate
	}
	g.Sessions, g.Cost = len(in), money(cost)
	for l, level := range b.o.Levels {
		g.Levels = append(g.Levels, level1(level, l, rs))
	}
	b.intervals(&g, rs)
	return g
}

// level1 makes the figures of one level, without intervals.
func level1(name string, l int, rs []priced) LevelScore {
	s := LevelScore{Level: name}
	var then, cost, net float64
	for _, r := range rs {
		lost := r.lost(l)
		then += float64(r.then)
		s.Now += int64(r.now[l])
		s.Lost += lost
		cost += float64(r.now[l]) * r.rate
		net += float64(r.now[l]) * r.rate
		if len(r.evidence) > 0 && r.now[l] < r.then {
			s.Shortened++
		}
		if lost > 0 {
			s.Refetched++
			s.RefetchExtra += int64(r.then + refetch)
			s.RefetchTotal += int64(r.now[l] + r.then + refetch)
			net += float64(r.then+refetch) * r.rate
		}
	}
	s.Cost, s.CostNet = money(cost), money(net)
	return s
}

// figures are the shares of a level, in this order.
const (
	saved = iota
	recall
	hard
	intact
	net
	figures
)

// sums are the parts of a level's shares for one result.
type sums struct{ then, now, extra, kept, shortened, hard, told, intact float64 }

// sumsOf returns the sums of one result at a level.
func sumsOf(r priced, l int) sums {
	s := sums{then: float64(r.then), now: float64(r.now[l])}
	lost := r.lost(l)
	if lost > 0 {
		s.extra = float64(r.then + refetch)
	}
	if len(r.evidence) > 0 {
		s.told = 1
		if lost == 0 {
			s.intact = 1
		}
	}
	if n := len(r.evidence); n > 0 && r.now[l] < r.then {
		s.shortened, s.kept = 1, float64(n-lost)/float64(n)
		s.hard = s.intact
	}
	return s
}

// intervals sets the shares and their intervals.
func (b *builder) intervals(g *Group, rs []priced) {
	levels := len(b.o.Levels)
	table := make([]sums, len(rs)*levels)
	for i, r := range rs {
		for l := range levels {
			table[i*levels+l] = sumsOf(r, l)
		}
	}
	total := make([]sums, levels)
	shares := func(draw []int, out []float64) {
		clear(total)
		for _, i := range draw {
			for l := range levels {
				total[l].add(&table[i*levels+l])
			}
		}
		for l := range levels {
			total[l].shares(out[l*figures:])
		}
	}
	list := stats.Bootstrap(len(rs), levels*figures, stats.Options{Resamples: b.resamples(len(rs)), Seed: b.o.Seed},
		shares)
	for l := range g.Levels {
		est := func(f int) Estimate { return estimate(list[l*figures+f]) }
		s := &g.Levels[l]
		s.Saved, s.Recall, s.Hard, s.Intact, s.Net = est(saved), est(recall), est(hard), est(intact), est(net)
	}
}

// add adds the sums of another result.
func (s *sums) add(o *sums) {
	s.then += o.then
	s.now += o.now
	s.extra += o.extra
	s.kept += o.kept
	s.shortened += o.shortened
	s.hard += o.hard
	s.told += o.told
	s.intact += o.intact
}

// shares writes the figures; NaN without a divisor.
func (s *sums) shares(out []float64) {
	ratio := func(a, b float64) float64 {
		if b == 0 {
			return math.NaN()
		}
		return a / b
	}
	out[saved] = 1 - ratio(s.now, s.then)
	out[recall] = ratio(s.kept, s.shortened)
	out[hard] = ratio(s.hard, s.shortened)
	out[intact] = ratio(s.intact, s.told)
	out[net] = 1 - ratio(s.now+s.extra, s.then)
}

// estimate returns a figure with its interval, rounded; without a value if nothing defines it.
func estimate(in stats.Interval) Estimate {
	var e Estimate
	if math.IsNaN(in.Value) {
		return e
	}
	value := share(in.Value)
	e.Value = &value
	if in.OK {
		low, high := share(in.Low), share(in.High)
		e.Low, e.High = &low, &high
	}
	return e
}

// resamples keeps the draws of large groups affordable; their intervals are narrow anyway.
func (b *builder) resamples(n int) int {
	return max(100, min(b.draws(), 100_000_000/max(1, n)))
}

func (b *builder) draws() int {
	if b.o.Resamples > 0 {
		return b.o.Resamples
	}
	return DefaultResamples
}
