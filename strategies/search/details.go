package search

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toktee/toktee/result"
)

const (
	maxDetails = 100 // matches, files and paths that the details list
	maxText    = 500 // bytes of a line in the details
	maxAround  = 10  // context lines on each side of a match
)

// details is the person's view: "type": "search".
type details struct {
	Pattern      string      `json:"pattern"`
	Path         string      `json:"path"`
	TotalMatches int         `json:"total_matches"`
	TotalFiles   int         `json:"total_files"`
	Files        []fileCount `json:"files"`

	// Without is how many files are listed that have no match.
	Without int `json:"files_without,omitempty"`

	// Symbols are the functions and types with matches, as far as the output shows their first lines.
	Symbols []symbolCount `json:"symbols"`

	Matches   []found `json:"matches"`
	Truncated bool    `json:"truncated"` // there are more than are listed, or lines were shortened

	before []parsed // context lines since the last match
	owner  int      // the match that context lines belong to, from 1
}

// found is one match.
type found struct {
	File          string   `json:"file"`
	LineNumber    int      `json:"line_number"`
	LineContent   string   `json:"line_content"`
	ContextBefore []string `json:"context_before"`
	ContextAfter  []string `json:"context_after"`
}

// add takes in a line.
func (d *details) add(l parsed) {
	switch l.kind {
	case match:
		d.addMatch(l)
	case around:
		d.addContext(l)
	case fileOnly:
		if len(d.Files) < maxDetails {
			d.Files = append(d.Files, fileCount{File: strings.Clone(l.file)})
		} else {
			d.Truncated = true
		}
	case separator:
		d.owner, d.before = 0, nil
	}
}

// addMatch lists a match with the context lines before it.
func (d *details) addMatch(l parsed) {
	d.owner = 0
	if len(d.Matches) == maxDetails {
		d.Truncated = true
		return
	}
	m := found{
		File: strings.Clone(l.file), LineNumber: l.num, LineContent: d.short(l.text),
		ContextBefore: []string{}, ContextAfter: []string{},
	}
	for _, b := range d.before {
		if b.file == l.file {
			m.ContextBefore = append(m.ContextBefore, d.short(b.text))
		}
	}
	d.before = nil
	d.Matches = append(d.Matches, m)
	d.owner = len(d.Matches)
}

// addContext adds a context line to the match before it, or keeps it for the one after it.
func (d *details) addContext(l parsed) {
	if d.owner > 0 {
		m := &d.Matches[d.owner-1]
		if m.File == l.file && len(m.ContextAfter) < maxAround {
			m.ContextAfter = append(m.ContextAfter, d.short(l.text))
			return
		}
	}
	d.owner = 0
	if len(d.before) == maxAround {
		d.before = slices.Delete(d.before, 0, 1)
	}
	d.before = append(d.before, l)
}

// short cuts a long line at a rune's start.
func (d *details) short(s string) string {
	if len(s) <= maxText {
		return strings.Clone(s)
	}
	d.Truncated = true
	n := maxText
	for !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

// finish adds the totals and hands the details to the collector.
func (d *details) finish(p *printer, top []fileCount) {
	d.Pattern, d.Path = p.q.pattern, p.q.path
	d.TotalMatches, d.TotalFiles = p.t.matches, len(p.t.files)
	d.Without = p.t.zeros
	d.Symbols = p.syms.top(maxDetails)
	if p.form == formFiles {
		d.TotalFiles = p.t.paths
		p.c.Details(d.made())
		for _, f := range d.Files {
			p.c.File(f.File)
		}
		return
	}
	d.Files = top
	d.Truncated = d.Truncated || len(p.t.files) > len(top) || p.t.over
	p.c.Details(d.made())
}

// made wraps the details under the name of their type.
func (d *details) made() result.Details {
	if d.Matches == nil {
		d.Matches = []found{}
	}
	if d.Files == nil {
		d.Files = []fileCount{}
	}
	made, err := result.NewDetails("search", d)
	if err != nil {
		return result.Details{} // can't happen: the struct marshals
	}
	return made
}
