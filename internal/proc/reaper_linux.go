package proc

import (
	"bytes"
	"os"
	"os/signal"
	"strconv"
	"sync"

	"golang.org/x/sys/unix"
)

// reaper makes this process the parent of what a command orphans, as init would be, so that nothing of it is out of
// reach. It is a nil pointer where nobody asked for it, which all methods take for nothing to do.
type reaper struct {
	others  map[int]bool // children that were there before, which a shell may have left us by its exec
	chld    chan os.Signal
	done    chan struct{}
	stopped sync.WaitGroup
}

// adopt begins adopting. What ends from then on has to be waited for.
func adopt(wanted bool) *reaper {
	if !wanted || unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != nil {
		return nil
	}
	return &reaper{others: children(), chld: make(chan os.Signal, 1), done: make(chan struct{})}
}

// children are the children of our first thread, which are all that a program begins with.
func children() map[int]bool {
	self := strconv.Itoa(os.Getpid())
	b, err := os.ReadFile("/proc/self/task/" + self + "/children")
	if err != nil || len(b) == 0 {
		return nil
	}
	pids := map[int]bool{}
	for _, f := range bytes.Fields(b) {
		pids[number(f)] = true
	}
	return pids
}

// spares reports whether a child isn't the command's.
func (r *reaper) spares(pid int) bool { return r.others[pid] }

// watch buries adopted children as they end: whoever asks whether such a process is still there would be told that it is.
// The command itself is left to whoever waits for it.
func (r *reaper) watch(command int) {
	if r == nil {
		return
	}
	signal.Notify(r.chld, unix.SIGCHLD)
	r.stopped.Go(func() {
		for {
			select {
			case <-r.chld:
				bury(command)
			case <-r.done:
				return
			}
		}
	})
}

// bury waits for all children that have ended, up to the command.
func bury(command int) {
	for {
		var info unix.Siginfo
		if unix.Waitid(unix.P_ALL, 0, &info, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil) != nil {
			return
		}
		pid, _, _ := childInfo(&info)
		if pid == 0 || int(pid) == command {
			return
		}
		if _, err := unix.Wait4(int(pid), nil, unix.WNOHANG, nil); err != nil {
			return
		}
	}
}

// stop ends adopting. What was adopted and lives on becomes an orphan again when this process ends.
func (r *reaper) stop() {
	if r == nil {
		return
	}
	signal.Stop(r.chld)
	close(r.done)
	r.stopped.Wait()
	bury(0)
	unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
}

// abandon ends adopting for a command that didn't start.
func (r *reaper) abandon() {
	if r != nil {
		unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
	}
}
