package proc

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// shell is empty: Windows has none that is always there.
const shell = ""

// ownGroup makes a new process group, so that a Ctrl-C in the console reaches us alone and we can pass it on. It starts
// the command suspended, since the command must be in its job before it starts other processes.
func ownGroup(cmd *exec.Cmd, _ bool) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP | windows.CREATE_SUSPENDED}
}

// Detach does nothing: there are no sessions.
func Detach(*exec.Cmd) {}

// ownTerminal has nothing to do: Command.Pty can't open one here.
func ownTerminal(*exec.Cmd) {}

func scarce(error) bool { return false }

// job is a running command with its descendants.
type job struct {
	pid    int
	cmd    *exec.Cmd
	object windows.Handle // the job object; 0 if there is none, then a stop reaches the command alone
}

// begin puts a command that was just started into a job object, and lets it go on. If we die, the system closes the
// object and ends its processes.
func (c *Command) begin(cmd *exec.Cmd, _ *reaper) *job {
	j := &job{pid: cmd.Process.Pid, cmd: cmd}
	if object, err := windows.CreateJobObject(nil, nil); err == nil {
		if assign(object, uint32(j.pid)) == nil {
			j.object = object
			j.endAtClose(true)
		} else {
			windows.CloseHandle(object)
		}
	}
	if resume(uint32(j.pid)) != nil {
		cmd.Process.Kill() // it would never run
	}
	return j
}

func assign(object windows.Handle, pid uint32) error {
	process, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, pid)
	if err != nil {
		return err
	}
	defer windows.CloseHandle(process)
	return windows.AssignProcessToJobObject(object, process)
}

// resume lets the threads of a process go on.
func resume(pid uint32) error {
	snapshot, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPTHREAD, 0)
	if err != nil {
		return err
	}
	defer windows.CloseHandle(snapshot)
	entry := windows.ThreadEntry32{Size: uint32(unsafe.Sizeof(windows.ThreadEntry32{}))}
	resumed := errors.New("the process has no thread")
	for err = windows.Thread32First(snapshot, &entry); err == nil; err = windows.Thread32Next(snapshot, &entry) {
		if entry.OwnerProcessID != pid {
			continue
		}
		thread, err := windows.OpenThread(windows.THREAD_SUSPEND_RESUME, false, entry.ThreadID)
		if err != nil {
			return err
		}
		_, resumed = windows.ResumeThread(thread)
		windows.CloseHandle(thread)
	}
	return resumed
}

// stop sends the command a Ctrl-Break, and ends the whole job after the grace or once force is closed.
func (j *job) stop(exited <-chan struct{}, _ error, grace time.Duration, force <-chan struct{}) {
	if windows.GenerateConsoleCtrlEvent(windows.CTRL_BREAK_EVENT, uint32(j.pid)) == nil {
		timer := time.NewTimer(grace)
		defer timer.Stop()
		select {
		case <-exited:
		case <-timer.C:
		case <-force:
		}
	}
	if j.object != 0 {
		windows.TerminateJobObject(j.object, 1)
	} else {
		j.cmd.Process.Kill()
	}
	<-exited
}

// endAtClose decides whether the job's processes end when its object is closed.
func (j *job) endAtClose(does bool) {
	var info windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	if does {
		info.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	}
	windows.SetInformationJobObject(j.object, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info)))
}

// end is called once the command has ended. A process that it left running on purpose stays.
func (j *job) end() {
	if j.object != 0 {
		j.endAtClose(false)
		windows.CloseHandle(j.object)
	}
}

// reaper does nothing on Windows: a job object has all descendants.
type reaper struct{}

func adopt(bool) *reaper  { return nil }
func (*reaper) spare(int) {}
func (*reaper) abandon()  {}

// drain does nothing on Windows.
func drain([]*os.File) {}

func hasReader(*os.File) bool { return true }

func exitStatus(st *os.ProcessState) (code int, signal string) { return st.ExitCode(), "" }
