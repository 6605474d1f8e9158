package documents

import (
	"strings"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// CompilerJSON reads the diagnostics of gcc with -fdiagnostics-format=json: a list of them in one line for each file
// that is compiled.
var CompilerJSON = report.Program{
	Name:   "cc",
	Begins: []string{`[{"kind": "`},
	Document: func(line string) bool {
		return strings.HasPrefix(line, `[{"kind": "`) && strings.Contains(line, `"locations": [`)
	},
	Extent: report.EachRun,
	New:    func(report.Call) report.Parser { return ccJSONParser{} },
}

type ccJSONParser struct{}

// Line implements [report.Parser].
func (ccJSONParser) Line(l report.Line, run *report.Run) {
	if !strings.HasPrefix(l.Text, `[{"kind": "`) {
		return
	}
	type location struct {
		Caret struct {
			File          string
			Line, Column  int
			DisplayColumn int `json:"display-column"`
		}
	}
	type diagnostic struct {
		Kind, Message, Option string
		Locations             []location
	}
	whole := EachElement(l.Whole(), func(m diagnostic) {
		key, known := map[string]strategies.Key{
			"error": strategies.Errors, "fatal error": strategies.Errors, "warning": strategies.Warnings,
		}[m.Kind]
		if !known {
			return
		}
		f := report.Finding{Message: m.Message, At: l.N}
		if len(m.Locations) > 0 {
			at := m.Locations[0].Caret
			f.File, f.Row, f.Col = at.File, at.Line, at.Column
		}
		message := f.Message
		f.Message = m.Kind + ": " + message
		f.Text, f.Message = Listed(f, m.Option), message
		run.Found(key, f)
	})
	if !whole {
		run.Part = true
		return
	}
	run.End(l.N, report.Ending{})
}
