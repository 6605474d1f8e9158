package pages

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/syntax"
	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/general"
	"github.com/toktee/toktee/strategies/outline"
	"github.com/toktee/toktee/strategies/read"
)

const (
	maxText   = 4 << 20 // bytes of a text whose headings are read
	maxListed = 10      // sections that an error lists
	maxName   = 60      // bytes of a section's name there
)

// A section is the lines from a heading to the next one of its level or above.
type section struct {
	name string
	Lines
}

// Section selects the lines of the section with a name or, if no section has it, of the only one whose name begins so.
// Case doesn't matter.
func (p *Part) Section(st *store.Store, rec *store.Record, name string) error {
	headings, err := p.headings(st, rec)
	if err != nil {
		return err
	}
	var all, found, beginning []section
	for i, h := range headings {
		if h.Name == "" {
			continue
		}
		s := section{h.Name, Lines{First: h.Line}}
		ends := func(next strategies.Heading) bool { return next.Level <= h.Level }
		if next := slices.IndexFunc(headings[i+1:], ends); next >= 0 {
			s.Last = headings[i+1+next].Line - 1
		}
		all = append(all, s)
		switch {
		case strings.EqualFold(s.name, name):
			found = append(found, s)
		case len(s.name) > len(name) && strings.EqualFold(s.name[:len(name)], name):
			beginning = append(beginning, s)
		}
	}
	if len(found) == 0 {
		found = beginning
	}
	id := rec.ID + p.streamName()
	switch {
	case len(found) == 1:
		p.Lines = found[0].Lines
		return nil
	case len(found) > 1:
		return fmt.Errorf("%d sections of %s fit %q: want one of %s", len(found), id, name, list(found))
	case len(all) == 0:
		return fmt.Errorf("%s has no section %q: it has no headings and no steps of a CI job", id, name)
	}
	return fmt.Errorf("%s has no section %q: want one of %s", id, name, list(all))
}

// list returns the names of sections with their lines, for an error: `"USAGE" (13:22), "OPTIONS" (40:)`.
func list(all []section) string {
	var out []string
	for _, s := range all[:min(len(all), maxListed)] {
		out = append(out, fmt.Sprintf("%q (%s)", clean.Line(s.name, maxName), s.Lines))
	}
	if more := len(all) - len(out); more > 0 {
		out = append(out, fmt.Sprintf("%d more", more))
	}
	return strings.Join(out, ", ")
}

// headings returns the steps of a CI job's log, or else the headings of a help text, a manual or prose. A file of prose
// is no log.
func (p *Part) headings(st *store.Store, rec *store.Record) ([]strategies.Heading, error) {
	r, err := resultOf(rec)
	if err != nil {
		return nil, err
	}
	path := "" // of a file that was read
	if m := r.Metadata(); m.Strategy == "read" && len(m.Files) == 1 {
		path = m.Files[0]
	}
	var text []string
	size := 0
	steps := general.Steps(func(yield func(int, string) bool) {
		for n, l := range p.lines(st, rec, &err) {
			if size += len(l); size <= maxText {
				text = append(text, strings.TrimRight(string(clean.Bytes([]byte(l))), " \n"))
			}
			for part := range strings.SplitSeq(l, "\r") { // on a terminal, the next part overwrites the mark of a step
				if !yield(n, clean.Text(part)) {
					return
				}
			}
		}
	})
	isProse := syntax.IsProse(syntax.Detect(path, nil))
	if err != nil || len(steps) > 0 && !isProse || size > maxText {
		return steps, err
	}
	if help := outline.Headings(rec.Command, text); len(help) > 0 {
		return help, nil
	}
	return read.Headings(path, strategies.NewText(strings.Join(text, "\n"))), nil
}
