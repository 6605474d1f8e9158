// Package stats puts intervals around figures that were measured on a sample of cases.
//
// [Bootstrap] draws the cases again, as many as there are, with replacement, and takes the percentiles of the figure
// over the draws. It assumes nothing of the figure's shape, but that the cases are independent. If cases belong
// together, such as the results of one session, the true interval is wider than the returned one. It is deterministic:
// the same seed and number of cases make the same draws.
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

// Interval is a figure with its 95% interval. OK is false if there is no interval: fewer than two cases, or a figure
// that no draw defines.
type Interval struct {
	Value     float64 // over all cases, each once
	Low, High float64
	OK        bool
}

// Options has the parameters of an interval.
type Options struct {
	Resamples int // draws; 0 is [DefaultResamples]
	Seed      uint64
}

// DefaultResamples is the default number of draws.
const DefaultResamples = 1000

// confidence is the share of the draws that are within an interval.
var confidence = 0.95

// Bootstrap returns several figures over n cases with their percentile intervals. figures computes the figures of a
// draw, a list of indexes of cases, and writes them to out. A NaN means that the draw doesn't define the figure, and
// isn't counted.
func Bootstrap(n, figuresWanted int, o Options, figures func(draw []int, out []float64)) []Interval {
	list := make([]Interval, figuresWanted)
	draw, out := make([]int, n), make([]float64, figuresWanted)
	for i := range draw {
		draw[i] = i
	}
	figures(draw, out)
	for f, v := range out {
		list[f].Value = v
	}
	if n < 2 {
		return list
	}
	if o.Resamples <= 0 {
		o.Resamples = DefaultResamples
	}
	rng := rand.New(rand.NewPCG(o.Seed, uint64(n)))
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
	tail := (1 - confidence) / 2
	for f, vs := range values {
		if len(vs) == 0 {
			continue
		}
		slices.Sort(vs)
		list[f].Low, list[f].High, list[f].OK = percentile(vs, tail), percentile(vs, 1-tail), true
	}
	return list
}

// percentile returns the value below which the share p of the sorted values lies, interpolated between neighbours as
// numpy does by default. It panics on no values.
func percentile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	i := int(math.Floor(at))
	if i >= len(sorted)-1 {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}
