package view

import (
	"strings"

	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies/general"
)

// severity returns the severity of a line of the output: that of a finding in the details, or else of the line's words.
// Words are no error in the output of a call that passed.
func (d *Document) severity(line int, raw []byte) Severity {
	if d.quiet {
		return None
	}
	for _, f := range d.stated[line] {
		if f.on(raw) {
			return f.severity
		}
	}
	s := severityOf(raw)
	if s == Error && d.passed {
		return None
	}
	return s
}

// maxWorded is how long a line may be that is cleaned as a whole for its severity, in bytes.
const maxWorded = 64 << 10

// severityOf grades a raw line by the rule of the short texts.
func severityOf(raw []byte) Severity {
	switch general.SeverityOf(string(clean.Bytes(raw[:min(len(raw), maxWorded)]))) {
	case textline.Failure:
		return Error
	case textline.Warn:
		return Warning
	}
	return None
}

// A stated failure is one that the details of a result place in the output.
type stated struct {
	severity Severity
	message  string // "" if it is one line
}

// on reports whether a line of a failure is the one with its message. Lines printed by a test may precede it.
func (s *stated) on(raw []byte) bool {
	return s.message == "" || strings.Contains(string(clean.Bytes(raw[:min(len(raw), maxWorded)])), s.message)
}

// Limits of what details state.
const (
	maxSpan    = 200 // lines of a failure
	maxMessage = 80  // bytes of its message that are compared
)

// statedLines are the failures and warnings that the details of a result place in the output, by its lines.
func statedLines(r result.ToolResult) map[int][]stated {
	if r.Details().Type() != result.RunsType {
		return nil
	}
	lines := map[int][]stated{}
	reports, _ := r.Details().Runs() // fields of an unknown form are left out
	for _, run := range reports {
		for _, f := range run.Failures {
			first, last := linesOf(&f)
			switch message := strings.TrimSpace(f.Message); {
			case first == 0:
			case first == last:
				lines[first] = append(lines[first], stated{severity: findingSeverity(&f)})
			case message != "":
				message = message[:textline.RuneStart(message, min(len(message), maxMessage))]
				for n := first; n <= min(last, first+maxSpan); n++ {
					lines[n] = append(lines[n], stated{findingSeverity(&f), message})
				}
			}
		}
	}
	return lines
}

// asked are the strategies whose outputs answer a request: texts of files, matches, lists. Words in them are no failure
// of the call.
var asked = map[string]bool{
	"read": true, "prose": true, "search": true, "edit": true, "git": true, "list": true, "data": true,
	"outline": true, "page": true,
}
