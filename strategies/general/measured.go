package general

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
)

// measuredUnits are the ends of units that count per operation, which benchmarks print and progress doesn't.
var measuredUnits = [...]string{"/op", "/iter", "ops/s", "ops/sec", "ops/ms", "ops/us", "ops/ns"}

// isMeasurement reports whether a line is the result of a benchmark. Its numbers are the answer, so that it is never a
// repetition of the lines above it:
//
//	BenchmarkSum-8   	    1000	      7.5 ns/op
//	test sort_1024 ... bench:       1,234 ns/iter (+/- 56)
//	Lists.sort   1024  avgt    5   12.345 ± 0.678  ns/op
//	BM_Sort/1024       1234 ns         1230 ns       567890
//	sort/1024               time:   [1.2301 µs 1.2345 µs 1.2402 µs]
func isMeasurement(s string) bool {
	if strings.Contains(s, " time: ") && strings.Contains(s, "s]") {
		return true
	}
	fields := strings.Fields(s)
	for i := 2; i < len(fields); i++ {
		if !parse.Digit(fields[i-1][0]) {
			continue
		}
		for _, unit := range measuredUnits {
			if strings.HasSuffix(fields[i], unit) {
				return true
			}
		}
		if i == 2 && len(fields) > 5 && timeUnit(fields[2]) && parse.Digit(fields[3][0]) && timeUnit(fields[4]) {
			return parse.Digit(fields[5][0])
		}
	}
	return false
}

// timeUnit reports whether s is a unit of Google Benchmark.
func timeUnit(s string) bool { return s == "ns" || s == "us" || s == "ms" || s == "s" }
