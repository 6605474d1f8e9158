package cost_test

import (
	"encoding/json"
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/measure/cost"
)

func drawPrices(t *rapid.T) cost.Prices {
	price := rapid.Int64Range(0, 100*cost.Dollar)
	return cost.Prices{
		Input: price.Draw(t, "input"), CacheWrite: price.Draw(t, "write"), CacheRead: price.Draw(t, "read"),
		Output: price.Draw(t, "output"),
	}
}

func drawSavings(t *rapid.T, name string) cost.Savings {
	tokens := rapid.Int64Range(-1_000_000, 1_000_000)
	return cost.Savings{
		LeftOut: tokens.Draw(t, name), Reread: tokens.Draw(t, name),
		Refetches: rapid.Int64Range(0, 1000).Draw(t, name), RefetchTokens: rapid.Int64Range(0, 1_000_000).Draw(t, name),
	}
}

// TestSavedAddsUp: the amounts of parts add up to that of the whole, to the last digit.
func TestSavedAddsUp(t *testing.T) {
	m := cost.Default()
	rapid.Check(t, func(t *rapid.T) {
		p := drawPrices(t)
		var sum cost.Amount
		var all cost.Savings
		for range rapid.IntRange(0, 20).Draw(t, "parts") {
			s := drawSavings(t, "part")
			sum += m.Saved(p, s)
			all.LeftOut += s.LeftOut
			all.Reread += s.Reread
			all.Refetches += s.Refetches
			all.RefetchTokens += s.RefetchTokens
		}
		if got := m.Saved(p, all); got != sum {
			t.Fatalf("the parts are worth %s, all of them %s", sum, got)
		}
	})
}

// TestSavedGrows: more left out, or fewer regrets, is never worth less.
func TestSavedGrows(t *testing.T) {
	m := cost.Default()
	rapid.Check(t, func(t *rapid.T) {
		p, s := drawPrices(t), drawSavings(t, "all")
		more := rapid.Int64Range(0, math.MaxInt32)
		better := s
		better.LeftOut += more.Draw(t, "left out")
		better.Reread += more.Draw(t, "reread")
		worse := s
		worse.Refetches += more.Draw(t, "regrets")
		worse.RefetchTokens += more.Draw(t, "regretted")
		if got := m.Saved(p, s); m.Saved(p, better) < got || m.Saved(p, worse) > got {
			t.Fatalf("%s; better %s, worse %s", got, m.Saved(p, better), m.Saved(p, worse))
		}
	})
}

// TestSaved computes amounts by hand.
func TestSaved(t *testing.T) {
	m, p := cost.Default(), cost.Default().PricesOf(cost.DefaultPrice)
	want := cost.Prices{Input: 3_000_000, CacheWrite: 3_750_000, CacheRead: 300_000, Output: 15_000_000}
	if p != want {
		t.Errorf("default prices %+v, want %+v", p, want)
	}
	for _, c := range []struct {
		name string
		in   cost.Savings
		want string
	}{
		{"nothing", cost.Savings{}, "0"},
		{"a million left out", cost.Savings{LeftOut: 1_000_000}, "3.75"},
		{"read ten times", cost.Savings{LeftOut: 1_000_000, Reread: 10_000_000}, "6.75"},
		{"one regret", cost.Savings{Refetches: 1, RefetchTokens: 1000}, "-0.00555"}, // 1000*3.75/1e6 + 120*15/1e6
		{"a token", cost.Savings{Reread: -1}, "-0.0000003"},
		{"endless", cost.Savings{LeftOut: math.MaxInt64 / 2}, "9000000"},
		{"endless loss", cost.Savings{LeftOut: math.MinInt64 / 2}, "-9000000"},
	} {
		if got := m.Saved(p, c.in).String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestAmountJSON: an amount is written with all its digits, as JSON reads numbers.
func TestAmountJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := cost.Amount(rapid.Int64().Draw(t, "amount"))
		b, err := json.Marshal(a)
		if err != nil || string(b) != a.String() {
			t.Fatalf("%s, %v", b, err)
		}
		if f, err := strconv.ParseFloat(string(b), 64); err != nil || math.Abs(f-float64(a)/1e12) > 1e-9 {
			t.Fatalf("%s is read as %v, want %v", b, f, float64(a)/1e12)
		}
	})
}
