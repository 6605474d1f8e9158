package experiment

import (
	"math"

	"github.com/toktee/toktee/internal/measure/experiment/assign"
	"github.com/toktee/toktee/internal/measure/experiment/sequential"
)

// A Report has the result of an experiment.
type Report struct {
	Experiment assign.Experiment `json:"experiment"`
	Sentence   string            `json:"sentence"` // the answer, which holds however often it is read

	Sessions Count          `json:"sessions"`         // that are compared
	Later    int            `json:"later,omitempty"`  // that came after the answer, and change nothing
	LeftOut  map[string]int `json:"left_out"`         // by the reason
	Needed   int            `json:"needed_sessions"`  // the further sessions; -1 if they aren't known
	Done     float64        `json:"information_done"` // the share of the information that the plan needs
	Cost     Test           `json:"cost"`
	Chances  []Chance       `json:"chances"` // by the number of sessions that is asked for

	Measures []Measure `json:"measures"`
	Models   []Stratum `json:"models"`
	Dirs     []Stratum `json:"dirs"`
}

// A Count has the sessions of both groups.
type Count struct {
	Treatment int `json:"summarised"`
	Control   int `json:"passed"`
}

// A Test is the comparison of costs: the ratio of treatment to control, within models and folders.
type Test struct {
	Ratio float64 `json:"ratio"`
	// In 95 of 100 experiments the true ratio is between these, in all readings; null is no bound.
	Low    *float64 `json:"low"`
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

// A Measure is one figure of sessions, in each group.
type Measure struct {
	Name      string   `json:"name"`
	Treatment *float64 `json:"summarised"` // null if it isn't known
	Control   *float64 `json:"passed"`
	Ratio     *float64 `json:"ratio"`
	Low       *float64 `json:"low"` // of the ratio, 95%, to be read once
	High      *float64 `json:"high"`
}

// A Stratum is the sessions of one model, or in one folder.
type Stratum struct {
	Name     string   `json:"name"`
	Sessions Count    `json:"sessions"`
	Ratio    *float64 `json:"cost_ratio"` // of geometric means
	Low      *float64 `json:"low"`
	High     *float64 `json:"high"`
}

// maxStrata is the most models and folders that are listed.
const maxStrata = 10

// effects are the differences whose chances are reported.
var effects = []float64{0.05, 0.10, 0.20, 0.30}

// Report computes the result of the sessions so far. Sessions that can be compared for the first time count from now
// on: keep them with [KeepRows].
func (g *Gathering) Report(of Prices) *Report {
	r := &Report{Experiment: g.of, LeftOut: map[string]int{}, Needed: -1}
	plan := sequential.Plan{Effect: g.of.Effect}
	m := sequential.New(plan)
	var list []compared
	sessions, counted := g.sorted(), 0
	for _, s := range sessions {
		counted = max(counted, s.Number)
	}
	for _, s := range sessions {
		c := compared{Session: s, cost: s.dollars(of)}
		why := s.why(g.now)
		if s.Number > 0 {
			why = ""
		}
		if why == "" && c.cost <= 0 {
			why = unbilled
		}
		if why != "" {
			r.LeftOut[why]++
			continue
		}
		if s.Number == 0 {
			counted++
			s.Number = counted
		}
		if !m.Add(sequential.Case{
			Treated: s.Group == assign.Treatment, Group: s.Model, Stratum: s.Dir, Value: math.Log(c.cost),
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
	r.Measures = measures(list, r.Sessions, kinds)
	r.Models = strata(list, func(c *compared) string { return c.Model })
	r.Dirs = strata(list, func(c *compared) string { return c.Dir })
	r.Sentence = r.sentence()
	return r
}

// bound returns a bound of an interval, nil for none.
func bound(v float64) *float64 {
	if v <= 0 || math.IsInf(v, 0) || math.IsNaN(v) {
		return nil
	}
	return &v
}

// A compared session has a cost.
type compared struct {
	*Session
	cost float64
}
