package proc_test

import (
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/run/proc"
)

// A pid alone names no process: it may have been another one's.
func TestNames(t *testing.T) {
	child := exec.Command("sleep", "100")
	if runtime.GOOS == "windows" {
		child = exec.Command("ping", "-n", "100", "localhost")
	}
	if err := child.Start(); err != nil {
		t.Skip("there is no command that waits: ", err)
	}
	t.Cleanup(func() { child.Process.Kill(); child.Wait() })

	self := proc.Self()
	pid, start, _ := strings.Cut(self, "-")
	if pid != strconv.Itoa(os.Getpid()) || self != proc.Self() {
		t.Errorf("Self() = %q, then %q; want the pid in front, and the same again", self, proc.Self())
	}
	other := strconv.Itoa(child.Process.Pid)
	for _, tt := range []struct {
		name            string
		lives, encloses bool
	}{
		{self, true, true},
		{self + "-k3xf7q", true, true}, // a run of this process
		{pid, false, false},
		{pid + "-", false, false},
		{pid + "-!", false, false},
		{"-" + start, false, false},
		{"x-" + start, false, false},
		{"-1-" + start, false, false},
		{"0-0", false, false},
		{"999999999-1", false, false},
		{"", false, false},
	} {
		if got := proc.Lives(tt.name); got != tt.lives {
			t.Errorf("Lives(%q) = %v, want %v", tt.name, got, tt.lives)
		}
		if got := proc.Encloses(tt.name); got != tt.encloses {
			t.Errorf("Encloses(%q) = %v, want %v", tt.name, got, tt.encloses)
		}
	}
	if start == "0" {
		t.Skip("the system doesn't tell when a process started")
	}
	for _, name := range []string{pid + "-zz", other + "-0", other + "-" + start + "0", "1-1"} {
		if proc.Lives(name) || proc.Encloses(name) {
			t.Errorf("%q is believed: Lives %v, Encloses %v", name, proc.Lives(name), proc.Encloses(name))
		}
	}
}
