// Package workloads has the Go benchmarks of a user's calls, named by the work and not by the code: each
// strategy on a captured output, and the whole pipeline by size.
//
//	go test ./benchmarks/workloads -run xxx -bench . -benchmem -count 6 >new.txt
//	go tool -modfile=.ci/tools/go.mod benchstat benchmarks/results/workloads.txt new.txt
//
// Leaf packages have their own benchmarks: counting in benchmarks/tokenspeed (BenchmarkCount), cleaning in
// internal/text/clean (BenchmarkWriter), a store's write in internal/host/store (BenchmarkPut), a session's append in
// session (BenchmarkAppend), the views that go to a model in session (BenchmarkView). Start-up and 1 GB streamed need
// processes of their own: benchmarks/pipeline.
//
// Allocations of those on one processor hardly differ from machine to machine, so they are committed
// (benchmarks/results/allocs.txt) and compared on every change.
package workloads
