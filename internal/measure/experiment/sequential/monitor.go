package sequential

import (
	"math"
	"slices"
)

// MinGroup is the smallest size of each group from which anything is claimed, in sessions.
const MinGroup = 5

// minStratum is the size of a stratum below which it is thrown together with others of that kind in its group, and then
// with those of all groups: one of a single session would have no information on the difference.
const minStratum = 4

// A Case is a session.
type Case struct {
	Treated bool    // it is in the treatment group
	Group   string  // sessions are compared within it
	Stratum string  // and within that, if there are enough
	Value   float64 // the logarithm of the measure
}

// A Reading is the state after some sessions.
type Reading struct {
	Sessions, Treated int

	Ratio     float64 // of the geometric means, treatment to control, within strata; 1 if none is known
	Low, High float64 // in 95 of 100 experiments, the true ratio is between these in all readings until the end
	Spread    float64 // the standard deviation of the values within strata

	Shown bool // there is a difference, in the direction of Ratio
	Over  bool // no later session is looked at: the difference is shown, or the end of the plan is reached
	Done  float64
	// Needed is the number of further sessions that the plan needs if they are like those so far; -1 if it isn't known.
	Needed int
}

// A Monitor gathers sessions. Make it with [New].
type Monitor struct {
	// fixed at creation
	line        float64
	information float64

	strata []*stratum // in the order in which they came, so that sums are the same each time
	named  map[[2]string]*stratum
	last   Reading
}

// stratum sums values up by group: 0 is control, 1 is treatment.
type stratum struct {
	group   string
	n       [2]float64
	sum     [2]float64
	squares float64 // of the values
}

// New begins an experiment.
func New(p Plan) *Monitor {
	return &Monitor{
		line: line(), information: p.information(), named: map[[2]string]*stratum{},
		last: Reading{Ratio: 1, High: math.Inf(1), Needed: -1},
	}
}

// Reading returns the state after the sessions that were added.
func (m *Monitor) Reading() Reading { return m.last }

// Add takes one more session into account, in the order in which they ended, unless the experiment is over. It reports
// whether it was looked at.
func (m *Monitor) Add(c Case) bool {
	if m.last.Over || math.IsNaN(c.Value) || math.IsInf(c.Value, 0) {
		return false
	}
	name := [2]string{c.Group, c.Stratum}
	s := m.named[name]
	if s == nil {
		s = &stratum{group: c.Group}
		m.named[name] = s
		m.strata = append(m.strata, s)
	}
	group := 0
	if c.Treated {
		group = 1
		m.last.Treated++
	}
	m.last.Sessions++
	s.n[group]++
	s.sum[group] += c.Value
	s.squares += c.Value * c.Value
	m.read()
	return true
}

// fit is the least-squares fit of a difference and a level for each stratum.
type fit struct {
	difference float64
	weight     float64 // the variance of the difference is spread² / weight
	spread     float64
	freedom    float64
}

// add takes a stratum into the sums that the fit is made of.
func (f *fit) add(s *stratum, residual *float64) {
	n := s.n[0] + s.n[1]
	if n == 0 {
		return
	}
	all := s.sum[0] + s.sum[1]
	*residual += s.squares - all*all/n
	f.freedom += n - 1
	if s.n[0] > 0 && s.n[1] > 0 {
		w := s.n[0] * s.n[1] / n
		f.weight += w
		f.difference += w * (s.sum[1]/s.n[1] - s.sum[0]/s.n[0])
	}
}

// together returns the strata that are large enough, and joins the others by a name. Strata that are too small even
// then come last.
func together(strata []*stratum, by func(*stratum) string) (large, small []*stratum) {
	sums := map[string]*stratum{}
	for _, s := range strata {
		if s.size() >= minStratum {
			large = append(large, s)
			continue
		}
		sum := sums[by(s)]
		if sum == nil {
			sum = &stratum{group: s.group}
			sums[by(s)] = sum
			small = append(small, sum)
		}
		for group := range 2 {
			sum.n[group] += s.n[group]
			sum.sum[group] += s.sum[group]
		}
		sum.squares += s.squares
	}
	return large, small
}

func (s *stratum) size() float64 { return s.n[0] + s.n[1] }

// fitted fits the sessions so far.
func (m *Monitor) fitted() fit {
	var f fit
	var residual float64
	strata, small := together(m.strata, func(s *stratum) string { return s.group })
	groups, rest := together(small, func(*stratum) string { return "" })
	for _, s := range slices.Concat(strata, groups, rest) {
		f.add(s, &residual)
	}
	f.freedom--
	if f.weight > 0 {
		f.difference /= f.weight
	}
	residual -= f.difference * f.difference * f.weight
	if f.freedom > 0 {
		f.spread = math.Sqrt(max(0, residual) / f.freedom)
	}
	return f
}

// read makes the reading.
func (m *Monitor) read() {
	r, f := &m.last, m.fitted()
	if f.weight == 0 || f.freedom < 1 || f.spread == 0 {
		return
	}
	r.Ratio, r.Spread = math.Exp(f.difference), f.spread
	r.Done = f.weight / (f.spread * f.spread) / m.information
	r.Needed = max(0, int(math.Ceil(float64(r.Sessions)*(1/r.Done-1))))
	if smaller := min(r.Treated, r.Sessions-r.Treated); smaller < MinGroup {
		r.Needed = max(r.Needed, (MinGroup-smaller)*r.Sessions/smaller)
		r.Low, r.High, r.Done = 0, math.Inf(1), min(r.Done, 1)
		return
	}
	time := min(1, r.Done)
	deviation := f.spread / math.Sqrt(f.weight)
	limit := m.line / math.Sqrt(time) // of a normal score
	r.Shown = score(math.Abs(f.difference)/deviation, f.freedom) >= limit
	half := quantile(limit, f.freedom) * deviation
	r.Low, r.High = math.Exp(f.difference-half), math.Exp(f.difference+half)
	r.Over = r.Shown || r.Done >= 1
	if r.Over {
		r.Needed = 0
	}
	r.Done = time
}

// score returns the normal score that is as unlikely as a value of Student's distribution (Wallace 1959).
func score(t, freedom float64) float64 {
	return (8*freedom + 1) / (8*freedom + 3) * math.Sqrt(freedom*math.Log1p(t*t/freedom))
}

// quantile returns the inverse of score.
func quantile(z, freedom float64) float64 {
	x := z * (8*freedom + 3) / (8*freedom + 1)
	return math.Sqrt(freedom * math.Expm1(x*x/freedom))
}
