package bench

import (
	"math"

	"github.com/toktee/toktee/internal/stats"
)

// Intervals are 95% bootstrap intervals over the cases of a family. They take the cases as independent: where several are
// of one session or one project, the truth is wider.
type Intervals struct {
	Saved, Recall, Intact, Hard, Net stats.Interval
}

// resamples and seed make the intervals the same on every run.
const (
	resamples = 1000
	seed      = 20261121
)

// intervals are those of the measurer's figures. parts are the cases, each measured alone.
func intervals(parts []measurer) Intervals {
	list := stats.Bootstrap(len(parts), 5, stats.Options{Resamples: resamples, Seed: seed}, func(draw []int, out []float64) {
		var m measurer
		for _, i := range draw {
			m.join(&parts[i])
		}
		f := m.measure()
		out[0], out[1], out[2], out[3], out[4] = f.Saved, math.NaN(), f.Intact, math.NaN(), f.Net
		if f.Recall != nil {
			out[1], out[3] = *f.Recall, share(m.hard, m.labelled)
		}
	})
	return Intervals{list[0], list[1], list[2], list[3], list[4]}
}

// join adds what another measurer has summed up.
func (m *measurer) join(o *measurer) {
	m.cases += o.cases
	m.intact += o.intact
	m.labelled += o.labelled
	m.hard += o.hard
	m.raw += o.raw
	m.given += o.given
	m.cost += o.cost
	m.recall += o.recall
}

func intervalValues(i stats.Interval) any {
	if !i.OK {
		return nil
	}
	return []fixed{fixed(i.Low), fixed(i.High)}
}

// values are the intervals for programs.
func (i *Intervals) values() map[string]any {
	return map[string]any{
		"saved": intervalValues(i.Saved), "recall": intervalValues(i.Recall), "intact": intervalValues(i.Intact),
		"hard": intervalValues(i.Hard), "net": intervalValues(i.Net),
	}
}
