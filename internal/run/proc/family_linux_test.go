package proc

import (
	"os/exec"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// A stop doesn't end before a process that is starting a program shows whether it belongs to the command.
func TestStopWaitsForStarting(t *testing.T) {
	const mark = "TOKTEETESTMARK"
	cmd := exec.Command("sleep", "100")
	cmd.Env = []string{markVariable + "=" + mark}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()

	leader := exec.Command("true")
	if err := leader.Run(); err != nil {
		t.Fatal(err)
	}
	f := newFamily(leader.Process.Pid, mark, nil)
	looks := 0
	f.look = func(p process, mark string) bearing {
		if p.pid != cmd.Process.Pid {
			return withoutMark
		}
		if looks++; looks < 4 {
			return unreadable
		}
		return look(p, mark)
	}
	exited := make(chan struct{})
	close(exited)
	f.stop(exited, []step{{unix.SIGTERM, 10 * time.Second}, {unix.SIGKILL, 0}}, nil)
	select {
	case <-ended:
	case <-time.After(time.Minute):
		cmd.Process.Kill()
		t.Error("the process was left running")
	}
}

// A process whose mark can never be read doesn't delay a stop for long.
func TestStopGivesUp(t *testing.T) {
	leader := exec.Command("true")
	if err := leader.Run(); err != nil {
		t.Fatal(err)
	}
	f := newFamily(leader.Process.Pid, "MARK", nil)
	looks := 0
	f.look = func(p process, _ string) bearing {
		if p.pid != 1 {
			return withoutMark
		}
		looks++
		return unreadable
	}
	exited := make(chan struct{})
	close(exited)
	f.stop(exited, []step{{unix.SIGTERM, time.Hour}, {unix.SIGKILL, 0}}, nil)
	if looks != maxUnreadable+1 {
		t.Errorf("%d looks, want %d", looks, maxUnreadable+1)
	}
}

// Threads of the kernel and programs without an environment are none of the command's.
func TestLook(t *testing.T) {
	bare := exec.Command("sleep", "100")
	bare.Env = []string{}
	if err := bare.Start(); err != nil {
		t.Fatal(err)
	}
	defer bare.Wait()
	defer bare.Process.Kill()
	all, ok := processes()
	if !ok {
		t.Skip("/proc lists no processes")
	}
	found := false
	for _, p := range all {
		kernels := p.group == 0
		if p.pid == bare.Process.Pid || kernels {
			found = found || !kernels
			if got := look(p, "MARK"); got != withoutMark {
				t.Errorf("%+v: got %v", p, got)
			}
		}
	}
	if !found {
		t.Error("the program without an environment isn't listed")
	}
}
