// Package shim lets toktee run in place of programs whose output agents' hooks can't shorten: Claude Code replaces no
// result of a command that fails, and Codex in code mode hands results to a program.
//
// A shim is a link to toktee in a folder that comes first in PATH, named after the program that it replaces. It finds
// that program later in PATH ([Real]) and runs it. If the output goes straight to an agent ([Output.IsAgents]), it
// runs it as "toktee run" does; everywhere else it takes the program's place at once, so that redirections and
// background jobs get every byte as it is. So does a pipe of the agent's shell ([Output.PipedBy]);
// the output is kept besides, since the exit status and all that the pipe leaves out would be lost:
//
//	go test ./...            summarised
//	cd web && npm test       summarised, with npm's exit status
//	go test ./... | grep -c  as it is, and kept
//	v=$(go env GOROOT)       as it is, and kept: a pipe, too
//	make >build.log          as it is
//
// # Whose output it is
//
// An agent's set-up can put the device and inode of its shell's output into the environment ([OutputVariable]): the
// output is the agent's if these are its own. Otherwise /proc shows it: the shells above the process are followed up
// to the one that the agent started; the output is the agent's if it is that shell's, or if the agent started the
// program without a shell. A process above that isn't known to be an agent is none, so a build that reads a program's
// output never reads a summary.
//
// # Before the end
//
// An agent may let a command run in the background, such as a server that never ends, and look at its output
// meanwhile. If it captures output in a file, as Claude Code does, the output is written at once. At the end the file
// is cut back to its earlier length and gets the short text. If another process has written there, the output stays.
// Any other output is held for 30 seconds (up to 4 MiB), after which it goes through as it comes and stays.
//
// # Limits and cost
//
// Without /proc, which Linux alone has, only the variable counts. Aliases, absolute paths, "command -p" and "env -i" go
// past a shim. Looking takes at most a few reads of /proc: some 50 µs. There are no shims for shells, for programs that
// change who runs, and for git and ssh, which ask for secrets ([Check]).
package shim
