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

// shell is empty: there is none that every program can count on.
const shell = ""

// ownGroup keeps a Ctrl-C in the console for us, who hand it on, and starts the command suspended: it must be in its job
// before it starts others.
func ownGroup(cmd *exec.Cmd, _ bool) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP | windows.CREATE_SUSPENDED}
}

// ownTerminal has nothing to do: Command.Pty can't open one here.
func ownTerminal(*exec.Cmd) {}

func scarce(error) bool { return false }

// job is a command that runs, with all that comes of it.
type job struct {
	pid    int
	cmd    *exec.Cmd
	object windows.Handle // 0 if there is none: then it is the command alone
}

// begin puts a command that was started into a job object, and lets it go on. Closing the object ends nobody: what a
// command leaves running on purpose lives on.
func (c *Command) begin(cmd *exec.Cmd, _ *reaper) *job {
	j := &job{pid: cmd.Process.Pid, cmd: cmd}
	if object, err := windows.CreateJobObject(nil, nil); err == nil {
		if assign(object, uint32(j.pid)) == nil {
			j.object = object
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

// stop asks the command to end, as Ctrl-Break does, and ends the whole job when the grace is over.
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

// end is called once the command has ended. It returns the most memory that the job had in use.
func (j *job) end(*os.ProcessState) (peak int64) {
	if j.object == 0 {
		return 0
	}
	defer windows.CloseHandle(j.object)
	var info windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	err := windows.QueryInformationJobObject(j.object, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info)), nil)
	if err != nil {
		return 0
	}
	return int64(info.PeakJobMemoryUsed)
}

// reaper has no meaning here: a job object holds everybody.
type reaper struct{}

func adopt(bool) *reaper { return nil }
func (*reaper) abandon() {}

// drain can't be had here.
func drain([]*os.File) {}

func exitStatus(st *os.ProcessState) (code int, signal string) { return st.ExitCode(), "" }
