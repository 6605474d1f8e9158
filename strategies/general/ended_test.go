package general

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

// inOrder returns the lines that the engine shows of an output if the command exits with 0, down to evidence. The lines
// that lead come first, then the others by their turns.
func inOrder(t *testing.T, command, text string) []string {
	t.Helper()
	in := &strategies.Input{
		Family: strategies.FamilyExec, Command: command, Shell: shell.Parse(command),
		Status: result.Status{Known: true},
	}
	c := strategies.NewCollector(false)
	if err := New().Digest(context.Background(), in, strategies.NewText(text), c); err != nil {
		t.Fatal(err)
	}
	var facts []strategies.Fact
	for _, f := range c.Digest().Facts {
		if f.Rank <= strategies.Evidence {
			facts = append(facts, f)
		}
	}
	phase := func(f strategies.Fact) int {
		switch {
		case f.Lead:
			return 0
		case f.Second:
			return 2
		}
		return 1
	}
	slices.SortStableFunc(facts, func(a, b strategies.Fact) int {
		if a.Rank != b.Rank {
			return int(a.Rank) - int(b.Rank)
		}
		if phase(a) != phase(b) {
			return phase(a) - phase(b)
		}
		return int(a.Turn) - int(b.Turn)
	})
	var lines []string
	for _, f := range facts {
		lines = append(lines, f.Text)
	}
	return lines
}

// TestEndOfPass: the result of a command that succeeded comes before lines that repeat an earlier failure, and before
// what only hints at errors. A clear failure comes first.
func TestEndOfPass(t *testing.T) {
	var sb strings.Builder
	for i := range 12 {
		fmt.Fprintf(&sb, "trying revision %d\nbuilding\nFAIL: expected 'total 7', got 'total -%d'\n", i, i)
	}
	text := sb.String() + "48755fd is the first bad commit\nsearch ended after 12 steps\n"
	got := inOrder(t, "search", text)
	last := slices.Index(got, "48755fd is the first bad commit")
	first := slices.Index(got, "FAIL: expected 'total 7', got 'total -0'")
	again := slices.IndexFunc(got, func(s string) bool {
		return strings.HasPrefix(s, "FAIL") && !strings.HasSuffix(s, "-0'")
	})
	if first != 0 || last < 0 || again >= 0 && again < last {
		t.Errorf("first failure at %d, result at %d, a repetition at %d of %q", first, last, again, got)
	}
	// If the exit status is hidden, each failure comes before the other lines.
	got = inOrder(t, "search || true", text)
	if n := slices.IndexFunc(got, func(s string) bool { return !strings.HasPrefix(s, "FAIL") }); n < 12 {
		t.Errorf("only %d failures are critical: %q", n, got)
	}
}

// TestNumbersOfAlarms: a count of failures isn't taken for a repetition of the same line with a zero.
func TestNumbersOfAlarms(t *testing.T) {
	text := "checked a.x: errors: 0\n" + strings.Repeat("all is well with this file\n", 30) +
		"checked b.x: errors: 3\n" + strings.Repeat("and also with the next one\n", 30)
	if got := inOrder(t, "checkall", text); got[0] != "checked b.x: errors: 3" {
		t.Errorf("the failure isn't first: %q", got)
	}
}

// TestWarningsAlone: if a command failed and its output has no error, its warnings come before the rest.
func TestWarningsAlone(t *testing.T) {
	filler := strings.Repeat("page of the site\nand another one\nwith its picture\n", 30)
	in := &strategies.Input{Family: strategies.FamilyExec, Status: result.Status{Known: true, Code: 1}}
	const warning = "Site Warning: about.html has a missing link"
	got := ranked(t, in, filler+warning+"\n"+filler, strategies.Evidence)
	if !slices.Contains(got, warning) {
		t.Errorf("the warning isn't shown: %q", got)
	}
}

// TestWarningsBlamed: warnings come first if the output gives them as the reason of the failure.
func TestWarningsBlamed(t *testing.T) {
	filler := strings.Repeat("page of the site\nand another one\nwith its picture\n", 30)
	in := &strategies.Input{Family: strategies.FamilyExec, Status: result.Status{Known: true, Code: 1}}
	const warning = "warning: function tide/2 is unused"
	text := filler + warning + "\n  lib/tide.ex:6\n\n" + filler
	for _, reason := range []string{
		"Compilation failed due to warnings while using the --warnings-as-errors option",
		"cc1: error: all warnings being treated as errors",
	} {
		got := ranked(t, in, text+reason+"\n", strategies.Evidence)
		if !slices.Contains(got, warning) || !slices.Contains(got, "  lib/tide.ex:6") {
			t.Errorf("%s: the warning isn't shown: %q", reason, got)
		}
		got = ranked(t, in, "error: the gate is closed\nerror: the tide is low\n"+text+reason+"\n", strategies.Critical)
		if slices.Contains(got, warning) {
			t.Errorf("%s: a warning is critical beside errors: %q", reason, got)
		}
	}
}
