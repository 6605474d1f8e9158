package cli

import (
	"bytes"
	"strings"
	"testing"
)

// TestShimLimit: where shims see nothing of the processes above them, that is one line; on Linux there is nothing to
// say.
func TestShimLimit(t *testing.T) {
	for goos, want := range map[string]string{
		"linux":  "",
		"darwin": "toktee: on darwin a shim can't see the processes above it: it summarises only where TOKTEE_OUT",
	} {
		var errs bytes.Buffer
		(&app{stderr: &errs}).noteLimit(shimLimit(goos))
		said := errs.String()
		if !strings.HasPrefix(said, want) || strings.Count(said, "\n") != min(1, len(want)) {
			t.Errorf("%s: %q", goos, said)
		}
	}
}
