package proc

import (
	"bytes"
	"os"
	"strconv"
)

// processes lists all processes of the system, as /proc shows them. ok is false if it doesn't.
func processes() ([]process, bool) {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil, false
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return nil, false
	}
	list := make([]process, 0, len(names))
	buf := make([]byte, 1<<10)
	for _, name := range names {
		if name[0] < '0' || name[0] > '9' {
			continue
		}
		if p, ok := readStat("/proc/"+name+"/stat", buf); ok {
			list = append(list, p)
		}
	}
	return list, len(list) > 0
}

// find returns a process. Without /proc, its pid is all that is known of it.
func find(pid int) (process, bool) {
	p, ok := readStat("/proc/"+strconv.Itoa(pid)+"/stat", make([]byte, 1<<10))
	if ok {
		return p, true
	}
	if _, err := os.Stat("/proc/self/stat"); err == nil {
		return process{}, false
	}
	return bare(pid)
}

// readStat reads the line in /proc/PID/stat:
//
//	4711 (name) S 4700 4711 4700 ...
//
// The fields after the pid and the name, which may have any characters, are state, parent, group and so on; the
// twentieth is the start. ok is false for a process that has just ended.
func readStat(path string, buf []byte) (process, bool) {
	f, err := os.Open(path)
	if err != nil {
		return process{}, false
	}
	n, _ := f.Read(buf)
	f.Close()
	stat := buf[:n]
	pid, _, _ := bytes.Cut(stat, []byte(" "))
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	const state, parent, group, start = 0, 1, 2, 19
	if len(fields) <= start {
		return process{}, false
	}
	p := process{pid: number(pid), parent: number(fields[parent]), group: number(fields[group])}
	p.start, _ = strconv.ParseUint(string(fields[start]), 10, 64)
	p.dead = fields[state][0] == 'Z' || fields[state][0] == 'X'
	return p, p.pid > 0
}

func number(b []byte) int {
	n, _ := strconv.Atoi(string(b))
	return n
}

// look reports whether a process was started with the mark in its environment.
func look(p process, mark string) bearing {
	dir := "/proc/" + strconv.Itoa(p.pid)
	env, err := os.ReadFile(dir + "/environ")
	if err == nil && len(env) == 0 && p.group > 0 { // threads of the kernel have no group
		// Between two programs, a process has neither an environment nor arguments.
		args, failed := os.ReadFile(dir + "/cmdline")
		if failed == nil && len(args) == 0 {
			return unreadable
		}
		env, err = os.ReadFile(dir + "/environ") // the program may have been started since
	}
	switch {
	case err != nil: // it is gone, or another user's
		return unknown
	case carries(env, mark):
		return withMark
	}
	return withoutMark
}

// carries reports whether an environment has the mark.
func carries(env []byte, mark string) bool {
	for v := range bytes.SplitSeq(env, []byte{0}) {
		if marks, ok := bytes.CutPrefix(v, []byte(markVariable+"=")); ok {
			for m := range bytes.SplitSeq(marks, []byte(",")) {
				if string(m) == mark {
					return true
				}
			}
		}
	}
	return false
}
