// Command pipeline measures the whole pipeline as its users meet it, and holds it to its gates:
//
//	go run ./benchmarks/pipeline        # on a quiet machine: times, rates and sizes
//	go run ./benchmarks/pipeline -ci    # on a shared one: ratios
//
// It builds the command and prints a table of measurements and limits. It exits with 1 when a gate is
// missed, and with 2 when it can't measure. MB is 10^6 bytes.
//
// # Measurements
//
//   - start: "toktee run -- true" beyond true, "toktee hook" of a short output and of one that it replaces, a shim of
//     true, the prefix of Claude Code's shell beyond the shell, and a shim before a pipe beyond the same with
//     TOKTEE_RAW, all in starts of an empty program in Go; and "toktee run -- cat FILE" beyond cat, with 100 KB of
//     captured logs that are kept in the store: of the CI jobs of the corpus (-corpus), or of its builds if it has
//     none. And the cost of keeping alone, compared with the same run with --no-store, of 4 KB and of 100 KB. Medians
//     of 50 pairs of runs that take turns.
//   - log: 1 GB of captured logs of services, repeated with other digits (see the package logtext), through "toktee
//     summarize FILE --exit-code 1": the rate, the largest resident size, and whether the text is true: the tokens of
//     the beginning are counted again with another tokenizer, the lines shown and left out are those that there are,
//     the failures that were planted in the middle and at the end must be shown, and the store must return the same
//     bytes back.
//   - jobs: the same with captured logs of CI jobs (-jobs names their folder; without one, the outputs of builds, tests
//     and linters in testdata/corpus), and nothing planted: their time is longer.
//   - binary: an eighth as much of zeros, of bytes 0xff, of random bytes with and without line feeds, and of one line
//     of text, and as much of the captured logs: the processor time of each, in that of the text.
//   - corpus: all cases of a folder (by default testdata/corpus; sessions-*.jsonl are read too) through "toktee
//     summarize --jsonl": the rate. Then each case alone, in this process, the best of three: no case may take more
//     than its size allows.
//
// # Ratios
//
// Times mean little on a machine that others use too. With -ci, each measurement is divided by the time of the same
// machine, at the same time, for work of the same kind. Only the quotient has a limit:
//
//   - start: by the start of an empty program, as on a quiet machine, with more room, and so is keeping; that of cat by
//     a run of the program bare, the least that a tee for tool output can be.
//   - log, jobs and corpus: by the yardstick, a pass over the same bytes that hashes them with SHA-256 and FNV-1a and
//     counts the lines, on one core, as any program that looks at every byte. Both the time by the clock and
//     that of the processors are held: others who use the machine change the first, and hardly the second.
//   - binary: by the same amount of captured logs, in both modes.
//   - each case alone: by passes of the yardstick over a MB; on a noisy machine, a case that is over its limit gets
//     more tries.
//
// A part of which a ratio is over its limit is measured up to three times before that counts.
//
// The limits are about twice the figures of a quiet machine: out of reach for noise, but not for an accident:
// a package with a slow init, a pass that has become quadratic. Sizes and truth are held in both modes; that memory
// doesn't grow with a log shows at the full size alone.
//
// # Profiles
//
// The same work in one process, for pprof and benchstat:
//
//	go test -run xxx -bench Log -cpuprofile cpu.out ./benchmarks/pipeline
//	go test -run xxx -bench Cases -count 6 ./benchmarks/pipeline
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// Exit codes.
const (
	exitOK     = 0
	exitMissed = 1
	exitFailed = 2
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == measureArg {
		os.Exit(measureChild(os.Args[2:]))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run does the work of main, without its process.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parse(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return exitOK
	}
	if err != nil {
		fmt.Fprintln(stderr, "pipeline:", err)
		return exitFailed
	}
	t := &table{ci: o.ci}
	m, err := newMeter(ctx, o, stderr)
	if err == nil {
		err = m.all(t)
		m.close()
	}
	t.print(stdout)
	if err == nil && o.bench != "" {
		err = t.writeBench(o.bench)
	}
	switch {
	case err != nil:
		fmt.Fprintln(stderr, "pipeline:", err)
		return exitFailed
	case t.missed() > 0:
		fmt.Fprintf(stderr, "pipeline: %d of %d gates missed\n", t.missed(), t.gates())
		return exitMissed
	}
	return exitOK
}
