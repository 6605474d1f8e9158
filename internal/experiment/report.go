package experiment

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/toktee/toktee/internal/experiment/arms"
	"github.com/toktee/toktee/internal/experiment/sequential"
	"github.com/toktee/toktee/internal/stats"
)

// A Report is what an experiment has shown.
type Report struct {
	Experiment arms.Experiment `json:"experiment"`
	Sentence   string          `json:"sentence"` // the answer, which holds however often it is read

	Sessions Count          `json:"sessions"`         // that are compared
	Later    int            `json:"later,omitempty"`  // that came after the answer, and change nothing
	LeftOut  map[string]int `json:"left_out"`         // by the reason
	Needed   int            `json:"needed_sessions"`  // more than there are; -1 where that isn't known
	Done     float64        `json:"information_done"` // the share of what the plan asks for
	Cost     Test           `json:"cost"`
	Chances  []Chance       `json:"chances"` // by the number of sessions that is asked for

	Measures []Measure `json:"measures"`
	Models   []Stratum `json:"models"`
	Dirs     []Stratum `json:"dirs"`
}

// A Count is of both arms.
type Count struct {
	Summarised int `json:"summarised"`
	Passed     int `json:"passed"`
}

// A Test is the comparison of costs: the ratio of the summarised arm's to the other's, within models and folders.
type Test struct {
	Ratio  float64  `json:"ratio"`
	Low    *float64 `json:"low"` // in 95 of 100 experiments the true ratio is in between, in all readings; null: no bound
	High   *float64 `json:"high"`
	Spread float64  `json:"spread"` // the standard deviation of the logarithms, within models and folders
	Shown  bool     `json:"shown"`
	Over   bool     `json:"over"`
}

// A Chance is how likely it is that a difference is shown.
type Chance struct {
	Effect float64 `json:"effect"`
	Chance float64 `json:"chance"`
}

// A Measure is one figure of sessions, on either arm.
type Measure struct {
	Name       string   `json:"name"`
	Summarised *float64 `json:"summarised"` // null where it isn't known
	Passed     *float64 `json:"passed"`
	Ratio      *float64 `json:"ratio"`
	Low        *float64 `json:"low"` // of the ratio, 95%, to be read once
	High       *float64 `json:"high"`
}

// A Stratum is the sessions of one model, or in one folder.
type Stratum struct {
	Name     string   `json:"name"`
	Sessions Count    `json:"sessions"`
	Ratio    *float64 `json:"cost_ratio"` // of geometric means
	Low      *float64 `json:"low"`
	High     *float64 `json:"high"`
}

// maxStrata is how many models and folders are listed.
const maxStrata = 10

// effects are the differences whose chances are told.
var effects = []float64{0.05, 0.10, 0.20, 0.30}

// Report says what the sessions so far have shown.
func (g *Gathering) Report(of Prices) *Report {
	r := &Report{Experiment: g.of, LeftOut: map[string]int{}, Needed: -1}
	plan := sequential.Plan{Effect: g.of.Effect}
	m := sequential.New(plan)
	var list []compared
	for _, s := range g.Sessions() {
		why := s.why(g.now)
		c := compared{Session: s, cost: s.dollars(of)}
		if why == "" && c.cost <= 0 {
			why = unbilled
		}
		if why != "" {
			r.LeftOut[why]++
			continue
		}
		c.model = s.model(of)
		if !m.Add(sequential.Case{
			Treated: s.Arm == arms.Summarised, Stratum: c.model + "\x00" + s.Dir, Value: math.Log(c.cost),
		}) {
			r.Later++
			continue
		}
		list = append(list, c)
	}
	reading := m.Reading()
	r.Sessions = Count{reading.Treated, reading.Sessions - reading.Treated}
	r.Needed, r.Done = reading.Needed, reading.Done
	r.Cost = Test{
		Ratio: reading.Ratio, Low: bound(reading.Low), High: bound(reading.High), Spread: reading.Spread,
		Shown: reading.Shown, Over: reading.Over,
	}
	share := 1 - g.of.Share
	if reading.Spread > 0 {
		for _, effect := range effects {
			n := reading.Sessions + max(0, reading.Needed)
			r.Chances = append(r.Chances, Chance{effect, plan.Chance(n, reading.Spread, share, effect)})
		}
	}
	r.Measures = measures(list, kinds)
	r.Models = strata(list, func(c *compared) string { return c.model })
	r.Dirs = strata(list, func(c *compared) string { return c.Dir })
	r.Sentence = r.sentence()
	return r
}

// bound is a bound of an interval, nil for none.
func bound(v float64) *float64 {
	if v <= 0 || math.IsInf(v, 0) || math.IsNaN(v) {
		return nil
	}
	return &v
}

// A compared session has a cost.
type compared struct {
	Session
	cost  float64
	model string
}

// model is that on which a session has spent most.
func (s *Session) model(of Prices) string {
	best, most := "", -1.0
	for _, name := range s.models() {
		one := Session{Bill: map[string]Tokens{name: s.Bill[name]}}
		if d := one.dollars(of); d > most {
			best, most = name, d
		}
	}
	return best
}

