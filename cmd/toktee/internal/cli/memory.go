package cli

import "runtime/debug"

// One output takes little memory and less time than collecting garbage once does: a command that prints 100 KB is told of
// in some 6 MiB. So the collector waits for 16 MiB, and for a large output it holds the process under the limit.
const (
	gcPercent   = 400
	memoryLimit = 72 << 20
)

// oneOutput sets the collector for a process that summarises one output and ends, unless the environment sets it.
func (a *app) oneOutput() {
	if _, ok := a.getenv("GOGC"); !ok {
		debug.SetGCPercent(gcPercent)
	}
	if _, ok := a.getenv("GOMEMLIMIT"); !ok {
		debug.SetMemoryLimit(memoryLimit)
	}
}
