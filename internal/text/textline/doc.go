// Package textline reads single lines of output of unknown tools. It finds the severity of a line by its words, the
// failed test in it, and its counts. It also finds the prefix that a logger or a CI service wrote before it, and the
// template that it shares with lines that differ only in their values.
//
// The words, marks and verbs are those that many test runners, compilers and loggers share; nothing here is about one
// tool. Only English words are recognised, except for a few diagnostics. A line never proves an outcome: callers rank
// lines by the findings.
//
// # Limits and cost
//
// All functions are linear in their line, of which [MaxSeverity] bytes are searched for words. They allocate nothing
// for nearly all lines. [Templates] and [Miner] keep state, and both are bounded: 262144 hashes, and 4096 templates.
package textline
