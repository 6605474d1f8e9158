// Package tokenspeed checks the speed of package tokens: it counts many times as fast as tiktoken-go, in linear time,
// without allocation, in bounded memory.
//
//	go test ./benchmarks/tokenspeed -gates
//
// measures that in about three minutes, prints a table, and fails if a gate is missed. Gates on speed are ratios
// within one run: rounds of both counters alternate on the same text, and the medians of their processor times are
// compared. So a machine that does other things as well gives much the same result. The counter is new each time.
//
//	go test ./benchmarks/tokenspeed -bench . -count 6 | tee new.txt
//	go tool -modfile=.ci/tools/go.mod benchstat ../results/tokenspeed.txt new.txt
//
// compares two states of the code. The committed results, and the machine that they come from, are in
// benchmarks/results.
//
// # Texts
//
// The texts are made when they are needed, up to 4 MB each, from what every machine that can run the test has: the Go
// tree and the module cache.
//
//   - Code, documents and data are files, in an order that mixes them; of documents and data also what go doc and go
//     list would print.
//   - Diffs are made between variants of files for different systems.
//   - Logs are the commands of a build, and lines in common forms with values that don't repeat.
//   - Chinese text is made of the words in o200k_base, by their frequency.
//   - Minified code is the trace viewer's.
package tokenspeed
