//go:build unix && !linux

package proc

import "syscall"

// suspendedBy always returns 0: on this system asking would take the child's status from [exec.Cmd.Wait].
func suspendedBy(int) syscall.Signal { return 0 }
