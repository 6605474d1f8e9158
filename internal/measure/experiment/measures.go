package experiment

import (
	"cmp"
	"math"
	"slices"

	"github.com/toktee/toktee/internal/measure/experiment/assign"
	"github.com/toktee/toktee/internal/measure/experiment/sequential"
	"github.com/toktee/toktee/internal/measure/stats"
)

// A kind of measure. of returns NaN if a session doesn't have it.
type kind struct {
	name string
	log  bool // geometric means are compared
	of   func(*compared) float64
}

var kinds = []kind{
	{"cost, geometric mean", true, func(c *compared) float64 { return c.cost }},
	{"cost, mean", false, func(c *compared) float64 { return c.cost }},
	{"requests", false, func(c *compared) float64 { return float64(c.requests()) }},
	{"minutes", false, func(c *compared) float64 { return c.Seconds / 60 }},
	{"re-fetches", false, func(c *compared) float64 { return float64(c.Refetches) }},
	{"ends as done", false, func(c *compared) float64 { return share(c.Says == claimDone) }},
	{"ends as not done", false, func(c *compared) float64 { return share(c.Says == claimUndone) }},
}

func share(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// count counts the sessions of both groups.
func count(list []compared) (n Count) {
	for _, c := range list {
		if c.Group == assign.Control {
			n.Control++
		} else {
			n.Treatment++
		}
	}
	return n
}

// measures compares the sessions in some respects.
func measures(list []compared, n Count, kinds []kind) []Measure {
	columns := make([]column, len(kinds))
	for i, k := range kinds {
		columns[i] = k.column(list)
	}
	intervals := stats.Bootstrap(len(list), len(kinds), stats.Options{Seed: 1}, func(draw []int, into []float64) {
		for i := range columns {
			a, b := columns[i].means(draw)
			if into[i] = a / b; b == 0 || math.IsInf(into[i], 0) {
				into[i] = math.NaN()
			}
		}
	})
	all := make([]int, len(list))
	for i := range all {
		all[i] = i
	}
	few := min(n.Treatment, n.Control) < sequential.MinGroup // drawn again, they vary too little, or not at all
	out := make([]Measure, len(kinds))
	for i, k := range kinds {
		a, b := columns[i].means(all)
		out[i] = Measure{Name: k.name, Treatment: known(a), Control: known(b), Ratio: known(a / b)}
		if in := intervals[i]; in.OK && out[i].Ratio != nil && !few {
			out[i].Low, out[i].High = &in.Low, &in.High
		}
	}
	return out
}

func known(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// A column is one figure of all sessions, with the group of each: 0 is treatment, 1 control.
type column struct {
	log    bool
	groups []int
	values []float64
}

func (k *kind) column(list []compared) column {
	c := column{log: k.log}
	for i := range list {
		v, group := k.of(&list[i]), 0
		if k.log {
			v = math.Log(v)
		}
		if list[i].Group == assign.Control {
			group = 1
		}
		c.groups, c.values = append(c.groups, group), append(c.values, v)
	}
	return c
}

// means returns the means of both groups, over some of the sessions.
func (c *column) means(draw []int) (treatment, control float64) {
	var sum, n [2]float64
	for _, i := range draw {
		sum[c.groups[i]] += c.values[i]
		n[c.groups[i]]++
	}
	for group := range sum {
		sum[group] /= n[group]
		if c.log {
			sum[group] = math.Exp(sum[group])
		}
	}
	return sum[0], sum[1]
}

// strata compares costs within each value of by, the largest groups of sessions first.
func strata(list []compared, by func(*compared) string) []Stratum {
	groups := map[string][]compared{}
	for i := range list {
		name := by(&list[i])
		groups[name] = append(groups[name], list[i])
	}
	var out []Stratum
	for name, group := range groups {
		s := Stratum{Name: name, Sessions: count(group)}
		m := measures(group, s.Sessions, kinds[:1])[0]
		s.Ratio, s.Low, s.High = m.Ratio, m.Low, m.High
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b Stratum) int {
		return cmp.Or(cmp.Compare(b.Sessions.Control+b.Sessions.Treatment, a.Sessions.Control+a.Sessions.Treatment),
			cmp.Compare(a.Name, b.Name))
	})
	return out[:min(len(out), maxStrata)]
}
