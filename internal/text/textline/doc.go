// Package textline reads single lines of output of tools that aren't known: how severe a line is by its words, which
// failed test it names, what it counts, the prefix that a logger or a CI service wrote before it, and the template that
// it shares with lines that differ in their values alone.
//
// The words, marks and verbs are those that many test runners, compilers and loggers share; nothing here is about one
// tool. English words alone are recognised. A line never proves an outcome: callers rank lines by what is found.
//
// # Limits and cost
//
// All functions are linear in their line, of which [MaxSeverity] bytes are looked at for words. They allocate nothing
// for nearly all lines. [Templates] and [Miner] keep state, and both are bounded: 262144 hashes, and 4096 templates.
package textline
