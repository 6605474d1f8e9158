package pages

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/syntax"
	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/general"
	"github.com/toktee/toktee/strategies/outline"
	"github.com/toktee/toktee/strategies/read"
)

// A section is a range of lines with a name: a step of a CI job's log or a group in it, or a heading with the lines
// below it.
type section struct {
	name  string
	level int // a section ends before the next one that has this level or a lower one
	Lines
}

const (
	maxLine   = 4 << 10 // bytes of a line that are read
	maxText   = 4 << 20 // bytes of a text whose headings are read
	maxListed = 10      // sections that an error lists
	maxName   = 60      // bytes of a section's name there
)

// Section selects the lines of the section with a name or, if no section has it, of the only one whose name begins so.
// Case doesn't matter.
func (p *Part) Section(st *store.Store, rec *store.Record, name string) error {
	all, err := p.sections(st, rec)
	if err != nil {
		return err
	}
	var found, beginning []section
	for _, s := range all {
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

// sections returns the steps of a CI job's log, or else the headings of a help text, a manual or prose. A file
// of prose can't be a log.
func (p *Part) sections(st *store.Store, rec *store.Record) (all []section, err error) {
	path, err := pathOf(rec)
	if err != nil {
		return nil, err
	}
	var text []string
	size := 0
	parts := func(yield func(int, string) bool) {
		for n, l := range p.lines(st, rec, maxLine, &err) {
			if size += len(l) + 1; size <= maxText {
				text = append(text, string(clean.Bytes([]byte(l))))
			}
			for part := range strings.SplitSeq(l, "\r") { // on a terminal, the next part overwrites the mark of a step
				if !yield(n, clean.Text(part)) {
					return
				}
			}
		}
	}
	for _, s := range general.Steps(parts) {
		level := 0
		if s.Group {
			level = 1
		}
		all = append(all, section{s.Name, level, Lines{First: s.Line}})
	}
	named := func(s section) bool { return s.name != "" }
	isProse := syntax.IsProse(syntax.Detect(path, nil))
	if err != nil || slices.ContainsFunc(all, named) && !isProse {
		return ended(all), err
	}
	if all = nil; size > maxText {
		return nil, nil
	}
	for _, h := range outline.Headings(rec.Command, text) {
		all = append(all, section{h.Name, h.Indent, Lines{First: h.Line}})
	}
	if len(all) > 0 {
		return ended(all), nil
	}
	for _, s := range read.Headings(path, strategies.NewText(strings.Join(text, "\n"))) {
		all = append(all, section{s.Name, 0, Lines{s.First, s.Last}})
	}
	return all, nil
}

// pathOf returns the path of the file whose text the output is, "" if it isn't known.
func pathOf(rec *store.Record) (string, error) {
	if rec.Command != "" {
		return toolname.ReadPath(shell.Parse(rec.Command)), nil
	}
	r, err := resultOf(rec)
	if m := r.Metadata(); m.Strategy == "read" && len(m.Files) == 1 {
		return m.Files[0], err
	}
	return "", err
}

// ended sets the last line of each section, and drops those without a name.
func ended(all []section) []section {
	for i := range all {
		s := &all[i]
		next := slices.IndexFunc(all[i+1:], func(n section) bool { return n.level <= s.level })
		if next >= 0 {
			s.Last = all[i+1+next].First - 1
		}
	}
	return slices.DeleteFunc(all, func(s section) bool { return s.name == "" })
}
