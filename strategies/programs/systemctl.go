package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// systemctl reads systemctl status and what systemctl says where a unit doesn't start. The journal below a status is ranked by
// its words.
var systemctl = report.Program{
	Name: "systemctl",
	Runs: func(c shell.Call) bool {
		return c.Name == "systemctl" && has(c.Args, "status", "start", "stop", "restart", "reload", "enable", "disable", "reload-or-restart", "try-restart")
	},
	Old: func() report.Reader { return &systemParser{} },
}

// systemTable reads the lists of systemctl.
var systemTable = report.Program{
	Name: "systemctl",
	Runs: func(c shell.Call) bool {
		return c.Name == "systemctl" && (c.Sub() == "" || strings.HasPrefix(c.Sub(), "list-")) && !has(c.Args, "status")
	},
	Old: tableOf(tabular{headers: []string{"UNIT ", "NEXT ", "LISTEN "}, trouble: "failed",
		bad: func(row string, _ *tableParser) bool {
			return strings.HasPrefix(row, "● ") || strings.HasPrefix(row, "× ") || strings.Contains(row, " failed ")
		}}),
}

// systemParser follows the units of one call.
type systemParser struct {
	record
	said int // the last line of the journal that the unit itself printed
}

func (p *systemParser) Line(n int, s string) {
	bare := strings.TrimLeft(s, " ")
	key, value, ok := strings.Cut(bare, ": ")
	switch {
	case bare == "":
	case strings.HasPrefix(s, "● "), strings.HasPrefix(s, "× "), strings.HasPrefix(s, "○ "), strings.HasPrefix(s, "↻ "), strings.HasPrefix(s, "Created symlink "), strings.HasPrefix(s, "Removed "):
		p.end(n)
	case ok && key == "Active":
		if strings.HasPrefix(value, "failed") || strings.HasPrefix(value, "activating (auto-restart)") {
			p.find(report.Finding{Message: value, At: n})
			return
		}
		p.end(n)
	case ok && (key == "Process" || key == "Main PID"):
		if strings.Contains(value, "FAILURE") || strings.Contains(value, "code=killed") || strings.Contains(value, "code=dumped") {
			if p.says(n) {
				return
			}
		}
		p.seen(n)
	case strings.HasPrefix(s, "Job for "), strings.HasPrefix(s, "Failed to "), strings.HasPrefix(s, "Unit ") && strings.HasSuffix(s, " could not be found."), strings.HasPrefix(s, "A dependency job for "):
		p.fail = true
		p.find(report.Finding{Message: s, At: n})
	case strings.HasPrefix(s, "See ") && strings.Contains(s, "systemctl status"):
		if !p.says(n) {
			p.seen(n)
		}
	case strings.HasPrefix(s, "Warning: "), strings.HasPrefix(s, "Hint: "):
		p.note(n)
	default:
		p.other(n)
		p.journal(n, s)
	}
}

// journal reads a line of the journal below a status, "Mar 04 10:00:01 host web[8121]: text": what a unit said last before it ended
// says why.
func (p *systemParser) journal(n int, s string) {
	head, text, ok := strings.Cut(s, "]: ")
	i := strings.LastIndexByte(head, '[')
	if !ok || i <= 0 || strings.Count(head[:i], " ") < 3 {
		return
	}
	switch {
	case !strings.HasSuffix(head[:i], " systemd"):
		p.said = n
	case strings.Contains(text, ": Main process exited, ") && !strings.HasSuffix(text, "status=0/SUCCESS") && p.said > 0:
		if len(p.findings) > 0 {
			p.findings[len(p.findings)-1].Evidence = append(p.findings[len(p.findings)-1].Evidence, p.said)
		}
		p.said = 0
	}
}

// Report implements [report.Reader].
func (p *systemParser) Report() report.Report {
	r := p.report()
	r.Answer, r.Region = true, strategies.Span{}
	return r
}
