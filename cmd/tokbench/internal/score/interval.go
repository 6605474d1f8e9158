package score

import (
	"fmt"
	"math"

	"github.com/toktee/toktee/internal/measure/stats"
)

// Intervals are 95% bootstrap intervals over the cases of a family. They take the cases as independent. If several come
// from one session or one project, the true intervals are wider.
type Intervals struct {
	Saved, Recall, Intact, Hard, Net stats.Interval
}

// resamples and seed make the intervals the same on every run.
const (
	resamples = 1000
	seed      = 20261121
)

// IntervalsOf are the intervals of the figures of some cases, each added up alone.
func IntervalsOf(cases []Sum) Intervals {
	figures := func(draw []int, out []float64) {
		var s Sum
		for _, i := range draw {
			s.Join(&cases[i])
		}
		m := s.Measure()
		out[0], out[1], out[2], out[3], out[4] = m.Saved, math.NaN(), math.NaN(), math.NaN(), m.Net
		if m.Intact != nil {
			out[2] = *m.Intact
		}
		if m.Recall != nil {
			out[1], out[3] = *m.Recall, *s.Hard()
		}
	}
	list := stats.Bootstrap(len(cases), 5, stats.Options{Resamples: resamples, Seed: seed}, figures)
	return Intervals{list[0], list[1], list[2], list[3], list[4]}
}

// Fields are the intervals for a JSON report.
func (i *Intervals) Fields() map[string]any {
	return map[string]any{
		"saved": bounds(i.Saved), "recall": bounds(i.Recall), "intact": bounds(i.Intact), "hard": bounds(i.Hard),
		"net": bounds(i.Net),
	}
}

func bounds(i stats.Interval) any {
	if !i.OK {
		return nil
	}
	return []Fixed{Fixed(i.Low), Fixed(i.High)}
}

// Span prints an interval in percent, "-" for none.
func Span(i stats.Interval) string {
	if !i.OK {
		return "-"
	}
	return fmt.Sprintf("%.0f-%.0f", i.Low*100, i.High*100)
}
