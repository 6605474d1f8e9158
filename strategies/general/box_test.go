package general

import (
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

func failedCommand() *strategies.Input {
	return &strategies.Input{Status: result.Status{Known: true, Code: 1}, Family: strategies.FamilyExec}
}

// TestBoxes holds that the lines of a box that names an error are evidence, and that rows of tables aren't errors.
func TestBoxes(t *testing.T) {
	before := strings.Repeat("creating another disk\nit is complete\n", 40)
	after := strings.Repeat("stopping a container\nuploading its log\n", 40) + "elapsed: 41 s"
	text := "╷\n│ Error: Invalid value for variable\n│ \n│   on main.tf line 1:\n│    1: variable \"size\" {\n" +
		"│     ├────────────────\n│     │ var.size is 5\n│ \n│ The size must be less than 3.\n│ \n" +
		"│ This was checked by the validation rule at main.tf:4,3-13.\n╵\n"
	got := ranked(t, failedCommand(), before+text+after, strategies.Evidence)
	for _, line := range []string{
		"│ Error: Invalid value for variable", "│   on main.tf line 1:", "│     │ var.size is 5",
		"│ The size must be less than 3.", "│ This was checked by the validation rule at main.tf:4,3-13.",
	} {
		if !slices.Contains(got, line) {
			t.Errorf("%q isn't evidence", line)
		}
	}
	for line, want := range map[string]string{
		"│ Error: no such disk":  "Error: no such disk",
		"│ Errors: 0 │":          "│ Errors: 0 │",
		"│ Failed │ 0 │":         "│ Failed │ 0 │",
		"│   └── error.go":       "│   └── error.go",
		"│     │ var.size is 5":  "│     │ var.size is 5",
		"no box │ but a divider": "no box │ but a divider",
	} {
		if got := unboxed(line); got != want {
			t.Errorf("unboxed(%q) = %q, want %q", line, got, want)
		}
	}
}

// TestCausesWithNumbers holds that the last cause of an exception isn't dropped because it differs from the others by a
// number.
func TestCausesWithNumbers(t *testing.T) {
	text := "Exception in thread \"main\" DeployException: no node took the release\n\tat Deploy.run(Deploy.java:88)\n"
	for _, n := range []string{"7", "4", "2", "3", "9"} {
		text += "Caused by: ConnectException: node-" + n + " didn't answer on port 844" + n + "\n" +
			"\tat Net.connect(Net.java:41)\n\t... " + n + " more\n"
	}
	got := ranked(t, failedCommand(), text, strategies.Evidence)
	if last := "Caused by: ConnectException: node-9 didn't answer on port 8449"; !slices.Contains(got, last) {
		t.Errorf("the root cause isn't evidence: %q", got)
	}
}

// TestAnyExceptionOfPython holds that the line below a traceback is critical, whatever the exception is called.
func TestAnyExceptionOfPython(t *testing.T) {
	text := strings.Repeat("packing another module\n", 40) + "Traceback (most recent call last):\n" +
		"  File \"pack.py\", line 3, in <module>\n    unpack(name)\nzipfile.BadZipFile: File is not a zip file\n" +
		strings.Repeat("stopping a container\n", 40)
	got := ranked(t, failedCommand(), text, strategies.Critical)
	if !slices.Contains(got, "zipfile.BadZipFile: File is not a zip file") {
		t.Errorf("the exception isn't critical: %q", got)
	}
}
