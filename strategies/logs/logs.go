// Package logs summarises the log of a service: what failed, what is rare, and how often each kind of record comes.
//
// A log is a text of which most lines tell a time and a level, or are those of a web server. Its lines are told
// apart by templates (see [strategies.Miner]). Severe records come first, the rarest kinds before all; then
// warnings, then what is rare; of what comes often one line stands for all, with their number and the times of the
// first and the last. The lines below a record, such as a stack trace, go with it. The logs of CI jobs, test
// runners and builds are not services' logs: the general engine reads those.
//
// # Cost
//
// It reads twice, and keeps at most 4096 templates and a million record marks, whatever the log's length. The
// numbers of the details are exact: each record is counted once, in one of the templates or among the others.
package logs

import (
	"strings"

	"github.com/toktee/toktee/strategies"
)

// Strategy implements [strategies.Strategy].
type Strategy struct{}

// Name implements [strategies.Strategy].
func (Strategy) Name() string { return "log" }

// Match implements [strategies.Strategy].
func (Strategy) Match(in *strategies.Input) strategies.Confidence {
	switch in.Family {
	case strategies.FamilyExec, strategies.FamilyRead, strategies.FamilyOther, "":
	default:
		return strategies.No
	}
	if b, asked := in.Bounds(); asked && !b.Gaps || in.Status.Bad() || !looksLike(in.Head, printsLog(in)) {
		return strategies.No
	}
	return strategies.Record // a log that is read as a file is a log
}

const (
	headLines = 5 // lines that a head must have to tell
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

// looksLike reports whether a text begins as a service's log does. Of a log that the command promises, times are
// enough.
func looksLike(head string, promised bool) bool {
	lines, records, levels := 0, 0, 0
	for l := range strings.SplitSeq(head, "\n") {
		if strings.TrimSpace(l) == "" {
			continue
		}
		if ci(l) {
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
	return lines >= headLines && records*10 >= lines*headShare && (promised || levels*10 >= lines*headShare)
}

// ci reports whether a line is one of a CI job, a build or a test run: its times were added to what others printed.
func ci(l string) bool {
	if strings.Contains(l, "##[") || strings.Contains(l, "::group::") || strings.Contains(l, "[INFO] ---") ||
		strings.Contains(l, "[INFO] Scanning") ||
		strings.Contains(l, "=== RUN") || strings.Contains(l, "travis_") || strings.Contains(l, " PASSED") ||
		strings.Contains(l, " FAILED") {
		return true
	}
	// A job's log has its stamps with seven digits: 2024-05-01T10:11:12.1234567Z.
	i := clockAt(l)
	return i >= 0 && len(l) > i+16 && l[i+8] == '.' && l[i+16] == 'Z' && digit(l[i+15])
}
