package general

import (
	"os"
	"strings"
	"testing"

	"github.com/toktee/toktee/strategies"
)

// Every line of testdata/red.txt is what some tool prints when something has failed.
func TestSpeaksOfFailure(t *testing.T) {
	b, err := os.ReadFile("testdata/red.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(b)) {
		if n++; !SpeaksOfFailure(strategies.NewText(line)) {
			t.Errorf("it isn't seen that this is a failure: %s", line)
		}
	}
	if n < 100 {
		t.Errorf("%d lines, want at least 100", n)
	}
	for _, line := range []string{
		"errors", "internal/panicdep", "handled error case of module", "exit code 0", "0 errors", "GET /errors 200 3ms",
		`{"errors": [], "failed": 0}`, "  --exit-code int   exit code when issues were found (default 1)",
		"✓ rejects an invalid token (2 ms)",
	} {
		if SpeaksOfFailure(strategies.NewText(line)) {
			t.Errorf("this is taken for a failure: %s", line)
		}
	}
}
