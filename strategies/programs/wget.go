package programs

import (
	"strings"

	"github.com/toktee/toktee/strategies/report"
)

// wget prints no body, unless it is told to:
//
//	--2026-11-20 19:21:22--  http://127.0.0.1:8088/a
//	Connecting to 127.0.0.1:8088... connected.
//	HTTP request sent, awaiting response... 404 Not Found
//	2026-11-20 19:21:22 ERROR 404: Not Found.
var wget = report.Program{
	Name:   "wget",
	Runs:   func(c report.Call) bool { return c.Name == "wget" && !c.Has("-O-", "-qO-") },
	Extent: report.Unmixed,
	New:    func(report.Call) report.Parser { return wgetParser{} },
}

const wgetRefused = special // the server refuses

var wgetLines = wordings{
	{wgetRefused, phrases{"…awaiting response... 4…", "…awaiting response... 5…"}},
	{noted, phrases{"…awaiting response... …"}},
	{passes, phrases{"…/s) - … saved […", "Downloaded: …"}},
	{fails, phrases{"… ERROR ….", "wget: …", "ERROR: …", "…failed: …", "Unable to establish SSL…"}},
	{ends, phrases{"--…--  http…", "Saving to: …", "Location: …"}},
	{dull, phrases{"Resolving …", "Connecting to …", "Length: …", "Reusing existing …", "…K ......…", "…%[…"}},
}

type wgetParser struct{}

// Line implements [report.Parser].
func (wgetParser) Line(l report.Line, run *report.Run) {
	if l.Bare != "" && wgetLines.take(run, l.N, l.Text) == wgetRefused {
		_, answer, _ := strings.Cut(l.Text, "awaiting response... ")
		failure(run, l.N, answer)
	}
}
