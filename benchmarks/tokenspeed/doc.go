// Package tokenspeed holds package tokens to its speed: it counts many times as fast as tiktoken-go, in linear time,
// without allocation, in bounded memory.
//
//	go test ./benchmarks/tokenspeed -gates
//
// measures that in about three minutes, prints a table, and fails where a gate is missed. Gates on speed are ratios within
// one run: rounds of both counters alternate on the same text, and the medians of their processor times are compared, so
// that a machine that does other things as well gives much the same result. The counter is new each time. The speed-up on
// two cores is one of wall times: it needs two idle cores, waits for a moment when they are, and isn't measured on one.
//
//	go test ./benchmarks/tokenspeed -bench . -count 6 | tee new.txt
//	go tool benchstat ../results/tokenspeed.txt new.txt
//
// compares two states of the code; the committed results and the machine they come from are in benchmarks/results.
//
// # Texts
//
// Up to 4 MB each are gathered when they are needed, from what every machine that can run the test has: the Go tree and
// the module cache. Code, documents and data are files (of the latter two, also what go doc and go list would print), in an
// order that mixes them; diffs are made between variants of files for different systems; logs are the commands of a build,
// and lines that are made up of forms in common use, with values that don't repeat. Chinese text is made of the
// words in o200k_base, by their frequency. Minified code is the trace viewer's.
package tokenspeed
