package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/toktee/toktee/internal/bench"
)

// errWorse says that a figure got worse by more than is allowed.
var errWorse = errors.New("figures got worse, see the table")

// compare compares two reports of eval, or two outputs of Go benchmarks.
func compare(_ context.Context, args []string, stdout io.Writer) error {
	var maxLoss float64
	var md string
	fs := newFlags("compare")
	fs.Float64Var(&maxLoss, "max-loss", 0.5, "")
	fs.StringVar(&md, "md", "", "")
	names, err := parse(fs, args, "OLD", "NEW")
	if err != nil {
		return err
	}
	if maxLoss < 0 {
		return usageError{fmt.Errorf("--max-loss %v: want 0 or more", maxLoss)}
	}
	var texts [2][]byte
	for i, name := range names {
		if texts[i], err = os.ReadFile(name); err != nil {
			return usageError{err}
		}
	}
	compare := bench.CompareBenchmarks
	if isJSON(texts[0]) && isJSON(texts[1]) {
		compare = bench.CompareReports
	}
	changes, err := compare(texts[0], texts[1], maxLoss)
	if err != nil {
		return err
	}
	if md != "" {
		if err := writeFile(md, func(w io.Writer) error { return bench.PrintChanges(w, changes, true) }); err != nil {
			return err
		}
	}
	if err := bench.PrintChanges(stdout, changes, false); err != nil {
		return err
	}
	if len(bench.Got(true, changes)) > 0 {
		return errWorse
	}
	return nil
}

func isJSON(b []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(b), []byte("{")) }
