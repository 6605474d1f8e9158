package main

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"
)

// sample is one measurement, as benchstat reads it.
type sample struct {
	name  string
	d     time.Duration
	extra string // further values with their units
}

func (t *table) sample(name string, d time.Duration, extra string) {
	t.samples = append(t.samples, sample{name, d, extra})
}

// writeBench writes all measurements in the format of Go's benchmarks. Of the machine it names only the kind.
func (t *table) writeBench(path string) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "goos: %s\ngoarch: %s\npkg: github.com/toktee/toktee/benchmarks/pipeline\n", runtime.GOOS,
		runtime.GOARCH)
	for _, s := range t.samples {
		fmt.Fprintf(&b, "Benchmark%s-%d\t1\t%d ns/op", s.name, runtime.GOMAXPROCS(0), s.d.Nanoseconds())
		if s.extra != "" {
			b.WriteString("\t" + strings.TrimSpace(s.extra))
		}
		b.WriteByte('\n')
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}

// median of at least one value.
func median[T ~int64 | ~float64](v []T) T {
	s := slices.Sorted(slices.Values(v))
	n := len(s)
	if n%2 == 1 {
		return s[n/2]
	}
	return (s[n/2-1] + s[n/2]) / 2
}

// differences and quotients are those of pairs.
func differences(a, b []time.Duration) []time.Duration {
	out := make([]time.Duration, len(a))
	for i := range a {
		out[i] = a[i] - b[i]
	}
	return out
}

func quotients(a, b []time.Duration) []float64 {
	out := make([]float64, len(a))
	for i := range a {
		out[i] = float64(a[i]) / float64(b[i])
	}
	return out
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// work is the time of each run of the same work, by the clock and of the processors.
type work struct{ wall, cpu []time.Duration }

func (w *work) add(wall, cpu time.Duration) {
	w.wall, w.cpu = append(w.wall, wall), append(w.cpu, cpu)
}

// passLimits are the gates of such work: MB/s, MB for a second of one processor, and its time in that of the
// yardstick. A rate of 0 is no gate.
type passLimits struct{ rate, cpuRate, cpu, clock float64 }

// passes adds the rows for work over so many bytes: its rate, and its time in that of the yardstick.
func (t *table) passes(name, what string, bytes int64, ours, yard work, l passLimits) {
	t.atLeast(name+what, rate(bytes, median(ours.wall)), l.rate)
	t.atLeast(name+what+", of one processor", rate(bytes, median(ours.cpu)), l.cpuRate)
	t.add(row{
		kind: ratio, name: name + "processor time, to the yardstick", value: median(quotients(ours.cpu, yard.cpu)),
		limit: l.cpu, unit: "times",
	})
	if l.clock == 0 {
		return
	}
	t.add(row{
		kind: ratio, name: name + "time by the clock, to the yardstick", value: median(quotients(ours.wall, yard.wall)),
		limit: l.clock, unit: "times",
	})
}

// atLeast adds the row for a rate in MB/s, unless its limit is 0.
func (t *table) atLeast(name string, rate, limit float64) {
	if limit > 0 {
		t.add(row{kind: absolute, name: name, value: rate, unit: "MB/s", limit: limit, atLeast: true})
	}
}

func rates(bytes int64, wall, cpu time.Duration) string {
	return fmt.Sprintf("%.1f MB/s\t%d cpu-ns/op", rate(bytes, wall), cpu.Nanoseconds())
}

// rate returns MB per second.
func rate(bytes int64, d time.Duration) float64 { return float64(bytes) / 1e6 / d.Seconds() }
