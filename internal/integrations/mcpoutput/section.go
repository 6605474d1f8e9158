package mcpoutput

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/toktee/toktee/internal/host/pages"
	"github.com/toktee/toktee/internal/host/store"
)

// findSection finds the lines of a section: those from the line that is headed by the name to the next one that is
// headed alike.
//
//	--- FAIL: TestParse (0.00s)     up to the next line that begins with "--- FAIL: "
//	## Options                      up to the next "## " or "# "
//	src/a.go:12: unused variable    up to the first line that neither begins with src/a.go nor is indented
//
// A line that consists of the name, but for marks of headings, goes before one that begins with it, and that before one
// that has it anywhere. Of equal ones the first counts.
func findSection(ctx context.Context, st *store.Store, rec *store.Record, name string) (pages.Lines, error) {
	f := finder{name: name}
	whole := pages.Part{Lines: pages.Lines{First: 1}} // as lines are counted
	if err := pages.Write(&until{ctx, &f}, st, rec, &whole); err != nil {
		return pages.Lines{}, err
	}
	f.line()
	best := -1
	for i, c := range f.found {
		if c.first > 0 && (best < 0 || c.fit > f.found[best].fit) {
			best = i
		}
	}
	if best < 0 {
		return pages.Lines{}, fmt.Errorf("no section %q in %s: want a heading, a test or a file that it names",
			name, rec.ID)
	}
	return pages.Lines{First: f.found[best].first, Last: f.found[best].last}, nil
}

// The ways in which a line can have the name.
const (
	anywhere = iota + 1
	atStart
	alone
)

// A candidate is a section as far as it was read.
type candidate struct {
	fit         int
	first, last int
	prefix      string // the text before the name in its first line
	open        bool
}

// A finder reads lines and keeps the first section of each fit. It holds the start of one line.
type finder struct {
	name  string
	text  []byte // of the current line
	n     int    // lines that were read
	found [alone]candidate
}

// longest is how much of a line is looked at.
const longest = 4096

func (f *finder) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		line, after, ended := bytes.Cut(rest, []byte{'\n'})
		f.text = append(f.text, line[:min(len(line), longest-min(longest, len(f.text)))]...)
		if ended {
			f.n++
			f.look(string(f.text))
			f.text = f.text[:0]
		}
		rest = after
	}
	return len(p), nil
}

// line takes a last line without a line feed.
func (f *finder) line() {
	if len(f.text) > 0 {
		f.n++
		f.look(string(f.text))
	}
}

var escapes = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("\x1b\\[[0-9;]*m") })

// look goes on with the sections that have begun, and begins those that the line is the head of.
func (f *finder) look(line string) {
	if strings.Contains(line, "\x1b") {
		line = escapes().ReplaceAllString(line, "")
	}
	for i := range f.found {
		c := &f.found[i]
		if c.open = c.open && !c.endedBy(line, f.name); c.open && strings.TrimSpace(line) != "" {
			c.last = f.n
		}
	}
	at := strings.Index(line, f.name)
	if at < 0 {
		return
	}
	fit := anywhere
	before, behind := strings.Trim(line[:at], marks), strings.Trim(line[at+len(f.name):], marks)
	switch {
	case before == "" && behind == "":
		fit = alone
	case before == "":
		fit = atStart
	}
	if c := &f.found[fit-1]; c.first == 0 {
		*c = candidate{fit: fit, first: f.n, last: f.n, prefix: line[:at], open: true}
	}
}

// marks may surround a heading.
const marks = " \t#=*-_:>[](){}`'\"•●✓✗✘×✖✔|\r"

// endedBy reports whether a line is the head of the next section.
func (c *candidate) endedBy(line, name string) bool {
	level := strings.TrimRight(c.prefix, " ")
	switch {
	case strings.TrimSpace(line) == "":
		return false
	case level != "" && strings.Trim(level, "#") == "": // Markdown
		deep := len(line) - len(strings.TrimLeft(line, "#"))
		return deep > 0 && deep <= len(level) && strings.HasPrefix(line[deep:], " ")
	case level != "":
		return strings.HasPrefix(line, c.prefix) && !strings.HasPrefix(line[len(c.prefix):], name)
	}
	indent := len(line) - len(strings.TrimLeft(line, " \t"))
	return indent <= len(c.prefix) && !strings.HasPrefix(line[indent:], name)
}
