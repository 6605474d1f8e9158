// Package figures formats figures for people. The terminal, the page and "toktee stats" use it for numbers, shares,
// amounts of money, times and ages.
//
//	figures.Number(212904)             // 212,904
//	figures.Percent(2402, 2450)        // 98.0%
//	figures.Money(612_345_000_000)     // $0.61
//	figures.Estimate(12_282_810_000_000_000) // $12,300
//	figures.Age(then, now)             // 3 min ago
//
// Rounding never reaches a limit that the value doesn't: less than all is ">99.9%", more than nothing "<0.1%". A loss
// has its sign, "-<0.1%". The functions keep nothing and cost a few allocations.
package figures

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/measure/cost"
	"github.com/toktee/toktee/internal/text/words"
)

// Number is a number in groups of three digits: 1,234,567.
func Number[N int | int64](n N) string { return words.Thousands(n) }

// Count is a number with its noun: "1,234 tokens", "1 token".
func Count[N int | int64](n N, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Number(n) + " " + many
}

// Percent formats a part of a whole to a tenth: 98.0%. It is 100.0% only for the whole, and 0.0% only for nothing. With
// an empty whole it is "-".
func Percent(part, whole int64) string { return percent(part, whole, 1) }

// WholePercent is Percent without the tenth: 98%.
func WholePercent(part, whole int64) string { return percent(part, whole, 0) }

func percent(part, whole int64, digits int) string {
	if whole <= 0 {
		return "-"
	}
	step := math.Pow10(-digits)
	p := 100 * float64(part) / float64(whole)
	text := func(p float64) string { return strconv.FormatFloat(p, 'f', digits, 64) + "%" }
	switch {
	case part < 0 && p >= -step/2:
		return "-<" + text(step)
	case part > 0 && p <= step/2:
		return "<" + text(step)
	case part > 0 && part < whole && p >= 100-step/2:
		return ">" + text(100-step)
	}
	return text(p)
}

// Money formats an amount in dollars and cents: $1,234.50. Less than a cent is "<$0.01", and a loss "-<$0.01".
func Money(a cost.Amount) string {
	const cent = uint64(cost.Dollar*cost.Dollar) / 100
	sign, n := "", uint64(a)
	if a < 0 {
		sign, n = "-", -n
	}
	if n > 0 && n < cent {
		return sign + "<$0.01"
	}
	n = (n + cent/2) / cent
	return sign + "$" + Number(int64(n/100)) + "." + strconv.FormatUint(100+n%100, 10)[1:]
}

// Estimate is Money of an amount that is known roughly: three digits, and no cents from $100 on.
func Estimate(a cost.Amount) string {
	const hundred = 100 * cost.Amount(cost.Dollar) * cost.Amount(cost.Dollar)
	step := cost.Amount(1)
	for v := a; v <= -1000 || v >= 1000; v /= 10 {
		step *= 10
	}
	half := step / 2
	if a < 0 {
		half = -half
	}
	if a += half - (a+half)%step; a <= -hundred || a >= hundred {
		return strings.TrimSuffix(Money(a), ".00")
	}
	return Money(a)
}

// Bytes is a size: 12 bytes, 3.4 KiB, 120 MiB.
func Bytes(n int64) string {
	if n < 1024 {
		return words.Count(n, "byte", "bytes")
	}
	size := float64(n)
	unit := 0
	for ; size >= 1023.95 && unit < 4; unit++ {
		size /= 1024
	}
	digits := 1
	if size >= 99.95 {
		digits = 0
	}
	return strconv.FormatFloat(size, 'f', digits, 64) + " " + [...]string{"", "KiB", "MiB", "GiB", "TiB"}[unit]
}

// Duration is a length of time: 320 ms, 1.2 s, 3 min, 2 h, 5 days.
func Duration(d time.Duration) string {
	switch {
	case d < 0:
		return "-" + Duration(-d)
	case d < time.Second:
		return strconv.FormatInt(d.Milliseconds(), 10) + " ms"
	case d < 9950*time.Millisecond:
		return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + " s"
	}
	return coarse(d)
}

// coarse is a length of time in the largest unit that it has one of.
func coarse(d time.Duration) string {
	switch {
	case d < time.Minute:
		return strconv.Itoa(int(d.Seconds())) + " s"
	case d < time.Hour:
		return strconv.Itoa(int(d.Minutes())) + " min"
	case d < 24*time.Hour:
		return strconv.Itoa(int(d.Hours())) + " h"
	}
	return words.Count(int64(d/(24*time.Hour)), "day", "days")
}

// Age formats the time since then: now, 40 s ago, 3 min ago, 2 h ago, 5 days ago. From four weeks on, and for a future
// time beyond differences of clocks, it is the date.
func Age(then, now time.Time) string {
	switch d := now.Sub(then); {
	case then.IsZero():
		return "never"
	case d < -time.Minute, d >= 28*24*time.Hour:
		return then.In(now.Location()).Format(time.DateOnly)
	case d < time.Second:
		return "now"
	default:
		return coarse(d) + " ago"
	}
}
