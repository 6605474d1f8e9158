package read

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
)

// maxRefusal is the most lines that a message in place of a file has.
const maxRefusal = 12

// refused reports whether a tool's answer is the reason why there is no file: "File does not exist."
func refused(in *strategies.Input, lines strategies.Lines) bool {
	if lines.Count() > maxRefusal {
		return false
	}
	head := strings.TrimSpace(in.Head)
	if strings.HasPrefix(head, "<tool_use_error>") {
		return true
	}
	if in.Command != "" {
		return false // a program's message about its files comes with an exit status: the general engine reads both
	}
	if parse.StartsWith(head, refusals...) {
		return true
	}
	low := strings.ToLower(head[:min(len(head), 400)])
	if !parse.StartsWith(low, failures...) {
		return false
	}
	return slices.ContainsFunc(reasons, func(why string) bool { return strings.Contains(low, why) })
}

// refusals open an answer of a reading tool that has no file to show.
var refusals = []string{
	"File does not exist", "File not found", "No such file", "Path does not exist", "ENOENT", "EISDIR", "EACCES",
	"EPERM", "Permission denied", "File is too large", "File content (", "File has not been", "Is a directory",
}

// failures open an answer that isn't a file, if one of the reasons follows.
var (
	failures = []string{"error", "failed to", "could not", "cannot", "can't", "unable to"}
	reasons  = []string{
		"no such file", "not found", "not exist", "permission denied", "is a directory", "too large", "exceeds",
		"enoent", "eisdir", "eacces", "access denied", "not readable", "outside", "binary",
	}
)

// refusal shows such a message whole.
func refusal(lines strategies.Lines, c *strategies.Collector) error {
	c.Outcome(strategies.Fail)
	c.Verdict("The read failed", "", "")
	c.Count(strategies.Errors, 1)
	for l := range lines.All() {
		rank := strategies.Critical
		if strings.TrimSpace(l.Text) == "" {
			rank = strategies.Noise
		}
		c.Line(rank, strategies.KindLine, "", l)
	}
	return nil
}
