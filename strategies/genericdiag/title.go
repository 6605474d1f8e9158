package genericdiag

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies/report"
)

// titleLine is a line that may be the message of the place below it. Some tools print the message first, then the
// place:
//
//	name[missing]: All tasks should be named.
//	site.yml:3 Task/Handler: Install
type titleLine struct {
	at, indent int
	text       string
	sure       bool // a key marks it as the message
	below      int  // lines between it and the place
}

// keyed reads a place in lines with keys, below the message: "Message: SQL injection", "File: a.rb", "Line: 3".
func (p *diagnosticParser) keyed(n int, bare string) (d diagnostic, ok bool) {
	key, value, _ := strings.Cut(bare, ":")
	value = strings.TrimLeft(value, " ")
	if value == "" {
		return diagnostic{}, false
	}
	switch key {
	case "Message", "RuleID":
		p.title = titleLine{at: n, text: value, sure: true}
	case "File":
		p.keyFile, p.keyLine = value, n
	case "Line":
		row, rest, _ := parse.CutNumber(value)
		if row == 0 || rest != "" || !p.title.sure || !parse.Extended(p.keyFile) {
			return diagnostic{}, false
		}
		d.At = parse.Place{File: p.keyFile, Row: row}
		p.keyFile = ""
		return d, true
	}
	return diagnostic{}, false
}

// putTitles makes the lines above the diagnostics their messages if nearly all have such a line.
func (p *diagnosticParser) putTitles(found []report.Finding) {
	titled := 0
	for _, t := range p.titles {
		if t.at > 0 {
			titled++
		}
	}
	if titled == 0 || titled*100 < (len(found)-p.bare)*titledPercent {
		return
	}
	covered := p.covered
	for _, t := range p.titles {
		if t.at > 0 {
			covered += 1 + min(t.below, diagnosticLines)
		}
	}
	if covered*100 < p.lines*coveredPercent {
		return // among many lines, a line above a place may be anything
	}
	taken := map[int]bool{}
	for i, t := range p.titles {
		if t.at == 0 {
			continue
		}
		taken[t.at] = true
		p.covered += 1 + min(t.below, diagnosticLines)
		f := &found[i]
		below := f.Message
		if f.Head > f.At { // the next line was read as the message
			f.Evidence, below = append(f.Evidence, f.Head), ""
		}
		f.Head, f.Message = t.at, t.text
		f.Bare = strings.TrimSpace(t.text + " " + below)
	}
	for i := range found {
		if f := &found[i]; f.File == "" && taken[f.At] {
			f.At = 0 // it is the message of the place below
			p.covered--
		}
	}
}
