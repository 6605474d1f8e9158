// Package run lists the packages that run commands and record their output. It has no code.
//
//   - proc: a command under a context, in a process group of its own, of which nothing remains after a stop; proc/pty
//     opens pseudo terminals
//   - spool: the raw bytes of both streams in arrival order, in memory up to 1 MiB and compressed on disk above
//   - live: lets a person watch the output of a running command
//   - progress: one line on a terminal for work that takes long
//   - diskfile: reads and writes files as a whole, and locks files
//   - repo: the commit, the branch and the changes of a git repository, read without git
//   - crash: turns a panic in a caller's function into an error
//   - parallel: spreads independent work over workers with their own state
//
// # What may be changed
//
// The file format of spool is that of stored outputs: an older file must stay readable. proc promises that a cancelled
// command leaves no process; its tests count processes on Linux, and each system has files of its own. Nothing here
// knows what an output means.
package run
