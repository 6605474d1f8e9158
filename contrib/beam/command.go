package beam

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/measure/replayrows"
)

// known are the levels that there are, in the order that rows have.
var known = []string{"minimal", "balanced", "conservative", "lossless"}

// Levels returns those of a list, "balanced,minimal", each once and in the order that tokbench has them in.
func Levels(list string) ([]string, error) {
	named := strings.Split(list, ",")
	for _, l := range named {
		if !slices.Contains(known, l) {
			return nil, fmt.Errorf("unknown level %q: want some of %v", l, known)
		}
	}
	return slices.DeleteFunc(slices.Clone(known), func(l string) bool { return !slices.Contains(named, l) }), nil
}

// Tell prints the counts of a job that has ended. It is an error that something can't be read, so that a script
// notices.
func Tell(w io.Writer, counts map[string]int64) error {
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		if _, err := fmt.Fprintf(w, "%s: %d\n", name, counts[name]); err != nil {
			return err
		}
	}
	if n := counts[string(replayrows.Unreadable)]; n > 0 {
		return fmt.Errorf("%d transcripts or folders can't be read: the log names them", n)
	}
	return nil
}
