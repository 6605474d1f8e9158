package cli

import "runtime/debug"

// One output takes little memory and less time than collecting garbage once does: a command that prints 100 KB is
// told of in some 6 MiB. So the collector waits for 16 MiB, and for a large output it holds the process under the
// limit. A stream of outputs makes much garbage and keeps none: what the collector costs there is worth some memory.
const (
	gcPercent    = 400
	memoryLimit  = 68 << 20
	streamGC     = 800
	streamMemory = 256 << 20
)

// oneOutput sets the collector for a process that summarises one output and ends.
func (a *app) oneOutput() { a.collector(gcPercent, memoryLimit) }

// manyOutputs sets the collector for a process that summarises a stream of them.
func (a *app) manyOutputs() { a.collector(streamGC, streamMemory) }

// collector sets the collector, unless the environment does.
func (a *app) collector(percent int, limit int64) {
	if _, ok := a.getenv("GOGC"); !ok {
		debug.SetGCPercent(percent)
	}
	if _, ok := a.getenv("GOMEMLIMIT"); !ok {
		debug.SetMemoryLimit(limit)
	}
}
