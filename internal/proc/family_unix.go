//go:build unix

package proc

import (
	"time"

	"golang.org/x/sys/unix"
)

// process is what the system tells of a process.
type process struct {
	pid, parent, group int
	start              uint64 // tells processes apart that had the same number one after the other
	dead               bool   // it has ended, and waits for its parent to ask
}

// family is a command and all that has come of it: its group, the descendants that have left that, and those of them that
// have lost their parent. The latter are known because they were seen before, because they carry the command's mark in
// their environment, or because we have adopted them.
type family struct {
	leader int     // the command, whose number is its group's too
	mark   string  // "" for none
	adopts *reaper // every descendant of ours is of the family, but for those that it spares; nil for none

	known map[int]uint64 // members that were seen, with their start
	alien map[int]uint64 // processes without the mark
	told  map[int]uint64 // members outside of the group that have got the present signal
}

func newFamily(leader int, mark string, adopts *reaper) *family {
	return &family{leader: leader, mark: mark, adopts: adopts, known: map[int]uint64{}, alien: map[int]uint64{}, told: map[int]uint64{}}
}

// members are the family's living processes. Where the system doesn't list processes, ok is false.
func (f *family) members() (list []process, ok bool) {
	all, ok := processes()
	if !ok {
		return nil, false
	}
	children := make(map[int][]int, len(all))
	var queue []int
	in := make([]bool, len(all))
	self := unix.Getpid()
	for i, p := range all {
		children[p.parent] = append(children[p.parent], i)
		start, known := f.known[p.pid]
		if known && start == p.start || p.pid == f.leader || p.group == f.leader || f.adopts != nil && p.parent == self && !f.adopts.spares(p.pid) || f.marked(p) {
			in[i] = true
			queue = append(queue, i)
		}
	}
	for len(queue) > 0 {
		p := all[queue[0]]
		queue = queue[1:]
		f.known[p.pid] = p.start
		if !p.dead {
			list = append(list, p)
		}
		for _, i := range children[p.pid] {
			if !in[i] {
				in[i] = true
				queue = append(queue, i)
			}
		}
	}
	return list, true
}

// marked reports whether a process carries the mark. A process without it can't get it later.
func (f *family) marked(p process) bool {
	if f.mark == "" || p.dead {
		return false
	}
	if start, ok := f.alien[p.pid]; ok && start == p.start {
		return false
	}
	has, certain := carries(p.pid, f.mark)
	if certain && !has {
		f.alien[p.pid] = p.start
	}
	return has
}

// send sends a signal to all members, and reports whether there are any.
func (f *family) send(sig unix.Signal) bool {
	f.members() // once their parents are dead, some can't be told any more
	unix.Kill(-f.leader, sig)
	unix.Kill(-f.leader, unix.SIGCONT) // a suspended process only gets it when it goes on
	clear(f.told)
	return f.remind(sig)
}

// remind sends the signal to those outside of the group that came too late for it, and reports whether there is a member.
func (f *family) remind(sig unix.Signal) bool {
	list, ok := f.members()
	if !ok {
		return unix.Kill(-f.leader, 0) != unix.ESRCH
	}
	for _, p := range list {
		if p.group == f.leader || f.told[p.pid] == p.start {
			continue
		}
		f.told[p.pid] = p.start
		unix.Kill(p.pid, sig)
		unix.Kill(p.pid, unix.SIGCONT)
	}
	return len(list) > 0
}

const (
	// firstPoll and lastPoll are how often it is asked whether a family that outlives its leader is still there: no event
	// tells, and looking costs a walk over all processes.
	firstPoll = 5 * time.Millisecond
	lastPoll  = 40 * time.Millisecond
	// killWait is how long the family's end is awaited after SIGKILL: a process that the kernel holds can't be helped.
	killWait = 500 * time.Millisecond
)

// stop sends the family one signal after the other until the command has ended and nobody is left. exited is closed when
// the command itself has ended.
func (f *family) stop(exited <-chan struct{}, steps []step, force <-chan struct{}) {
	leader := exited
	var poll <-chan time.Time // once the command itself has ended
	pause := firstPoll
	timer := time.NewTimer(0)
	defer timer.Stop()
	for _, s := range steps {
		select {
		case <-force:
			s.sig = unix.SIGKILL
		default:
		}
		if s.sig == unix.SIGKILL {
			break
		}
		f.send(s.sig)
		next := time.NewTimer(s.grace)
		for waiting := true; waiting; {
			select {
			case <-leader:
				leader = nil
				timer.Reset(0)
				poll = timer.C
			case <-poll:
				if !f.remind(s.sig) {
					next.Stop()
					return
				}
				timer.Reset(pause)
				pause = min(2*pause, lastPoll)
			case <-next.C:
				waiting = false
			case <-force:
				waiting = false
			}
		}
		next.Stop()
	}
	f.kill(exited)
}

// kill ends what is left. It looks again as long as there is somebody, since a process may have had a child meanwhile.
func (f *family) kill(exited <-chan struct{}) {
	f.send(unix.SIGKILL)
	select {
	case <-exited:
	case <-time.After(killWait):
	}
	for begin, pause := time.Now(), time.Millisecond; time.Since(begin) < killWait; pause = min(2*pause, lastPoll) {
		if !f.send(unix.SIGKILL) {
			break
		}
		time.Sleep(pause)
	}
	<-exited
}
