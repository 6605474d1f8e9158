package proc

import (
	"bytes"
	"os"
	"os/signal"
	"strconv"
	"sync"

	"golang.org/x/sys/unix"
)

// reaper makes this process the parent of processes that a command orphans, instead of init, so that a stop can find
// them. The methods of a nil reaper do nothing.
type reaper struct {
	chld chan os.Signal
	done chan struct{}

	mu     sync.Mutex
	others map[int]bool // children from before, which a shell may have started that became us by exec, and the guard
	over   bool         // later children are none of its business
}

// adopt begins adopting, if that is wanted and possible. From then on, children that end have to be waited for.
func adopt(wanted bool) *reaper {
	if !wanted || unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != nil {
		return nil
	}
	return &reaper{others: children(), chld: make(chan os.Signal, 1), done: make(chan struct{})}
}

// children returns the children of our first thread. At the start of a program these are all.
func children() map[int]bool {
	pids := map[int]bool{}
	self := strconv.Itoa(os.Getpid())
	b, err := os.ReadFile("/proc/self/task/" + self + "/children")
	if err != nil {
		return pids
	}
	for _, f := range bytes.Fields(b) {
		pids[number(f)] = true
	}
	return pids
}

// spares reports whether a child of ours doesn't come from the command.
func (r *reaper) spares(pid int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.others[pid]
}

// spare records a child of ours that doesn't come from the command.
func (r *reaper) spare(pid int) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.others[pid] = true
}

// watch waits for adopted children when they end: until then they look alive to others. It doesn't wait for the command
// itself, since [exec.Cmd.Wait] does.
func (r *reaper) watch(command int) {
	if r == nil {
		return
	}
	signal.Notify(r.chld, unix.SIGCHLD)
	go func() {
		for {
			select {
			case <-r.chld:
				r.bury(command)
			case <-r.done:
				signal.Stop(r.chld) // it waits for pending signals, which no one else should
				return
			}
		}
	}()
}

// bury waits for children that have ended, unless adopting has.
func (r *reaper) bury(command int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.over {
		bury(command)
	}
}

// bury waits for children that have ended, until there is none or the next one is the command.
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

// stop ends adopting. Adopted processes that still run become orphans again when this process ends.
func (r *reaper) stop() {
	if r == nil {
		return
	}
	close(r.done)
	r.mu.Lock()
	bury(0)
	r.over = true
	r.mu.Unlock()
	unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
}

// abandon ends adopting for a command that didn't start.
func (r *reaper) abandon() {
	if r != nil {
		unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
	}
}
