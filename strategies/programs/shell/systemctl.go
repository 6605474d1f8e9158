package shell

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/report"
)

// systemctl is systemctl status, and what systemctl prints where a unit doesn't start:
//
//	× nginx.service - A high performance web server
//	     Active: failed (Result: exit-code) since Fri 2026-11-20 19:21:22 UTC; 5s ago
//	    Process: 812 ExecStartPre=/usr/sbin/nginx -t (code=exited, status=1/FAILURE)
//
//	Nov 20 19:21:22 host nginx[812]: nginx: [emerg] unknown directive
//
// The journal below a status is ranked by its words.
var systemctl = report.Program{
	Name: "systemctl",
	Runs: func(c report.Call) bool {
		return c.Name == "systemctl" && c.Has("status", "start", "stop", "restart", "reload", "enable", "disable",
			"reload-or-restart", "try-restart")
	},
	Extent: report.Nowhere, Interleaved: true,
	New: func(report.Call) report.Parser { return new(systemParser) },
}

// systemTable is the lists of systemctl.
var systemTable = shape.Tabulate(shape.Table{
	Program: report.Program{
		Name: "systemctl",
		Runs: func(c report.Call) bool {
			list := c.Sub() == "" || strings.HasPrefix(c.Sub(), "list-")
			return c.Name == "systemctl" && list && !c.Has("status")
		},
	},
	Headers: []string{"UNIT ", "NEXT ", "LISTEN "},
	Bad: func(row string, _ shape.Columns) bool {
		return parse.StartsWith(row, "● ", "× ") || strings.Contains(row, " failed ")
	},
	Trouble: "failed",
})

var systemLines = shape.PhraseTable{
	{shape.Ends, "● …", "× …", "○ …", "↻ …", "Created symlink …", "Removed …"},
	{"state", "Active: …"},
	{shape.Explains, "Process: …FAILURE…", "Process: …code=killed…", "Process: …code=dumped…", "Main PID: …FAILURE…",
		"Main PID: …code=killed…", "Main PID: …code=dumped…", "See …systemctl status…"},
	{shape.Fails, "Job for …", "Failed to …", "Unit … could not be found.", "A dependency job for …"},
	{shape.Noted, "Warning: …", "Hint: …"},
}

type systemParser struct {
	said int // the last line of the journal that the unit itself printed
}

// Line implements [report.Parser].
func (p *systemParser) Line(l report.Line, run *report.Run) {
	switch systemLines.Take(run, l.N, l.Bare) {
	case "state":
		state := strings.TrimPrefix(l.Bare, "Active: ")
		if parse.StartsWith(state, "failed", "activating (auto-restart)") {
			run.Found("", report.Finding{Message: state, At: l.N})
		} else {
			shape.EndLine(run, l.N)
		}
	case shape.Foreign:
		p.journal(l, run)
	}
}

// journal reads a line of the journal below a status. What a unit printed last before it ended says why:
//
//	Mar 04 10:00:01 host web[8121]: listen: address already in use
//	Mar 04 10:00:01 host systemd[1]: web.service: Main process exited, code=exited, status=1/FAILURE
func (p *systemParser) journal(l report.Line, run *report.Run) {
	head, text, ok := strings.Cut(l.Text, "]: ")
	i := strings.LastIndexByte(head, '[')
	if !ok || i <= 0 || strings.Count(head[:i], " ") < 3 {
		return
	}
	switch {
	case !strings.HasSuffix(head[:i], " systemd"):
		p.said = l.N
	case strings.Contains(text, ": Main process exited, ") && !strings.HasSuffix(text, "status=0/SUCCESS"):
		if f := run.Open(); f != nil && p.said > 0 {
			f.Evidence = append(f.Evidence, p.said)
		}
		p.said = 0
	}
}

// Close implements [report.Closer].
func (p *systemParser) Close(run *report.Run) { run.Answer = true }
