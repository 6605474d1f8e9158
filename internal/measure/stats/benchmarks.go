package stats

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Benchmark has the least value of each unit over the runs of a Go benchmark.
type Benchmark struct {
	Package, Name string // "example.com/a", "Clean/small-2"
	Least         map[string]float64
}

// Benchmarks reads the output of "go test -bench -benchmem":
//
//	pkg: example.com/a
//	BenchmarkClean/small-2   100  2000 ns/op  640 B/op  20 allocs/op
//
// An output without benchmarks is an error.
func Benchmarks(text []byte) ([]Benchmark, error) {
	var list []Benchmark
	pkg := ""
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(line, "pkg: "); ok {
			pkg = strings.TrimSpace(name)
		}
		words := strings.Fields(line)
		if len(words) < 4 || !strings.HasPrefix(line, "Benchmark") {
			continue
		}
		name := strings.TrimPrefix(words[0], "Benchmark")
		at := slices.IndexFunc(list, func(b Benchmark) bool { return b.Package == pkg && b.Name == name })
		if at < 0 {
			at = len(list)
			list = append(list, Benchmark{pkg, name, map[string]float64{}})
		}
		least := list[at].Least
		for i := 2; i+1 < len(words); i += 2 {
			value, err := strconv.ParseFloat(words[i], 64)
			if err != nil {
				return nil, fmt.Errorf("%q: want numbers with units: %w", strings.TrimSpace(line), err)
			}
			if before, ok := least[words[i+1]]; !ok || value < before {
				least[words[i+1]] = value
			}
		}
	}
	if len(list) == 0 {
		return nil, errors.New("there are none: want what go test -bench -benchmem prints")
	}
	return list, nil
}
