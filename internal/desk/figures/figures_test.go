package figures_test

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/desk/figures"
	"github.com/toktee/toktee/internal/measure/cost"
)

func TestPercent(t *testing.T) {
	for _, c := range []struct {
		part, whole  int64
		tenth, plain string
	}{
		{2402, 2450, "98.0%", "98%"},
		{0, 100, "0.0%", "0%"},
		{100, 100, "100.0%", "100%"},
		{99_999, 100_000, ">99.9%", ">99%"},
		{999, 1000, "99.9%", ">99%"},
		{1, 100_000, "<0.1%", "<1%"},
		{5, 1000, "0.5%", "<1%"},
		{-1, 100_000, "-<0.1%", "-<1%"},
		{-50, 100, "-50.0%", "-50%"},
		{-300, 100, "-300.0%", "-300%"},
		{0, 0, "-", "-"},
		{-5, 0, "-", "-"},
	} {
		if got := figures.Percent(c.part, c.whole); got != c.tenth {
			t.Errorf("Percent(%d, %d) = %q, want %q", c.part, c.whole, got, c.tenth)
		}
		if got := figures.WholePercent(c.part, c.whole); got != c.plain {
			t.Errorf("WholePercent(%d, %d) = %q, want %q", c.part, c.whole, got, c.plain)
		}
	}
}

// TestNothingHidden: what isn't all never reads as all, and a loss never as none.
func TestNothingHidden(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := rapid.Int64Range(1, 1e15).Draw(t, "whole")
		part := rapid.Int64Range(-whole, whole).Draw(t, "part")
		amount := cost.Amount(rapid.Int64().Draw(t, "amount"))
		for _, text := range []string{figures.Percent(part, whole), figures.WholePercent(part, whole)} {
			if strings.HasPrefix(text, "100") != (part == whole) || (part < 0) != strings.HasPrefix(text, "-") ||
				(part == 0) != (text == "0%" || text == "0.0%") {
				t.Errorf("%d of %d is %q", part, whole, text)
			}
		}
		text := figures.Money(amount)
		if (amount < 0) != strings.HasPrefix(text, "-") || (amount == 0) != (text == "$0.00") {
			t.Errorf("%d is %q", amount, text)
		}
	})
}

func TestMoney(t *testing.T) {
	const dollar = cost.Amount(1_000_000_000_000)
	for a, want := range map[cost.Amount]string{
		0: "$0.00", dollar: "$1.00", dollar/2 + dollar/9: "$0.61", 1: "<$0.01", dollar / 100: "$0.01",
		dollar/100 - 1: "<$0.01", -1: "-<$0.01", -dollar / 100: "-$0.01", -dollar / 2: "-$0.50",
		1234*dollar + dollar/2: "$1,234.50", -12345 * dollar: "-$12,345.00",
	} {
		if got := figures.Money(a); got != want {
			t.Errorf("Money(%s) = %q, want %q", a, got, want)
		}
	}
}

// TestEstimate: an estimate has three digits.
func TestEstimate(t *testing.T) {
	const cent = cost.Amount(10_000_000_000)
	for a, want := range map[cost.Amount]string{
		0: "$0.00", 31 * cent: "$0.31", 1234 * cent: "$12.30", 9996 * cent: "$100", 1_228_281 * cent: "$12,300",
		-1_228_281 * cent: "-$12,300", 1: "<$0.01", -6367 * cent: "-$63.70", 9e18: "$9,000,000",
	} {
		if got := figures.Estimate(a); got != want {
			t.Errorf("Estimate(%s) = %q, want %q", a, got, want)
		}
	}
}

func TestSizes(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 bytes", 1: "1 byte", 1023: "1023 bytes", 1024: "1.0 KiB", 1536: "1.5 KiB", 102_400: "100 KiB",
		1<<20 - 1: "1.0 MiB", 120 << 20: "120 MiB", 3 << 30: "3.0 GiB", 5000 << 40: "5000 TiB",
	} {
		if got := figures.Bytes(n); got != want {
			t.Errorf("Bytes(%d) = %q, want %q", n, got, want)
		}
	}
	for n, want := range map[int]string{0: "0 tokens", 1: "1 token", 1234: "1,234 tokens", -5: "-5 tokens"} {
		if got := figures.Count(n, "token", "tokens"); got != want {
			t.Errorf("Count(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestTimes(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 ms", 320 * time.Millisecond: "320 ms", 1240 * time.Millisecond: "1.2 s", 9960 * time.Millisecond: "9 s",
		59 * time.Second: "59 s", 3*time.Minute + 59*time.Second: "3 min", 90 * time.Minute: "1 h",
		24 * time.Hour: "1 day", 50 * time.Hour: "2 days", -time.Hour: "-1 h",
	} {
		if got := figures.Duration(d); got != want {
			t.Errorf("Duration(%v) = %q, want %q", d, got, want)
		}
	}
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	for d, want := range map[time.Duration]string{
		0: "now", 999 * time.Millisecond: "now", -30 * time.Second: "now", 40 * time.Second: "40 s ago",
		3 * time.Minute: "3 min ago", 23 * time.Hour: "23 h ago", 25 * time.Hour: "1 day ago",
		27 * 24 * time.Hour: "27 days ago", 28 * 24 * time.Hour: "2026-10-26", -time.Hour: "2026-11-23",
	} {
		if got := figures.Age(now.Add(-d), now); got != want {
			t.Errorf("Age(%v) = %q, want %q", d, got, want)
		}
	}
	if got := figures.Age(time.Time{}, now); got != "never" {
		t.Errorf("Age of no time = %q", got)
	}
}
