package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/toktee/toktee/internal/measure/stats"
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
	list, err := stats.Benchmarks(text)
	if err != nil {
		return err
	}
	for i, b := range list {
		size, hasSize := b.Least["B/op"]
		n, hasCount := b.Least["allocs/op"]
		if both := hasSize && hasCount; !both {
			return fmt.Errorf("%s has no figures of allocations", b.Name)
		}
		if i == 0 {
			fmt.Fprintf(w, "pkg: %s\n", b.Package)
		}
		fmt.Fprintf(w, "Benchmark%s 1 %.0f B/op %.0f allocs/op\n", b.Name, size, n)
	}
	return nil
}
