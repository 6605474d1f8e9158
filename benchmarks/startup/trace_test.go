package startup

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Costs are the smallest times that the init of each package has taken so far.
type Costs map[string]time.Duration

// initLine is a line of the trace: the package and its milliseconds.
var initLine = regexp.MustCompile(`^init (\S+) @\S+ ms, (\S+) ms clock,`)

// Add reads what a program printed on standard error under GODEBUG=inittrace=1, lines such as
//
//	init internal/bytealg @0.008 ms, 0.002 ms clock, 0 bytes, 0 allocs
//
// and skips all others. It returns the number of packages that it found.
func (c Costs) Add(stderr []byte) int {
	n := 0
	for l := range strings.Lines(string(stderr)) {
		m := initLine.FindStringSubmatch(l)
		if m == nil {
			continue
		}
		ms, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			continue
		}
		n++
		d := time.Duration(ms * float64(time.Millisecond))
		if old, ok := c[m[1]]; !ok || d < old {
			c[m[1]] = d
		}
	}
	return n
}

// Over lists the packages that cost more than the limit, the most costly first.
func (c Costs) Over(limit time.Duration) []string {
	var out []string
	for _, p := range c.dearest() {
		if c[p] > limit {
			out = append(out, fmt.Sprintf("%s: init takes %v, more than %v", p, c[p], limit))
		}
	}
	return out
}

// dearest are the packages, the most costly first.
func (c Costs) dearest() []string {
	return slices.SortedFunc(maps.Keys(c), func(a, b string) int {
		return cmp.Or(cmp.Compare(c[b], c[a]), cmp.Compare(a, b))
	})
}
