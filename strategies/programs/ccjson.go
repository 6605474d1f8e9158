package programs

import (
	"encoding/json"
	"strings"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// ccJSON reads the diagnostics of gcc with -fdiagnostics-format=json: a list of them in one line for each file that is compiled.
var ccJSON = report.Program{
	Name:   "cc",
	Begins: []string{`[{"kind": "`},
	Document: func(line string) bool {
		return strings.HasPrefix(line, `[{"kind": "`) && strings.Contains(line, `"locations": [`)
	},
	Old: func() report.Reader { return &ccJSONParser{} },
}

type ccJSONParser struct {
	findings         []report.Finding
	errors, warnings int64
	regions          regions
}

// Line implements [report.Reader].
func (p *ccJSONParser) Line(n int, s string) {
	if !strings.HasPrefix(s, `[{"kind": "`) {
		return
	}
	type location struct {
		Caret struct {
			File          string
			Line, Column  int
			DisplayColumn int `json:"display-column"`
		}
	}
	whole := eachElement(s, func(d *json.Decoder) error {
		var m struct {
			Kind, Message, Option string
			Locations             []location
		}
		if err := d.Decode(&m); err != nil {
			return err
		}
		f := report.Finding{Message: m.Message, At: n, Warning: m.Kind == "warning"}
		switch m.Kind {
		case "error", "fatal error":
			p.errors++
		case "warning":
			p.warnings++
		default:
			return nil
		}
		if len(m.Locations) > 0 {
			at := m.Locations[0].Caret
			f.File, f.Row, f.Col = at.File, at.Line, at.Column
		}
		f.Text = listed(f.File, f.Row, f.Col, m.Kind+": "+f.Message, m.Option)
		if len(p.findings) < maxFindings {
			p.findings = append(p.findings, f)
		}
		return nil
	})
	if whole {
		p.regions.seen(n)
		p.regions.end()
	}
}

// Report implements [report.Reader].
func (p *ccJSONParser) Report() report.Report {
	t := tally{strategies.Errors: p.errors, strategies.Warnings: p.warnings}
	r := report.Report{Findings: p.findings, Counts: t.counts(), Regions: p.regions.done}
	if p.errors > 0 {
		r.Outcome = strategies.Fail
	}
	return r
}
