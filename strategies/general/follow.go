package general

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// A follower finds the programs that print into an output and passes them its lines.
type follower struct {
	*programIndex
	in     *strategies.Input
	found  []running
	open   report.Readings // of found
	opened []bool          // by program: it was started
	looks  looking
	before [linesBefore]strategies.Line // the last lines, while programs are looked for by their forms
	places []placeLine                  // while programs are read
}

// looking is the choice of programs that are recognised by the form of their lines.
type looking uint8

const (
	lookForNone looking = iota
	// a program is named and its command failed: known forms are read in case its parser finds nothing
	lookForForms
	lookForAll // no program is named, or only one that runs others
)

// running is a program whose lines are being read.
type running struct {
	program *report.Program
	reading *report.Reading
	named   bool
	signed  bool // a line began as only this program's lines do
}

// maxRunning bounds the programs that are read in one output.
const maxRunning = 16

// newFollower starts to read an output. It returns nil if there are no programs or the text is prose.
func newFollower(in *strategies.Input, programs *programIndex) *follower {
	if programs == nil || in.Family == strategies.FamilyProse {
		return nil
	}
	f := &follower{programIndex: programs, in: in, opened: make([]bool, len(programs.list))}
	if in.Shell.OK {
		for i := range f.list {
			p := &f.list[i]
			at := slices.IndexFunc(in.Shell.Commands, p.RunBy)
			if at < 0 {
				continue
			}
			f.start(i, in.Shell.Commands[at], true)
		}
	}
	switch exec := in.Family == strategies.FamilyExec || in.Family == ""; {
	case exec && !slices.ContainsFunc(f.found, func(r running) bool { return !r.program.Host }):
		f.looks = lookForAll
	case exec && in.Status.Bad():
		f.looks = lookForForms
	}
	return f
}

// start starts to read the output of a program. call is the program's call if the command line names it.
func (f *follower) start(i int, call report.Call, named bool) {
	if f.opened[i] || len(f.found) == maxRunning {
		return
	}
	f.opened[i] = true
	p := &f.list[i]
	reading := p.Read(call)
	f.found, f.open = append(f.found, running{program: p, reading: reading, named: named}), append(f.open, reading)
}

// line passes a line to the programs that are being read.
func (f *follower) line(l strategies.Line, bare bare) {
	if l.N == maxUnnamed {
		f.found = slices.DeleteFunc(f.found, func(r running) bool { return !r.named })
		f.open = f.open[:0]
		for _, r := range f.found {
			f.open = append(f.open, r.reading)
		}
	}
	if bare.text != "" && l.N < maxUnnamed {
		f.find(l, bare.text)
	}
	if f.open.Over() {
		return
	}
	line := f.parserLine(l, bare)
	f.notePlace(line)
	f.open.Line(line)
}

// find starts the programs whose signs the line has.
func (f *follower) find(l strategies.Line, bare string) {
	for _, s := range f.signs[bare[0]] {
		if strings.HasPrefix(bare, s.text) {
			f.start(s.program, report.Call{}, false)
			f.sign(s.program)
		}
	}
	if f.looks == lookForNone {
		return
	}
	for _, i := range f.lookers {
		p := &f.list[i]
		if f.opened[i] || f.looks == lookForForms && !p.FormOnly || !p.Looks(l.Text) {
			continue
		}
		f.start(i, report.Call{}, false)
		if p.FormOnly {
			f.replay(l.N)
		}
	}
	f.before[l.N%linesBefore] = l
}

// sign notes that a line began as only those of a program do.
func (f *follower) sign(program int) {
	for i := range f.found {
		if f.found[i].program == &f.list[program] {
			f.found[i].signed = true
		}
	}
}

// linesBefore is the number of lines that are read with the first one of a known form. Some tools print the message
// before the place.
const linesBefore = 4

// replay passes the lines before the n-th to the program that was found last.
func (f *follower) replay(n int) {
	if len(f.found) == 0 {
		return
	}
	for at := max(1, n-linesBefore); at < n; at++ {
		if l := f.before[at%linesBefore]; l.N == at {
			f.found[len(f.found)-1].reading.Line(f.parserLine(l, bare{}))
		}
	}
}

// maxUnnamed is the line up to which programs are read that the command line doesn't name. A longer output is hardly a
// job's log. It may be a system's, in which many programs write at once.
const maxUnnamed = 1 << 20

// parserLine returns a line as parsers read it. Its text is kept in memory, because parsers refer to it. The rest of a
// document isn't kept: a parser decodes it at once.
func (f *follower) parserLine(l strategies.Line, bare bare) report.Line {
	text := ""
	if bare.hasUnstamped {
		text = textline.UnstampedToolText(bare.unstamped)
	} else {
		text = textline.ToolText(l.Text)
	}
	line := report.NewLine(l.N, f.in.Keep(text))
	line.Rest = l.Rest
	return line
}
