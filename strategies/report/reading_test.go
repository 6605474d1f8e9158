package report

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A counter keeps the numbers of its lines; it ends, or panics, at one.
type counter struct {
	lines        *[]int
	ends, panics int
}

func (c counter) Line(l Line, _ *Run) {
	if l.N == c.panics {
		panic("no such line")
	}
	*c.lines = append(*c.lines, l.N)
}

func (c counter) Over() bool {
	n := len(*c.lines)
	return n > 0 && (*c.lines)[n-1] == c.ends
}

// TestReadings: each parser gets every line up to the one that it ends or panics at, whatever the others do.
func TestReadings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const last = 6
		var readings Readings
		got := make([][]int, rapid.IntRange(0, 5).Draw(t, "parsers"))
		want := make([][]int, len(got))
		for i := range got {
			numbers := rapid.IntRange(0, 2*last)
			c := counter{&got[i], numbers.Draw(t, "ends"), numbers.Draw(t, "panics")}
			p := Program{New: func(Call) Parser { return c }}
			readings = append(readings, p.Read(Call{}))
			for n := 1; n <= last && n != c.panics; n++ {
				if want[i] = append(want[i], n); n == c.ends {
					break
				}
			}
			if c.panics >= 1 && c.panics <= last && (c.ends == 0 || c.ends >= c.panics) {
				defer func() {
					if why := readings[i].Report().Distrust; why != "panic: no such line" {
						t.Fatalf("a report after a panic is distrusted for %q", why)
					}
				}()
			}
		}
		for n := 1; n <= last; n++ {
			readings.Line(Line{N: n})
		}
		over := true
		for i := range got {
			if !slices.Equal(got[i], want[i]) {
				t.Fatalf("parser %d got the lines %v, want %v", i, got[i], want[i])
			}
			over = over && len(want[i]) < last
		}
		if over && !readings.Over() {
			t.Fatal("readings aren't over though all parsers are")
		}
	})
}
