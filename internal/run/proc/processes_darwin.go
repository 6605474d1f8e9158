package proc

import "golang.org/x/sys/unix"

// processes lists all processes of the system.
func processes() ([]process, bool) {
	all, err := unix.SysctlKinfoProcSlice("kern.proc.all")
	if err != nil {
		return nil, false
	}
	list := make([]process, 0, len(all))
	for i := range all {
		list = append(list, processOf(&all[i]))
	}
	return list, len(list) > 0
}

// find returns a process.
func find(pid int) (process, bool) {
	k, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil || int(k.Proc.P_pid) != pid {
		return process{}, false
	}
	return processOf(k), true
}

func processOf(k *unix.KinfoProc) process {
	const zombie = 5 // SZOMB
	return process{
		pid: int(k.Proc.P_pid), parent: int(k.Eproc.Ppid), group: int(k.Eproc.Pgid),
		start: uint64(k.Proc.P_starttime.Sec)<<20 | uint64(k.Proc.P_starttime.Usec),
		dead:  k.Proc.P_stat == zombie,
	}
}

// look reports nothing: reading an environment is expensive on this system. A descendant that has left the group is
// known as long as its parents live.
func look(process, string) bearing { return unknown }
