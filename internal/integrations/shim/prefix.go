package shim

import (
	"strings"

	"github.com/toktee/toktee/internal/text/shell"
)

// endOfCall is in the last line of every Bash call: Claude Code reads the shell's folder from that file.
const endOfCall = " && pwd -P >| "

// IsShellCall reports whether a command line that Claude Code starts is a Bash call.
func IsShellCall(line string) bool {
	return strings.Contains(line, "eval ") && strings.Contains(line, endOfCall)
}

// ReadsSnapshot reports whether a Bash call reads the functions, aliases and options of the user's login shell itself.
func ReadsSnapshot(line string) bool { return strings.HasPrefix(line, "source ") }

// ShellCall returns the command of a Bash call:
//
//	source ~/.claude/shell-snapshots/snapshot-bash-1.sh 2>/dev/null || true && eval 'go test ./...' < /dev/null &&
//	pwd -P >| /tmp/claude-ad49-cwd
//
// ok is false for another form.
func ShellCall(line string) (command string, ok bool) {
	end := strings.LastIndex(line, endOfCall)
	if end < 0 {
		return "", false
	}
	rest := " && " + line[:end]
	for {
		_, after, found := strings.Cut(rest, " && eval ")
		if !found {
			return "", false
		}
		if command, ok := shell.Unquote(strings.TrimSuffix(after, " < /dev/null")); ok {
			return command, true
		}
		rest = after
	}
}

// builtins are commands of every shell that are no programs, or other ones.
const builtins = " . : [ alias bg break cd command continue echo eval exec exit export false fg getopts hash jobs " +
	"kill local printf pwd read readonly return set shift source test times trap true type ulimit umask unalias " +
	"unset wait "

// Started returns the line by which a shell runs what Claude Code starts and is no Bash call. A shell may stay between
// Claude Code and a single program, so that signals don't reach that: "exec" prevents it.
func Started(line string) string {
	words, ok := shell.Simple(line)
	if !ok || strings.Contains(builtins, " "+words[0]+" ") {
		return line
	}
	return "exec " + line
}
