// Package stats puts intervals around figures that were measured on a sample of cases.
//
// [Bootstrap] draws the cases again, as many as there are, with replacement, and takes the percentiles of the figure
// over the draws. It assumes nothing of the figure's shape; it does assume that the cases are independent, so that
// cases which belong together, such as the results of one session, make the true interval wider than the one it
// returns. It is deterministic: the same seed and number of cases make the same draws.
//
// # Cost
//
// Resamples times the number of cases, and one slice of indexes.
package stats

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Interval is the range that holds a figure. OK is false where there is none: fewer than two cases, or a figure that
// no draw defines.
type Interval struct {
	Low, High float64
	OK        bool
}

// Options says how an interval is drawn.
type Options struct {
	Resamples  int     // draws; 0 is [DefaultResamples]
	Confidence float64 // 0 is 0.95
	Seed       uint64
}

// DefaultResamples is the number of draws where none is asked for.
const DefaultResamples = 1000

// Bootstrap returns the percentile intervals of several figures over n cases. figures writes its figures for a draw,
// which is a list of indexes of cases, to out; a NaN says that the draw doesn't define the figure, and is left out of
// it.
func Bootstrap(n, figuresWanted int, o Options, figures func(draw []int, out []float64)) []Interval {
	list := make([]Interval, figuresWanted)
	if n < 2 || figuresWanted == 0 {
		return list
	}
	if o.Resamples <= 0 {
		o.Resamples = DefaultResamples
	}
	if o.Confidence <= 0 || o.Confidence >= 1 {
		o.Confidence = 0.95
	}
	rng := rand.New(rand.NewPCG(o.Seed, uint64(n)))
	draw, out := make([]int, n), make([]float64, figuresWanted)
	values := make([][]float64, figuresWanted)
	for range o.Resamples {
		for i := range draw {
			draw[i] = rng.IntN(n)
		}
		figures(draw, out)
		for f, v := range out {
			if !math.IsNaN(v) {
				values[f] = append(values[f], v)
			}
		}
	}
	tail := (1 - o.Confidence) / 2
	for f, vs := range values {
		if len(vs) == 0 {
			continue
		}
		slices.Sort(vs)
		list[f] = Interval{percentile(vs, tail), percentile(vs, 1-tail), true}
	}
	return list
}

// percentile is the value below which the share p of the sorted values lies, interpolated between neighbours as numpy
// does by default. It panics on no values.
func percentile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	i := int(math.Floor(at))
	if i >= len(sorted)-1 {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}
