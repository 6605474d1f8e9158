package proc_test

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/run/proc"
)

// nameOf is the name that a process gives itself: field 22 of its stat is when it started.
func nameOf(t *testing.T, pid int) string {
	t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	start, err := strconv.ParseUint(strings.Fields(rest)[22-3], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%d-%s", pid, strconv.FormatUint(start, 36))
}

// The process above is one that can have set our environment; a child can't, and one that has ended neither lives nor
// encloses anything.
func TestAncestors(t *testing.T) {
	if got, want := proc.Self(), nameOf(t, os.Getpid()); got != want {
		t.Errorf("Self() = %q, want %q", got, want)
	}
	if above := nameOf(t, os.Getppid()); !proc.Lives(above) || !proc.Encloses(above) {
		t.Errorf("the parent %s: Lives %v, Encloses %v; want both", above, proc.Lives(above), proc.Encloses(above))
	}
	child := exec.Command("sleep", "100")
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	below := nameOf(t, child.Process.Pid)
	if lives, encloses := proc.Lives(below), proc.Encloses(below); !lives || encloses {
		t.Errorf("the child %s: Lives %v, Encloses %v; want the first alone", below, lives, encloses)
	}
	child.Process.Kill()
	for end := time.Now().Add(2 * time.Minute); proc.Lives(below) && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	if proc.Lives(below) {
		t.Error("a process that was killed and not waited for counts as alive")
	}
	child.Wait()
}
