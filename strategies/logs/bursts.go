package logs

import "slices"

// buckets is how many parts of a log a kind's records are counted in.
const buckets = 64

// bursts counts the records of a kind over the course of the log, in parts that double in length as the log grows.
type bursts struct {
	n     [buckets]uint32 // records of each part
	width int             // lines of a part
}

// add counts a record at a line.
func (b *bursts) add(line int) {
	if b.width == 0 {
		b.width = 16
	}
	for line > b.width*buckets {
		b.double()
	}
	b.n[(line-1)/b.width]++
}

// double makes the parts twice as long.
func (b *bursts) double() {
	for i := range buckets / 2 {
		b.n[i] = b.n[2*i] + b.n[2*i+1]
	}
	clear(b.n[buckets/2:])
	b.width *= 2
}

// merge adds the records of another kind.
func (b *bursts) merge(other *bursts) {
	for b.width < other.width {
		b.double()
	}
	for other.width < b.width {
		other.double()
	}
	for i, n := range other.n {
		b.n[i] += n
	}
}

const (
	burstSize  = 10 // records of a part that a burst has at least
	burstTimes = 4  // how many times the usual number it has
	maxBursts  = 3  // that are listed
)

// found are the changes: runs of parts with many more records than the median, as first line, last line, records.
func (b *bursts) found() [][3]int {
	sorted := slices.Sorted(slices.Values(b.n[:]))
	least := max(burstSize, burstTimes*int(sorted[buckets/2]))
	var out [][3]int
	for i := 0; i < buckets; i++ {
		if int(b.n[i]) < least {
			continue
		}
		from, n := i, 0
		for ; i < buckets && int(b.n[i]) >= least; i++ {
			n += int(b.n[i])
		}
		out = append(out, [3]int{from*b.width + 1, i * b.width, n})
	}
	slices.SortStableFunc(out, func(x, y [3]int) int { return y[2] - x[2] })
	return out[:min(len(out), maxBursts)]
}
