package general

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
)

// owns reports whether the exit status is that of a program with a report: the last command of the line is that
// program.
func owns(in *strategies.Input, reports []parsed) bool {
	if !in.Shell.OK || !in.Shell.OwnExit || len(in.Shell.Commands) == 0 {
		return false
	}
	last := in.Shell.Commands[len(in.Shell.Commands)-1]
	return slices.ContainsFunc(reports, func(p parsed) bool { return p.named && p.program.RunBy(last) })
}

// stepFailures lists the beginnings of lines in which a tool such as make reports that a program it ran has failed.
var stepFailures = []string{
	"make: *** ", "ninja: build stopped: ", "npm ERR! ", "npm error ", "ELIFECYCLE ", `error: script "`,
	"error Command failed with exit code ", "##[error]", "Error: Process completed with exit code ",
}

// namesFailedStep reports whether a line names the step of the command that failed. Then the success of another step is
// no contradiction.
func namesFailedStep(line string) bool {
	s := textline.StripPrefix(line)
	if rest, ok := strings.CutPrefix(s, "make["); ok { // "make[2]: *** [Makefile:3: test] Error 1"
		_, rest, ok := parse.CutNumber(rest)
		return ok && strings.HasPrefix(rest, "]: *** ")
	}
	return parse.StartsWith(s, stepFailures...)
}

// anyNamesFailedStep reports whether any line of the output names a failed step.
func anyNamesFailedStep(lines strategies.Lines) bool {
	for l := range lines.All() {
		if namesFailedStep(l.Text) {
			return true
		}
	}
	return false
}
