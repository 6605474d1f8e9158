package cost

import (
	"math"
	"testing"
)

// TestModel reckons by hand: 1,000 tokens that 20 requests read cost 1,000 * (1.25 + 20 * 0.1).
func TestModel(t *testing.T) {
	m := Default()
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"shown", m.Shown(1000, 20), 3250},
		{"shown to nobody else", m.Shown(1000, 0), 1250},
		{"a miss in a small output", m.Miss(50000, 400, 10), 120*5 + 5000 + 400*2.25},
		{"a miss in a large one", m.Miss(50000, 1e6, 10), 120*5 + 5000 + 1600*2.25},
	} {
		if math.Abs(c.got-c.want) > 1e-6 {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
}

// TestVariants: each constant is halved and doubled, alone.
func TestVariants(t *testing.T) {
	list := Default().Variants()
	if len(list) != 11 || list[0].Model != Default() {
		t.Fatalf("%d variants, the first %+v", len(list), list[0])
	}
	base := Default()
	for i, v := range list[1:] {
		factor := []float64{0.5, 2}[i%2]
		changed := 0
		for _, p := range [][2]float64{
			{v.Model.Write, base.Write}, {v.Model.Read, base.Read}, {v.Model.Output, base.Output},
			{v.Model.Call, base.Call}, {v.Model.Range, base.Range},
		} {
			if p[0] != p[1] {
				changed++
				if p[0] != p[1]*factor {
					t.Errorf("%s: %v of %v", v.Name, p[0], p[1])
				}
			}
		}
		if changed != 1 {
			t.Errorf("%s changes %d constants", v.Name, changed)
		}
	}
}
