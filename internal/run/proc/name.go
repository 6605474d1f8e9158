package proc

import (
	"os"
	"strconv"
	"strings"
	"sync"
)

// process is a process as the system lists it.
type process struct {
	pid, parent, group int    // the parent is -1 if the system doesn't report it
	start              uint64 // when it started: distinguishes processes that had the same pid one after the other
	dead               bool   // it has ended, but its parent hasn't asked for its status yet
}

// Self returns a name for this process that no other one has, then or later: its pid, and when it started,
// "4211-3k9f2". A program can pass it on in an environment, which may outlive the process.
//
// If the system doesn't report when a process started, the name is "4211-0", and a later process with the same pid has
// it too. Linux (with /proc), macOS and Windows report it.
func Self() string { return self() }

var self = sync.OnceValue(func() string { return Name(os.Getpid()) })

// Name returns the name of the process with this ID, as [Self] does. If there is none, nothing lives by that name.
func Name(pid int) string {
	p, _ := find(pid)
	return strconv.Itoa(pid) + "-" + strconv.FormatUint(p.start, 36)
}

// Lives reports whether the process of a name is alive. Text after another "-" is ignored.
func Lives(name string) bool {
	pid, start, ok := parseName(name)
	if !ok {
		return false
	}
	p, ok := find(pid)
	return ok && !p.dead && p.start == start
}

// Encloses reports whether the process of a name is alive and is this process or one above it. If the system doesn't
// report parents at little cost (any but Linux and macOS), every living process counts as above.
func Encloses(name string) bool {
	pid, start, ok := parseName(name)
	for id := os.Getpid(); ok && id > 0; {
		var p process
		if p, ok = find(id); !ok {
			return false
		}
		switch {
		case id == pid:
			return p.start == start
		case p.parent < 0:
			return Lives(name)
		}
		id = p.parent
	}
	return false
}

func parseName(name string) (pid int, start uint64, ok bool) {
	number, rest, ok := strings.Cut(name, "-")
	begin, _, _ := strings.Cut(rest, "-")
	pid, err := strconv.Atoi(number)
	if !ok || err != nil || pid <= 0 {
		return 0, 0, false
	}
	start, err = strconv.ParseUint(begin, 36, 64)
	return pid, start, err == nil
}
