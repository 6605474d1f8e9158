//go:build unix && !linux

package proc

import "syscall"

// dieWithUs does nothing on this system: the guard alone kills the command.
func dieWithUs(*syscall.SysProcAttr) {}

// suspendedBy always returns 0: on this system asking would take the child's status from [exec.Cmd.Wait].
func suspendedBy(int) syscall.Signal { return 0 }
