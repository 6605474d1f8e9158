package programs

import (
	"encoding/json"
	"strconv"

	"github.com/toktee/toktee/strategies/report"
)

// json reads the whole report as one line: eslint --format json. A line that was cut can't be read.
func (p *eslintParser) json(n int, s string) {
	var files []struct {
		FilePath string
		Messages []struct {
			RuleID       string `json:"ruleId"`
			Severity     int
			Message      string
			Line, Column int
		}
		ErrorCount, WarningCount int64
	}
	if json.Unmarshal([]byte(s), &files) != nil {
		return
	}
	p.ended = true
	p.region.seen(n)
	for _, f := range files {
		p.said[0] += f.ErrorCount
		p.said[1] += f.WarningCount
		for _, m := range f.Messages {
			warning := m.Severity == 1
			if warning {
				p.warnings++
			} else {
				p.errors++
			}
			text := f.FilePath + " " + strconv.Itoa(m.Line) + " " + strconv.Itoa(m.Column) + " " + m.Message
			if m.RuleID != "" {
				text += " " + m.RuleID
			}
			p.add(report.Finding{File: f.FilePath, Row: m.Line, Col: m.Column, Message: m.Message, At: n, Warning: warning, Text: text})
		}
	}
	p.region.end()
}
