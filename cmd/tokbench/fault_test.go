package main

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestFaults builds tokbench with a fault in the pipeline and holds that eval notices each. Without a fault, the same
// evaluation finds nothing.
func TestFaults(t *testing.T) {
	args := []string{"eval", "--data", "../../testdata/corpus", "--families", "gotest", "--levels", "balanced", "--budgets", "100", "--counts"}
	var out, errs strings.Builder
	if code := run(context.Background(), args, &out, &errs); code != exitOK {
		t.Fatalf("without a fault, eval exits with %d:\n%s%s", code, out.String(), errs.String())
	}
	if testing.Short() {
		t.Skip("four builds of tokbench")
	}
	for tag, kind := range map[string]string{
		"fault_drop": "miscount", "fault_green": "green", "fault_number": "invented", "fault_gap": "lines",
	} {
		t.Run(tag, func(t *testing.T) {
			bin := filepath.Join(t.TempDir(), "tokbench")
			if b, err := exec.Command("go", "build", "-tags", tag, "-o", bin, ".").CombinedOutput(); err != nil {
				t.Fatalf("go build: %v\n%s", err, b)
			}
			b, err := exec.Command(bin, args...).CombinedOutput()
			if code := err.(*exec.ExitError).ExitCode(); code != exitBroken {
				t.Errorf("eval exits with %d, want %d", code, exitBroken)
			}
			if !strings.Contains(string(b), "\n"+kind+" ") {
				t.Errorf("no violation of kind %q:\n%s", kind, b)
			}
		})
	}
}
