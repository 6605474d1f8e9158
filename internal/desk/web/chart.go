package web

import (
	"fmt"
	"math"
	"time"

	"github.com/toktee/toktee/internal/desk/figures"
	"github.com/toktee/toktee/internal/desk/ledger"
)

// A bar is one value in a row of a table, in a drawing that is 100 wide. It begins at X and is Width wide. Zero is the
// place of the value 0.
type bar struct {
	X, Width, Zero string
	Loss           bool
}

// barsOf draws values to one scale.
func barsOf(values []int64) []bar {
	low, high := int64(0), int64(0)
	for _, v := range values {
		low, high = min(low, v), max(high, v)
	}
	scale := 100 / float64(max(1, high-low))
	zero := float64(-low) * scale
	out := make([]bar, len(values))
	for i, v := range values {
		x, width := zero, float64(v)*scale
		if v < 0 {
			x, width = zero+width, -width
		}
		out[i] = bar{decimal(x), decimal(width), decimal(zero), v < 0}
	}
	return out
}

// chartDays is how many days a chart shows: the newest.
const chartDays = 90

// A chart is columns over days, in a drawing that has a width of 10 for each day and a height of 100.
type chart struct {
	Columns          []column
	Lines            []gridLine // with values, from the top down
	Width            int
	First, Mid, Last string // days below the columns
	Says             string // a sentence with its value
	Cut              bool   // there are earlier days
}

// A column is one day.
type column struct {
	X         int
	Y, Height string
	Loss      bool
	Says      string
}

// A gridLine is a line across at a round value.
type gridLine struct {
	Y, Label string
	Percent  string // Y from the top
	Zero     bool
}

// dayChart draws the savings of each day. A day without calls has a place but no column.
func dayChart(groups []ledger.Group) chart {
	saved := map[string]int64{}
	var first, last time.Time
	for _, g := range groups {
		d, err := time.Parse(time.DateOnly, g.Value)
		if err != nil {
			continue
		}
		saved[g.Value] = g.Saved
		if first.IsZero() || d.Before(first) {
			first = d
		}
		if d.After(last) {
			last = d
		}
	}
	if first.IsZero() {
		return chart{}
	}
	var c chart
	if oldest := last.AddDate(0, 0, 1-chartDays); first.Before(oldest) {
		first, c.Cut = oldest, true
	}
	if fewest := last.AddDate(0, 0, -13); first.After(fewest) {
		first = fewest // a column is never as wide as a page
	}
	low, high := int64(0), int64(0)
	for d := first; !d.After(last); d = d.AddDate(0, 0, 1) {
		v := saved[d.Format(time.DateOnly)]
		low, high = min(low, v), max(high, v)
	}
	a := axisOf(low, high)
	c.Lines = a.lines()
	total, best, bestDay := int64(0), int64(0), ""
	for d := first; !d.After(last); d = d.AddDate(0, 0, 1) {
		v, any := saved[d.Format(time.DateOnly)]
		day := d.Format("2 Jan 2006")
		if any {
			c.Columns = append(c.Columns, a.column(c.Width, v, day))
		}
		if total += v; v > best {
			best, bestDay = v, day
		}
		c.Width += 10
	}
	c.First, c.Last = first.Format("2 Jan"), last.Format("2 Jan")
	c.Mid = first.Add(last.Sub(first) / 2).Format("2 Jan")
	c.Says = fmt.Sprintf("Tokens saved by day, %s to %s: %s in all", first.Format("2 January 2006"),
		last.Format("2 January 2006"), figures.Number(total))
	if bestDay != "" {
		c.Says += fmt.Sprintf(", most on %s with %s", bestDay, figures.Number(best))
	}
	c.Says += ". The table has all values."
	return c
}

// An axis is a scale from low to high, both multiples of step.
type axis struct{ low, high, step int64 }

// axisOf is an axis with at most six lines at round values.
func axisOf(low, high int64) axis {
	step := int64(1)
	for n := 0; (high-low)/step > 4; n++ {
		step = [...]int64{2, 5, 10}[n%3] * int64(math.Pow10(n/3))
	}
	down, up := -(-low+step-1)/step*step, (high+step-1)/step*step
	if down == up {
		up += step
	}
	return axis{down, up, step}
}

// y returns the distance of a value from the top.
func (a axis) y(v int64) float64 { return 100 * float64(a.high-v) / float64(a.high-a.low) }

func (a axis) lines() []gridLine {
	var out []gridLine
	for v := a.high; v >= a.low; v -= a.step {
		y := decimal(a.y(v))
		out = append(out, gridLine{Y: y, Label: short(v), Percent: y + "%", Zero: v == 0})
	}
	return out
}

func (a axis) column(x int, v int64, day string) column {
	top, bottom := a.y(max(v, 0)), a.y(min(v, 0))
	says := day + ": " + figures.Number(v) + " tokens saved"
	if v < 0 {
		says = day + ": " + figures.Number(-v) + " tokens lost"
	}
	return column{x, decimal(top), decimal(bottom - top), v < 0, says}
}

// short is a round number for an axis: 50k, 2M.
func short(v int64) string {
	for _, unit := range []struct {
		n    int64
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if v%(unit.n/10) == 0 && (v >= unit.n || v <= -unit.n) {
			if v%unit.n == 0 {
				return figures.Number(v/unit.n) + unit.name
			}
			sign := ""
			if v < 0 {
				sign, v = "-", -v
			}
			return fmt.Sprintf("%s%d.%d%s", sign, v/unit.n, v%unit.n/(unit.n/10), unit.name)
		}
	}
	return figures.Number(v)
}

func decimal(f float64) string { return fmt.Sprintf("%.2f", f) }
