package sequential

import (
	"bufio"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// runs is how many experiments each figure is made of.
const runs = 2000

// A source draws the logarithm of a session's cost, without what its group does to it, and its stratum.
type source func(rng *rand.Rand) (value float64, stratum string)

// outcome is what came of many experiments.
type outcome struct {
	shown  float64 // by the end that each experiment set itself
	wrong  float64 // shown on the wrong side
	byAsk  float64 // shown by the number of sessions that the plan asked for beforehand
	byHalf float64
	mean   float64 // sessions
	asked  int
	naive  float64 // shown by a t-test after each session, to the number that was asked for
	inside float64 // experiments in all of whose readings the interval held the truth
}

// simulate makes experiments whose treated sessions cost less by a share, and reads each after every session.
func simulate(p Plan, from source, spread, effect float64) outcome {
	o := outcome{asked: int(math.Ceil(4 * p.information() * spread * spread))}
	for run := range runs {
		rng := rand.New(rand.NewPCG(uint64(run), 11))
		m := New(p)
		naive, inside := false, true
		for more := true; more; {
			c := Case{Treated: rng.IntN(2) == 1}
			c.Value, c.Stratum = from(rng)
			if c.Treated {
				c.Value += math.Log(1 - effect)
			}
			more = m.Add(c)
			r := m.Reading()
			inside = inside && r.Low <= 1-effect && 1-effect <= r.High
			naive = naive || effect == 0 && r.Sessions <= o.asked && m.naive()
		}
		r := m.Reading()
		o.mean += float64(r.Sessions) / runs
		add(&o.naive, naive)
		add(&o.inside, inside)
		add(&o.shown, r.Shown)
		add(&o.wrong, r.Shown && (r.Ratio > 1) == (effect > 0))
		add(&o.byAsk, r.Shown && r.Sessions <= o.asked)
		add(&o.byHalf, r.Shown && r.Sessions <= o.asked/2)
	}
	return o
}

func add(share *float64, is bool) {
	if is {
		*share += 1.0 / runs
	}
}

// naive is what a person sees who reads an ordinary test of 5% after each session.
func (m *Monitor) naive() bool {
	f := m.fitted()
	if min(m.last.Treated, m.last.Sessions-m.last.Treated) < MinGroup || f.spread == 0 {
		return false
	}
	return score(math.Abs(f.difference)*math.Sqrt(f.weight)/f.spread, f.freedom) > 1.96
}

// check fails where what comes of a source isn't what the plan predicts.
func check(t *testing.T, name string, p Plan, from source, spread float64, effects ...float64) {
	t.Helper()
	for _, effect := range effects {
		o := simulate(p, from, spread, effect)
		predicted, half := p.Chance(o.asked, spread, 0.5, effect), p.Chance(o.asked/2, spread, 0.5, effect)
		t.Logf("%s, %2.0f%% less: %d sessions asked for, %.0f read; shown %.1f%%; by that number %.1f%% "+
			"(predicted %.1f%%), by half of it %.1f%% (%.1f%%); truth inside at all times %.1f%%",
			name, 100*effect, o.asked, o.mean, 100*o.shown, 100*o.byAsk, 100*predicted, 100*o.byHalf, 100*half,
			100*o.inside)
		if effect == 0 {
			t.Logf("%s: false alarms %.1f%%, of an ordinary test %.1f%%", name, 100*o.shown, 100*o.naive)
			if o.shown > 0.06 || o.inside < 0.94 {
				t.Errorf("%s: %.1f%% false alarms, the truth is inside in %.1f%%", name, 100*o.shown, 100*o.inside)
			}
			if o.naive < 0.2 && o.asked > 100 { // a few readings mislead it less
				t.Errorf("%s: a naive test has %.1f%% false alarms, so this one proves nothing", name, 100*o.naive)
			}
			continue
		}
		if math.Abs(o.byAsk-predicted) > 0.05 || math.Abs(o.byHalf-half) > 0.06 {
			t.Errorf("%s, %v: the power isn't what was predicted", name, effect)
		}
		// What is asked for is followed as it changes; the number of a plan that knows the spread is a little short
		// where it is small.
		if effect == p.effect() && (o.shown < power || o.asked > 200 && o.byAsk < power) {
			t.Errorf("%s, %v: power %.3f, want at least %v", name, effect, o.byAsk, power)
		}
		if o.wrong > 0.01 {
			t.Errorf("%s, %v: on the wrong side in %.3f", name, effect, o.wrong)
		}
	}
}

// TestLognormal has costs of the spread that 13 recorded sessions of an agent have.
func TestLognormal(t *testing.T) {
	const spread = 0.42
	draw := func(rng *rand.Rand) (float64, string) { return spread * rng.NormFloat64(), "" }
	check(t, "lognormal", Plan{}, draw, spread, 0, 0.05, 0.10)
}

// TestSkewed has costs that are skewed to the left on their logarithms, as recorded ones are: sessions that were given
// up early. The logarithm of an exponential variable has a standard deviation of pi/sqrt(6).
func TestSkewed(t *testing.T) {
	const spread = 0.42
	check(t, "skewed", Plan{}, func(rng *rand.Rand) (float64, string) {
		return spread * math.Sqrt(6) / math.Pi * math.Log(rng.ExpFloat64()), ""
	}, spread, 0, 0.10)
}

// TestStrata has models and folders whose costs differ by much more than a group changes.
func TestStrata(t *testing.T) {
	const spread = 0.42
	check(t, "strata", Plan{}, func(rng *rand.Rand) (float64, string) {
		n := int(math.Sqrt(float64(rng.IntN(196)))) // some are rare
		return 0.3*float64(n) + spread*rng.NormFloat64(), string(rune('a' + n))
	}, spread, 0, 0.10)
}

// TestPlans has other plans: a larger difference, few sessions.
func TestPlans(t *testing.T) {
	const spread = 0.42
	check(t, "a plan for 20%", Plan{Effect: 0.20}, func(rng *rand.Rand) (float64, string) {
		return spread * rng.NormFloat64(), ""
	}, spread, 0, 0.20)
	check(t, "a plan for 40%", Plan{Effect: 0.40}, func(rng *rand.Rand) (float64, string) {
		return spread * rng.NormFloat64(), ""
	}, spread, 0)
}

// recorded are the logarithms of the costs of the sessions in a file of ordered events, from the tokens that were
// billed for each call.
func recorded(t *testing.T) []float64 {
	dir := os.Getenv("TOKTEE_TEST_CORPUS")
	if dir == "" {
		t.Skip("TOKTEE_TEST_CORPUS names no folder with ordered-claude.jsonl, recorded sessions of others")
	}
	f, err := os.Open(filepath.Join(dir, "ordered-claude.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	costs := map[string]float64{}
	lines := bufio.NewScanner(f)
	for lines.Buffer(nil, 64<<20); lines.Scan(); {
		var e struct {
			Session string
			Usage   struct {
				Input  float64 `json:"input_tokens"`
				Write  float64 `json:"cache_creation_input_tokens"`
				Read   float64 `json:"cache_read_input_tokens"`
				Output float64 `json:"output_tokens"`
			}
		}
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			t.Fatal(err)
		}
		costs[e.Session] += e.Usage.Input + 1.25*e.Usage.Write + 0.1*e.Usage.Read + 5*e.Usage.Output
	}
	var list []float64
	for _, c := range costs {
		if c > 0 {
			list = append(list, math.Log(c))
		}
	}
	slices.Sort(list) // so that the draws are the same each time
	if len(list) != 13 {
		t.Fatalf("%d sessions, want 13", len(list))
	}
	return list
}

// TestRecorded resamples the costs of recorded sessions.
func TestRecorded(t *testing.T) {
	list := recorded(t)
	mean, squares := 0.0, 0.0
	for _, v := range list {
		mean += v / float64(len(list))
	}
	for _, v := range list {
		squares += (v - mean) * (v - mean)
	}
	check(t, "recorded", Plan{}, func(rng *rand.Rand) (float64, string) { return list[rng.IntN(len(list))], "" },
		math.Sqrt(squares/float64(len(list))), 0, 0.05, 0.10, 0.20)
}

// TestAlternatives has the tests that weren't chosen, on the same sessions: how many of them until 80 of 100
// experiments have shown a difference of 10%, and of 30%.
func TestAlternatives(t *testing.T) {
	const spread = 0.42
	p := Plan{}
	ours := func(m *Monitor) bool { return m.last.Shown }
	// The mixture of normal distributions (Robbins 1970): valid for ever, tuned to be best at the plan's end.
	mixture := func(m *Monitor) bool {
		f := m.fitted()
		if f.spread == 0 || min(m.last.Treated, m.last.Sessions-m.last.Treated) < MinGroup {
			return false
		}
		v := f.weight / (f.spread * f.spread) / m.information * 8
		limit := math.Sqrt((1 + 1/v) * (math.Log(1+v) - 2*math.Log(0.05)))
		return score(math.Abs(f.difference)*math.Sqrt(f.weight)/f.spread, f.freedom) >= limit
	}
	until := func(effect float64, shown func(*Monitor) bool) int {
		var at []float64
		for run := range runs / 4 {
			rng := rand.New(rand.NewPCG(uint64(run), 13))
			m := New(p)
			for n := 1; n < 3000 && !shown(m); n++ {
				m.last.Over = false // both go on
				c := Case{Treated: rng.IntN(2) == 1, Value: spread * rng.NormFloat64()}
				if c.Treated {
					c.Value += math.Log(1 - effect)
				}
				m.Add(c)
			}
			at = append(at, float64(m.last.Sessions))
		}
		slices.Sort(at)
		return int(at[len(at)*8/10])
	}
	for _, effect := range []float64{0.10, 0.20, 0.30} {
		spending, robbins := until(effect, ours), until(effect, mixture)
		t.Logf("a difference of %2.0f%% is shown in 80 of 100 experiments after %d sessions, by a mixture after %d",
			100*effect, spending, robbins)
		if effect == p.effect() && spending > robbins {
			t.Errorf("the mixture needs %d sessions, the test that was chosen %d", robbins, spending)
		}
	}
}
