package stats

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

func mean(of []float64) func(draw []int, out []float64) {
	return func(draw []int, out []float64) {
		sum := 0.0
		for _, i := range draw {
			sum += of[i]
		}
		out[0] = sum / float64(len(draw))
	}
}

// TestBootstrapExact compares with the percentiles over all draws there are, which can be listed for five cases.
func TestBootstrapExact(t *testing.T) {
	cases := []float64{1, 2, 4, 8, 16}
	var all []float64
	for i := range 5 * 5 * 5 * 5 * 5 {
		sum := 0.0
		for range 5 {
			sum += cases[i%5]
			i /= 5
		}
		all = append(all, sum/5)
	}
	slices.Sort(all)
	want := Interval{Low: percentile(all, 0.025), High: percentile(all, 0.975)}
	got := Bootstrap(5, 1, Options{Resamples: 200000, Seed: 1}, mean(cases))[0]
	if math.Abs(got.Low-want.Low) > 0.2 || math.Abs(got.High-want.High) > 0.2 || got.Value != 6.2 {
		t.Errorf("got %v, all draws give %v", got, want)
	}
}

// TestBootstrapNormal compares a share of 300 in 1000 with the interval of the normal distribution.
func TestBootstrapNormal(t *testing.T) {
	cases := make([]float64, 1000)
	for i := range 300 {
		cases[i] = 1
	}
	half := 1.959964 * math.Sqrt(0.3*0.7/1000)
	got := Bootstrap(1000, 1, Options{Resamples: 4000, Seed: 7}, mean(cases))[0]
	if math.Abs(got.Low-(0.3-half)) > 0.003 || math.Abs(got.High-(0.3+half)) > 0.003 {
		t.Errorf("got %v, want about %.4f to %.4f", got, 0.3-half, 0.3+half)
	}
}

// TestPercentile has what numpy.percentile gives.
func TestPercentile(t *testing.T) {
	vs := []float64{15, 20, 35, 40, 50}
	for _, c := range []struct{ p, want float64 }{{0, 15}, {0.05, 16}, {0.3, 23}, {0.4, 29}, {0.5, 35}, {0.975, 49},
		{1, 50}} {
		if got := percentile(vs, c.p); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("percentile(%v) = %v, want %v", c.p, got, c.want)
		}
	}
}

func TestBootstrapEdges(t *testing.T) {
	if got := Bootstrap(1, 1, Options{}, mean([]float64{3})); got[0].OK || got[0].Value != 3 {
		t.Errorf("one case has the interval %v", got)
	}
	never := Bootstrap(3, 2, Options{}, func(_ []int, out []float64) { out[0], out[1] = math.NaN(), 2 })
	if !math.IsNaN(never[0].Value) || never[0].OK || never[1] != (Interval{2, 2, 2, true}) {
		t.Errorf("a figure without a value, and a constant: %+v", never)
	}
	draw := func(seed uint64) Interval {
		return Bootstrap(5, 1, Options{Seed: seed, Resamples: 99}, mean([]float64{1, 2, 4, 8, 16}))[0]
	}
	if draw(3) != draw(3) || draw(3) == draw(4) {
		t.Error("the seed doesn't decide the draws")
	}
}

func ExampleBootstrap() {
	saved := []float64{0.90, 0.95, 0.80, 0.99}
	in := Bootstrap(len(saved), 1, Options{Seed: 1}, func(draw []int, out []float64) {
		sum := 0.0
		for _, i := range draw {
			sum += saved[i]
		}
		out[0] = sum / float64(len(draw))
	})[0]
	fmt.Printf("%.2f to %.2f\n", in.Low, in.High)
	// Output: 0.84 to 0.97
}