// sentence is the answer.
func (r *Report) sentence() string {
	n, find := r.Sessions.Summarised+r.Sessions.Passed, percent(r.Experiment.Effect)
	sessions := fmt.Sprintf("%d sessions", n)
	if n == 1 {
		sessions = "1 session"
	}
	switch {
	case r.Cost.Shown && r.Cost.Ratio < 1:
		return fmt.Sprintf("summarised sessions cost less: %s (%s), shown by %s", change(r.Cost.Ratio), r.between(), sessions)
	case r.Cost.Shown:
		return fmt.Sprintf("summarised sessions cost MORE: %s (%s), shown by %s", change(r.Cost.Ratio), r.between(), sessions)
	case r.Cost.Over:
		return fmt.Sprintf("no difference was shown by %s, which is all that were asked for to find %s; "+
			"what was seen: %s (%s)", sessions, find, change(r.Cost.Ratio), r.between())
	case n == 0:
		return "no session can be compared yet"
	case r.Needed < 0:
		return fmt.Sprintf("no difference can be shown yet: %s, too few to say how many more it takes", sessions)
	}
	return fmt.Sprintf("no difference can be shown yet: %s, about %d more to find one of %s", sessions, r.Needed, find)
}

// between says how far the true ratio may be away.
func (r *Report) between() string {
	if r.Cost.Low == nil || r.Cost.High == nil {
		return "nothing sure"
	}
	return change(*r.Cost.Low) + " to " + change(*r.Cost.High)
}

// change writes a ratio as a difference: -12%, +3%.
func change(ratio float64) string { return fmt.Sprintf("%+.0f%%", 100*(ratio-1)) }

// percent writes a share: 10%, 12.5%.
func percent(share float64) string { return fmt.Sprintf("%.4g%%", 100*share) }

// A kind of measure. of is NaN where a session doesn't have it.
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
	{"re-fetches", false, func(c *compared) float64 { return float64(c.Regrets) }},
	{"ends as done", false, func(c *compared) float64 { return share(c.Says == saysDone) }},
	{"ends as not done", false, func(c *compared) float64 { return share(c.Says == saysUndone) }},
}

func share(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// measures compares the sessions in some respects.
func measures(list []compared, kinds []kind) []Measure {
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
	out := make([]Measure, len(kinds))
	for i, k := range kinds {
		a, b := columns[i].means(all)
		out[i] = Measure{Name: k.name, Summarised: known(a), Passed: known(b), Ratio: known(a / b)}
		if in := intervals[i]; in.OK && out[i].Ratio != nil {
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

// A column is one figure of all sessions, with the arm of each: 1 is that of those that passed through.
type column struct {
	log    bool
	arms   []int
	values []float64
}

func (k *kind) column(list []compared) column {
	c := column{log: k.log}
	for i := range list {
		v, arm := k.of(&list[i]), 0
		if k.log {
			v = math.Log(v)
		}
		if list[i].Arm == arms.Passed {
			arm = 1
		}
		c.arms, c.values = append(c.arms, arm), append(c.values, v)
	}
	return c
}

// means are those of both arms, over some of the sessions.
func (c *column) means(draw []int) (summarised, passed float64) {
	var sum, n [2]float64
	for _, i := range draw {
		sum[c.arms[i]] += c.values[i]
		n[c.arms[i]]++
	}
	for arm := range sum {
		sum[arm] /= n[arm]
		if c.log {
			sum[arm] = math.Exp(sum[arm])
		}
	}
	return sum[0], sum[1]
}

// strata compares costs within each value of what the sessions are grouped by, the largest groups first.
func strata(list []compared, by func(*compared) string) []Stratum {
	groups := map[string][]compared{}
	for i := range list {
		name := by(&list[i])
		groups[name] = append(groups[name], list[i])
	}
	var out []Stratum
	for name, group := range groups {
		s := Stratum{Name: name}
		for _, c := range group {
			if c.Arm == arms.Passed {
				s.Sessions.Passed++
			} else {
				s.Sessions.Summarised++
			}
		}
		m := measures(group, kinds[:1])[0]
		s.Ratio, s.Low, s.High = m.Ratio, m.Low, m.High
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b Stratum) int {
		return cmp.Or(cmp.Compare(b.Sessions.Passed+b.Sessions.Summarised, a.Sessions.Passed+a.Sessions.Summarised),
			cmp.Compare(a.Name, b.Name))
	})
	return out[:min(len(out), maxStrata)]
}

// until is when an experiment ends, or now.
func (r *Report) until() string {
	const form = "2006-01-02"
	if r.Experiment.Ended.IsZero() {
		return "since " + r.Experiment.Started.In(time.Local).Format(form)
	}
	return r.Experiment.Started.In(time.Local).Format(form) + " to " + r.Experiment.Ended.In(time.Local).Format(form)
}
