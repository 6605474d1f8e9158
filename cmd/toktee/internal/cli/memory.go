package cli

import "runtime/debug"

// Limits of the garbage collector. One output takes little memory and less time than one collection: summarising 100
// KB takes some 6 MiB. So the collector waits for 16 MiB (GOGC 400 over a heap of 4 MiB), and keeps the process under
// memoryLimit for a large output. A stream of outputs makes much garbage and keeps none, and it runs for long: there,
// fewer collections are worth some memory.
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

// collector sets the collector's limits, unless the environment sets them.
func (a *app) collector(percent int, limit int64) {
	if _, ok := a.getenv("GOGC"); !ok {
		debug.SetGCPercent(percent)
	}
	if _, ok := a.getenv("GOMEMLIMIT"); !ok {
		debug.SetMemoryLimit(limit)
	}
}
