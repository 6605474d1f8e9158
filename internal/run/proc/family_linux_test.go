package proc

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
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

// A stop finds a process that the command starts while the stop looks for its processes, and that shows no sign of its
// origin once its parent is dead.
func TestStopSuspends(t *testing.T) {
	setsid, err := Lookup("setsid")
	if err != nil {
		t.Skip("setsid is missing; .ci/run installs it")
	}
	out, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	leader := exec.Command("sh", "-c", "read x; env -i "+setsid+" /bin/sh -c 'echo go; exec sleep 100' & wait")
	leader.Stdout = w
	leader.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	in, err := leader.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := leader.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	exited := make(chan struct{})
	go func() {
		defer close(exited)
		leader.Wait()
	}()
	f := newFamily(leader.Process.Pid, "MARK", nil)
	looks := 0
	f.look = func(process, string) bearing {
		if looks++; looks == 1 {
			in.Write([]byte("\n"))
			out.SetReadDeadline(time.Now().Add(time.Second)) // it has had time to start the process
			out.Read(make([]byte, 3))
		}
		return withoutMark
	}
	f.stop(exited, []step{{unix.SIGTERM, 10 * time.Second}, {unix.SIGKILL, 0}}, nil)
	out.SetReadDeadline(time.Now().Add(10 * time.Second))
	if _, err := io.ReadAll(out); err != nil {
		t.Errorf("a process was left running: %v", err)
	}
}

// A process whose mark can never be read doesn't delay a stop for long.
func TestStopGivesUp(t *testing.T) {
	leader := exec.Command("true")
	if err := leader.Run(); err != nil {
		t.Fatal(err)
	}
	f := newFamily(leader.Process.Pid, "MARK", nil)
	f.look = func(p process, _ string) bearing {
		if p.pid != 1 {
			return withoutMark
		}
		return unreadable
	}
	exited := make(chan struct{})
	close(exited)
	f.stop(exited, []step{{unix.SIGTERM, time.Hour}, {unix.SIGKILL, 0}}, nil)
	if f.waits != maxWaits+1 {
		t.Errorf("%d waits, want %d", f.waits, maxWaits+1)
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
	for cmdline := ""; !strings.HasPrefix(cmdline, "sleep"); { // it is being started
		b, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", bare.Process.Pid))
		if err != nil {
			t.Fatal(err)
		}
		cmdline = string(b)
	}
	all, ok := processes()
	if !ok {
		t.Fatal("/proc lists no processes")
	}
	found := false
	for _, p := range all {
		kernels := p.group == 0
		if p.pid == bare.Process.Pid || kernels {
			found = found || !kernels
			if got := look(p, "MARK"); got != withoutMark && (!kernels || got != unknown) {
				t.Errorf("%+v: got %v", p, got)
			}
		}
	}
	if !found {
		t.Error("the program without an environment isn't listed")
	}
}

// A process that has got the leader's number after its end isn't the command's.
func TestReusedNumber(t *testing.T) {
	f := newFamily(40, "", nil)
	if f.findReuse([]process{{pid: 40, group: 40, start: 7}}); f.reused {
		t.Error("the leader isn't recognised")
	}
	if f.findReuse(nil); f.reused {
		t.Error("a leader that is gone counts as another process")
	}
	later := process{pid: 40, group: 40, start: 9}
	if f.findReuse([]process{later}); !f.reused || f.recognises(later) {
		t.Error("another process is taken for the leader")
	}
}
