// Package logs summarises the log of a service: what failed, what is rare, and how often each kind of record occurs.
//
// A log is a text of which most lines have a time and a level, or are those of a web server. Records of one kind are
// those that share a template (see [textline.Miner]). Severe records come first, the rarest kinds before all; then
// warnings, then what is rare. Of a frequent kind, one record is shown, with their number and the time of the last.
// The lines below a record, such as a stack trace, are shown with it. The logs of CI jobs, test runners and builds are
// left to the general engine.
//
// # Cost
//
// The text is read twice. At most 4096 templates and 1.25 million places of records are kept, whatever the log's
// length. The numbers of the details are exact: each record is counted once, in one of the templates or among the
// others.
package logs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
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
	if b, bounded := in.Bounds(); bounded && !b.Gaps {
		return strategies.No
	}
	if in.Status.Bad() || !looksLike(in.Head, printsLog(in)) {
		return strategies.No
	}
	return strategies.Record // a log that is read as a file is a log
}

const (
	headLines = 5 // lines that a head must have
	headShare = 6 // tenths of them that must be records
)

// printsLog reports whether the command is one that prints a service's log.
func printsLog(in *strategies.Input) bool {
	if !in.Shell.OK || len(in.Shell.Commands) != 1 {
		return false
	}
	switch c := in.Shell.Commands[0]; c.Name {
	case "journalctl", "dmesg":
		return true
	case "docker", "podman", "kubectl", "oc", "heroku", "fly", "pm2":
		return c.Sub() == "logs"
	}
	return false
}

// looksLike reports whether a text begins as a service's log does. promised says that the command prints one: then
// times are enough.
func looksLike(head string, promised bool) bool {
	lines, records, levels := 0, 0, 0
	for l := range strings.SplitSeq(head, "\n") {
		if strings.TrimSpace(l) == "" {
			continue
		}
		if isJobLine(l) {
			return false
		}
		lines++
		r := read(l)
		if r.head && r.clock != "" {
			records++
			if r.level != unknown {
				levels++
			}
		}
	}
	if lines < headLines || records*10 < lines*headShare {
		return false
	}
	return promised || levels*10 >= lines*headShare
}

// jobWords occur in the logs of CI jobs, builds and test runs.
var jobWords = [...]string{
	"##[", "::group::", "[INFO] ---", "[INFO] Scanning", "=== RUN", "travis_", " PASSED", " FAILED",
}

// isJobLine reports whether a line is one of a CI job, a build or a test run. A job's log has times with seven digits
// behind the second, which were added to what others printed: 2024-05-01T10:11:12.1234567Z.
func isJobLine(l string) bool {
	for _, w := range jobWords {
		if strings.Contains(l, w) {
			return true
		}
	}
	at := clockAt(l)
	if at < 0 || len(l) <= at+16 {
		return false
	}
	return l[at+8] == '.' && parse.Digit(l[at+15]) && l[at+16] == 'Z'
}
