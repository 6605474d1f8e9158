// Package logs summarises the log of a service or a system: what failed, which records are rare, and how often each
// kind of record occurs.
//
// A log is a text of which most lines have a time, and a level, a program or a text that occurs again and again. It is
// recognised by its first 200 lines, whatever its name is. The lines of stack traces belong to the record above them.
// Times, levels and places (hosts, processes, threads, loggers, requests) are read in the forms that loggers and
// systems share, anywhere before the message. Two records are of one kind if they have the same level and their
// messages share a template (see [textline.NewMessageMiner]).
//
// The prefix that a relay of several services adds to each line is removed. A message may be on the line below its
// head, as .NET writes it. A database's additions to an error, and a stack trace, belong to the record above.
//
// The text opens with a table of kinds. Errors and warnings come first, the severest and the rarest at the top. Then
// come the kinds with words of failure in their message, then rare and frequent kinds in turns. A row has the number of
// records, the first one's message and the exception below it:
//
//	147x ERROR the queue is full: java.io.IOException: disk full (06:41:07 to 07:12:33)
//
// Below the table is the first record of each kind of errors or warnings, as it is, if it has more than its row. The
// lines below it follow, the key lines of a stack trace first: the exception and the program's own innermost frame. The
// logs of CI jobs, test runners and builds are left to the general engine.
//
// # Cost
//
// The text is read twice, and its first lines three times. At most 4096 templates and a byte for each of the first four
// million lines are kept. The numbers are exact: each record is counted once, in one of the templates or among the
// others.
package logs

import (
	"strings"

	"github.com/toktee/toktee/strategies"
)

// New returns the strategy for logs of services.
func New() strategies.Strategy { return strategy{} }

// strategy has no state: each call of Digest gathers its own.
type strategy struct{}

// Name implements [strategies.Strategy].
func (strategy) Name() string { return "log" }

// Match implements [strategies.Strategy].
func (strategy) Match(in *strategies.Input) strategies.Confidence {
	switch in.Family {
	case strategies.FamilyExec, strategies.FamilyRead, strategies.FamilyOther, "":
	default:
		return strategies.No
	}
	if b, bounded := in.Bounds(); bounded && (b.Gaps || b.First > 1) {
		return strategies.No // its lines are those of the file
	}
	if in.Status.Bad() || !mayBeLog(in) {
		return strategies.No
	}
	if r := read(in.Head); strings.HasPrefix(in.Head, "{") && r.level != unknown && r.clock != "" {
		return strategies.Sure // before it is rows of JSON
	}
	return strategies.Record // a log that is read as a file is a log
}

// mayBeLog reports whether a line at the start of an output could be a record of a log. Digest looks at more of them.
func mayBeLog(in *strategies.Input) bool {
	if printsLog(in) || strings.HasSuffix(in.Path, ".log") {
		return true
	}
	var rd reader
	for l := range strings.SplitSeq(in.Head, "\n") {
		if r := rd.read(l); r.head && (r.clock != "" || r.code != "" || r.sure) {
			return true
		}
	}
	return false
}

// printsLog reports whether the command is one that prints a service's log.
func printsLog(in *strategies.Input) bool {
	if !in.Shell.OK || len(in.Shell.Commands) != 1 {
		return false
	}
	switch c := in.Shell.Commands[0]; c.Name {
	case "journalctl", "dmesg", "logcat":
		return true
	case "docker-compose":
		return c.Has("logs")
	case "docker", "podman", "kubectl", "oc", "heroku", "fly", "pm2", "nerdctl", "flyctl":
		return c.Sub() == "logs" || c.Sub() == "compose" && c.Has("logs")
	case "adb":
		return c.Has("logcat")
	}
	return false
}
