package sequential

import (
	"fmt"
	"math"
	"testing"
)

// TestLine compares with the critical value of O'Brien and Fleming's test with any number of looks, 2.2414 at 5%: a
// line that is crossed on one side in 2(1-normal(line)) of cases.
func TestLine(t *testing.T) {
	if got, want := line(), 2.2414; math.Abs(got-want) > 1e-3 {
		t.Errorf("%v, want %v", got, want)
	}
	if got := crosses(2.2414, 0, 1); math.Abs(got-0.05) > 1e-4 {
		t.Errorf("without a drift it is crossed in %v", got)
	}
}

// TestScore has quantiles of Student's distribution from printed tables, at 0.975, 0.995 and 0.9995.
func TestScore(t *testing.T) {
	for _, c := range []struct{ freedom, t, z float64 }{
		{5, 2.571, 1.960}, {10, 2.228, 1.960}, {30, 2.042, 1.960}, {120, 1.980, 1.960},
		{10, 3.169, 2.576}, {30, 2.750, 2.576}, {10, 4.587, 3.291}, {60, 3.460, 3.291},
	} {
		if got := score(c.t, c.freedom); math.Abs(got-c.z) > 0.02 {
			t.Errorf("t %v of %v: %v, want %v", c.t, c.freedom, got, c.z)
		}
		if got := score(quantile(c.z, c.freedom), c.freedom); math.Abs(got-c.z) > 1e-9 {
			t.Errorf("the quantile of %v isn't the inverse: %v", c.z, got)
		}
	}
}

// What the fit of [TestFit] gives.
const (
	fitWant    = -0.5307692307692308
	spreadWant = 0.3143301111942965
)

// TestFit has the coefficient and the residual deviation of a least-squares fit with a level for each of three strata,
// from its normal equations in fractions.
func TestFit(t *testing.T) {
	m := New(Plan{})
	for i, v := range []float64{1.0, 1.4, 0.7, 1.2, 0.9, 3.1, 2.6, 3.3, 2.2, 2.9, 5.2, 5.0, 4.1, 4.6, 5.5, 1.3} {
		m.Add(Case{Treated: []int{0, 1, 1, 0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 0}[i] == 1,
			Stratum: []string{"a", "b", "c"}[min(i%15/5, 2)], Value: v})
	}
	r := m.Reading()
	if math.Abs(math.Log(r.Ratio)-fitWant) > 1e-9 || math.Abs(r.Spread-spreadWant) > 1e-9 {
		t.Errorf("difference %v, spread %v; want %v, %v", math.Log(r.Ratio), r.Spread, fitWant, spreadWant)
	}
}

func TestEdges(t *testing.T) {
	m := New(Plan{})
	if r := m.Reading(); r.Shown || r.Ratio != 1 || r.Needed != -1 {
		t.Errorf("of nothing: %+v", r)
	}
	if m.Add(Case{Value: math.Inf(-1)}) || m.Add(Case{Value: math.NaN()}) {
		t.Error("a session without a cost was taken")
	}
	for range 20 {
		m.Add(Case{Treated: true, Value: 1}) // all in one group, all alike
	}
	if r := m.Reading(); r.Shown || r.Over || r.Sessions != 20 {
		t.Errorf("of one group: %+v", r)
	}
	for i := range 4 {
		m.Add(Case{Value: 100 + float64(i)})
	}
	if r := m.Reading(); r.Shown || r.Over || r.Needed < 6 {
		t.Errorf("of four sessions of 24 in a group: %+v", r)
	}
}

// TestSmallStrata: what is too small to be compared by itself is compared in its group, whose level may be far from
// another's.
func TestSmallStrata(t *testing.T) {
	m := New(Plan{})
	for i := range 40 {
		group, level := "large", 100.0
		if i%4 < 2 {
			group, level = "small", 1
		}
		noise := 0.1 * float64(i*7%5-2)
		m.Add(Case{Treated: i%2 == 1, Group: group, Stratum: fmt.Sprint("worktree", i), Value: level + noise})
	}
	if r := m.Reading(); r.Spread > 0.2 || math.Abs(math.Log(r.Ratio)) > 0.1 {
		t.Errorf("%+v", r)
	}
}
