//go:build unix

package proc

import (
	"cmp"
	"time"

	"golang.org/x/sys/unix"
)

// family is a command and all processes that come from it: its group, descendants that have left the group, and those
// of them that have lost their parent. The last are known because they were seen before, because they have the
// command's mark in their environment, or because we have adopted them.
type family struct {
	self   int     // our own pid
	leader int     // the pid of the command, which is its group's number, too
	mark   string  // "" for none
	adopts *reaper // if set, our children belong to the family, except for those that it spares
	look   func(p process, mark string) bearing

	// Processes by pid, with their start.
	known     map[int]uint64 // members that were seen
	unmarked  map[int]uint64 // processes without the mark
	signalled map[int]uint64 // members outside of the group that have got the current signal

	began    uint64 // the start of the leader, 0 if it wasn't seen
	reused   bool   // its number is another process's by now
	starting bool   // the last listing met a process whose mark couldn't be read yet
	waits    int    // how often such processes alone were waited for
}

// maxWaits bounds the waits of a stop for processes whose mark can't be read, since others may be started all the time.
const maxWaits = 20

// bearing is the relation of a process to a mark, by its environment.
type bearing int

const (
	unknown bearing = iota // it can't be read
	withoutMark
	withMark
	unreadable // it is starting a program just now, or ending
)

func newFamily(leader int, mark string, adopts *reaper) *family {
	return &family{
		self: unix.Getpid(), leader: leader, mark: mark, adopts: adopts, look: look,
		known: map[int]uint64{}, unmarked: map[int]uint64{}, signalled: map[int]uint64{},
	}
}

// members returns the family's living processes. ok is false on a system that doesn't list processes.
func (f *family) members() (list []process, ok bool) {
	all, ok := processes()
	if !ok {
		return nil, false
	}
	f.starting = false
	children := make(map[int][]int, len(all))
	var queue []int
	in := make([]bool, len(all))
	f.findReuse(all)
	for i, p := range all {
		children[p.parent] = append(children[p.parent], i)
		if f.recognises(p) {
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

// findReuse notes whether the leader's number is another process's by now.
func (f *family) findReuse(all []process) {
	for _, p := range all {
		if p.pid == f.leader {
			f.began = cmp.Or(f.began, p.start)
			f.reused = p.start != f.began
		}
	}
}

// recognises reports whether a process belongs to the family, by itself and not by its parent.
func (f *family) recognises(p process) bool {
	if start, ok := f.known[p.pid]; ok && start == p.start {
		return true
	}
	return !f.reused && (p.pid == f.leader || p.group == f.leader) || f.adopted(p) || f.marked(p)
}

// adopted reports whether a process is our child because the command orphaned it.
func (f *family) adopted(p process) bool {
	return f.adopts != nil && p.parent == f.self && !f.adopts.spares(p.pid)
}

// marked reports whether a process has the mark in its environment. A process without it can't get it later.
func (f *family) marked(p process) bool {
	if f.mark == "" || p.dead {
		return false
	}
	if start, ok := f.unmarked[p.pid]; ok && start == p.start {
		return false
	}
	b := f.look(p, f.mark)
	switch b {
	case withoutMark:
		f.unmarked[p.pid] = p.start
	case unreadable:
		f.starting = true
	}
	return b == withMark
}

// send sends a signal to all members, and reports whether there may be any.
func (f *family) send(sig unix.Signal) bool {
	// Some members can't be recognised any more once their parents are dead. The group is suspended meanwhile, so that
	// it starts none that this look misses.
	if p, ok := find(f.leader); ok {
		f.findReuse([]process{p})
	}
	f.signalGroup(unix.SIGSTOP)
	f.members()
	f.signalGroup(sig)
	f.signalGroup(unix.SIGCONT) // a suspended process gets the signal only when it goes on
	clear(f.signalled)
	return f.remind(sig)
}

// signalGroup sends a signal to the command's group, unless the number is another one's by now.
func (f *family) signalGroup(sig unix.Signal) {
	if !f.reused {
		unix.Kill(-f.leader, sig)
	}
}

// remind sends the signal to members outside of the group that haven't got it yet. It reports whether the family has a
// member, or may have: a process that is starting a program has to be looked at again.
func (f *family) remind(sig unix.Signal) bool {
	list, ok := f.members()
	if !ok {
		return unix.Kill(-f.leader, 0) != unix.ESRCH
	}
	for _, p := range list {
		if p.group == f.leader || f.signalled[p.pid] == p.start {
			continue
		}
		f.signalled[p.pid] = p.start
		unix.Kill(p.pid, sig)
		unix.Kill(p.pid, unix.SIGCONT)
	}
	if len(list) == 0 && f.starting {
		f.waits++
		return f.waits <= maxWaits
	}
	return len(list) > 0
}

const (
	// firstPoll and lastPoll are how often a family that outlives its leader is looked for. There is no event for its
	// end, and looking costs a walk over all processes, so the pauses grow.
	firstPoll = 5 * time.Millisecond
	lastPoll  = 40 * time.Millisecond
	// killWait is how long the family's end is waited for after SIGKILL. A process that is stuck in the kernel outlives
	// it.
	killWait = 500 * time.Millisecond
)

// stop sends the family one signal after the other until the command has ended and no process is left. exited is
// closed when the command itself has ended. Once force is closed, SIGKILL comes next.
func (f *family) stop(exited <-chan struct{}, steps []step, force <-chan struct{}) {
	for _, s := range steps {
		select {
		case <-force:
			s.sig = unix.SIGKILL
		default:
		}
		if s.sig == unix.SIGKILL {
			break
		}
		if f.try(s, exited, force) {
			return
		}
	}
	f.kill(exited)
}

// try sends a signal and waits for the family's end as long as the step's grace lasts. It reports whether all have
// ended.
func (f *family) try(s step, exited, force <-chan struct{}) bool {
	f.send(s.sig)
	over := time.After(s.grace)
	var poll <-chan time.Time // once the command itself has ended
	pause := firstPoll
	for {
		select {
		case <-exited:
			exited = nil
			poll = time.After(0)
		case <-poll:
			if !f.remind(s.sig) {
				return true
			}
			poll = time.After(pause)
			pause = min(2*pause, lastPoll)
		case <-over:
			return false
		case <-force:
			return false
		}
	}
}

// kill ends the remaining processes. It looks again as long as it finds any, since a process may have started another
// one meanwhile.
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
