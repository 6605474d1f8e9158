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
//	RegExp#test x 4,161,532 ops/sec ±0.99% (59 runs sampled)
//	BM_Sort/1024       1234 ns         1230 ns       567890
//	sort/1024               time:   [1.2301 µs 1.2345 µs 1.2402 µs]
//
// The numbers of prose, as in "took 12 ms and 33 ops/s", are no results: nothing sets them apart from the words.
func isMeasurement(s string) bool {
	if _, times, ok := strings.Cut(s, " time: "); ok {
		times = strings.TrimSpace(times)
		return strings.HasPrefix(times, "[") && strings.HasSuffix(times, "s]") && strings.Count(times, " ") == 5
	}
	if !mayMeasure(s) {
		return false // most lines; splitting all of them takes longer
	}
	fields := strings.Fields(s)
	for i := 2; i < len(fields); i++ {
		number := fields[i-1]
		if !parse.Digit(number[0]) {
			continue
		}
		isCell := strings.Contains(s, "  "+number) || strings.Contains(s, "\t"+number)
		if i == 2 && isCell && len(fields) > 5 && timeUnit(fields[2]) && timeUnit(fields[4]) {
			return parse.Digit(fields[3][0]) && parse.Digit(fields[5][0])
		}
		before := fields[i-2]
		isCell = isCell || before == "x" || strings.HasSuffix(before, ":") || strings.HasPrefix(before, "±")
		for _, unit := range measuredUnits {
			if isCell && strings.HasSuffix(fields[i], unit) {
				return i+1 == len(fields) || fields[i+1][0]|0x20 < 'a' || fields[i+1][0]|0x20 > 'z'
			}
		}
	}
	return false
}

// mayMeasure reports whether a line may have a unit of a benchmark.
func mayMeasure(s string) bool {
	if strings.IndexByte(s, '/') >= 0 &&
		(strings.Contains(s, "/op") || strings.Contains(s, "/iter") || strings.Contains(s, "ops/")) {
		return true
	}
	fields := 0
	for i := 1; i < len(s); i++ {
		if s[i] <= ' ' || s[i-1] > ' ' {
			continue
		}
		if fields++; fields == 2 { // the third one
			end := i + 1
			for end < len(s) && s[end] > ' ' {
				end++
			}
			return timeUnit(s[i:end])
		}
	}
	return false
}

// timeUnit reports whether s is a unit of Google Benchmark.
func timeUnit(s string) bool { return s == "ns" || s == "us" || s == "ms" || s == "s" }
