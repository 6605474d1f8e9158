package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// stable are the benchmarks whose allocations hardly differ: one goroutine, no file that grows, no pool that a
// collection empties.
var stable = []struct{ pkg, bench string }{
	{"./benchmarks/workloads", "^Benchmark(Strategy|Pipeline|Small)$/^([a-z]+|1KB|100KB)$"},
	{"./internal/host/store", "^BenchmarkPut$"},
	{"./agent/session", "^Benchmark(Append|View)$"},
}

// allocs runs them on one processor, three times each, and writes the least. Times stay out: they'd differ on every
// run.
func (r *report) allocs(ctx context.Context) error {
	var b bytes.Buffer
	for _, s := range stable {
		cmd := exec.CommandContext(ctx, "go", "test", s.pkg, "-run", "^$", "-bench", s.bench, "-benchmem", "-benchtime",
			"20x", "-cpu", "1", "-count", "3")
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			return fmt.Errorf("running the benchmarks of %s: %w\n%s", s.pkg, err, out)
		}
		if err := leastAllocs(&b, out); err != nil {
			return fmt.Errorf("the benchmarks of %s: %w", s.pkg, err)
		}
	}
	return os.WriteFile(filepath.Join(r.results, "allocs.txt"), b.Bytes(), 0o644)
}

// leastAllocs writes the least that each benchmark allocates, in the format of Go's benchmarks.
func leastAllocs(w *bytes.Buffer, text []byte) error {
	type least struct{ bytes, allocs float64 }
	all := map[string]*least{}
	var order []string
	pkg := ""
	for reader := benchfmt.NewReader(bytes.NewReader(text), "benchmarks"); reader.Scan(); {
		res, ok := reader.Result().(*benchfmt.Result)
		if !ok {
			continue
		}
		pkg = res.GetConfig("pkg")
		size, ok := res.Value("B/op")
		n, ok2 := res.Value("allocs/op")
		if !ok || !ok2 {
			return fmt.Errorf("%s doesn't say what it allocates", res.Name)
		}
		name := string(res.Name)
		if all[name] == nil {
			all[name] = &least{size, n}
			order = append(order, name)
		}
		all[name].bytes, all[name].allocs = min(all[name].bytes, size), min(all[name].allocs, n)
	}
	if len(order) == 0 {
		return fmt.Errorf("there are none in\n%s", text)
	}
	fmt.Fprintf(w, "pkg: %s\n", pkg)
	for _, name := range order {
		fmt.Fprintf(w, "Benchmark%s 1 %.0f B/op %.0f allocs/op\n", strings.TrimPrefix(name, "Benchmark"),
			all[name].bytes, all[name].allocs)
	}
	return nil
}
