// Package startup holds the command's start to its promise: no package that it links costs more than half a millisecond
// before main begins.
//
//	go test ./benchmarks/startup
//
// builds the command, runs it as its users do, and reads the Go runtime's trace of every package's init. A package
// that is over the limit in all of many runs is named with its cost: the smallest cost is the package's own, and
// the rest is other load of the machine. The whole cost of a start, against a command without toktee, is a gate of
// benchmarks/pipeline; which packages are linked at all is in cmd/toktee/linked.txt.
package startup
