package general

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/textline"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// toolset finds the programs in an output and hands them its lines.
type toolset struct {
	*programIndex
	found  []running
	opened []bool                       // by program: it is, or was, being read
	denied bool                         // the exit status denies the success that all programs tell of
	sniffs bool                         // no program is named, so that unknown ones are looked for
	before [linesBefore]strategies.Line // the last lines, while a known form is looked for
	forms  bool                         // one is, and its command failed: lines of a known form are looked for, should it tell nothing
}

// running is a program whose lines are being read.
type running struct {
	tool    *report.Program
	reading *report.Reading
	named   bool
}

// maxRunning bounds the tools that are read in one output.
const maxRunning = 16

// programIndex holds the programs that can be read, in order of preference, with an index of their signs.
type programIndex struct {
	list     []report.Program
	signs    [256][]sign // by the first byte: nearly every line is refused by it
	sniffers []int       // those that look at every line until they are found
}

type sign struct {
	text    string
	program int
}

func newProgramIndex(list []report.Program) *programIndex {
	ps := &programIndex{list: list}
	for i, p := range list {
		if p.Looks != nil {
			ps.sniffers = append(ps.sniffers, i)
		}
		for _, text := range p.Begins {
			ps.signs[text[0]] = append(ps.signs[text[0]], sign{text, i})
		}
	}
	return ps
}

// newToolset begins to read an output; nil where there is nothing to read it with.
func newToolset(in *strategies.Input, programs *programIndex) *toolset {
	if programs == nil || in.Family == strategies.FamilyProse {
		return nil
	}
	ts := &toolset{programIndex: programs, opened: make([]bool, len(programs.list))}
	if in.Shell.OK {
		for i := range ts.list {
			p := &ts.list[i]
			if p.Runs == nil {
				continue
			}
			at := slices.IndexFunc(in.Shell.Commands, p.Runs)
			if at < 0 {
				continue
			}
			ts.start(i, in.Shell.Commands[at], true)
		}
	}
	exec := in.Family == strategies.FamilyExec || in.Family == ""
	ts.sniffs = len(ts.found) == 0 && exec
	ts.forms = !ts.sniffs && exec && in.Status.Bad()
	return ts
}

// start begins to read the output of a program, which a call of the command line runs where it is named.
func (ts *toolset) start(i int, call report.Call, named bool) {
	if ts.opened[i] || len(ts.found) == maxRunning {
		return
	}
	ts.opened[i] = true
	p := &ts.list[i]
	ts.found = append(ts.found, running{p, p.Read(call), named})
}

// line hands a line to the programs that are being read. bare is its text without what stands before it.
func (ts *toolset) line(l strategies.Line, bare string) {
	if l.N == maxUnnamed {
		ts.giveUp()
	}
	if bare != "" && l.N < maxUnnamed {
		for _, s := range ts.signs[bare[0]] {
			if strings.HasPrefix(bare, s.text) {
				ts.start(s.program, report.Call{}, false)
			}
		}
		if ts.sniffs || ts.forms {
			for _, i := range ts.sniffers {
				if !ts.opened[i] && (ts.sniffs || ts.list[i].FormOnly) && ts.list[i].Looks(l.Text) {
					ts.start(i, report.Call{}, false)
					if ts.list[i].FormOnly {
						ts.again(l.N)
					}
				}
			}
			ts.before[l.N%linesBefore] = l
		}
	}
	if len(ts.found) == 0 || !slices.ContainsFunc(ts.found, func(r running) bool { return !r.reading.Over() }) {
		return
	}
	line := parserLine(l)
	for i := range ts.found {
		ts.found[i].reading.Line(line)
	}
}

// linesBefore is how many lines that stand before the first of a known form are read with it: what is wrong may be told before
// where it is.
const linesBefore = 4

// again hands the lines before the n-th to the program that was found last.
func (ts *toolset) again(n int) {
	if len(ts.found) == 0 {
		return
	}
	for at := max(1, n-linesBefore); at < n; at++ {
		if l := ts.before[at%linesBefore]; l.N == at {
			ts.found[len(ts.found)-1].reading.Line(parserLine(l))
		}
	}
}

// maxUnnamed is the line up to which programs are read that the command line doesn't name. More lines than that are no
// job's log but a system's, in which many write at once.
const maxUnnamed = 1 << 20

// giveUp lets go of the programs that aren't named.
func (ts *toolset) giveUp() {
	ts.found = slices.DeleteFunc(ts.found, func(r running) bool { return !r.named })
}

// parserLine is a line as parsers see it. It is a copy: parsers keep parts of lines, which would keep the blocks that lines
// share.
func parserLine(l strategies.Line) report.Line {
	return report.NewLine(l.N, strings.Clone(textline.ToolText(l.Text)))
}

// reports are what the tools said that were found. What can't be used is dropped, and told.
func (ts *toolset) reports(in *strategies.Input, lines int, from source) (out []parsed, unparsed []string) {
	if ts == nil {
		return nil, nil
	}
	passed := false
	var loose []parsed
	alone := in.Shell.OK && !in.Shell.Compound && len(in.Shell.Commands) == 1
	for i := range ts.found {
		f := &ts.found[i]
		r := f.reading.Report()
		switch {
		case r.Hosts:
			r.Region = strategies.Span{}
		case r.Answer, in.Status.Bad() && r.Outcome != strategies.Pass && len(r.Findings) == 0:
			r.Region, r.Regions = strategies.Span{}, nil // what matters stands somewhere else
		case f.named && alone && (r.Outcome == strategies.Fail || r.Outcome == strategies.Pass && in.Status.OK()):
			r.Region = strategies.Span{First: 1, Last: lines}
		case f.named && alone && r.Outcome == strategies.Unknown && !in.Status.OK():
			r.Region = strategies.Span{}
		}
		switch {
		case r.FormOnly:
			if len(r.Findings) > 0 {
				loose = append(loose, parsed{r, f.tool, f.named})
			}
		case from.file && (r.Outcome != strategies.Unknown || len(r.Counts) > 0) && r.Distrust == "":
			r.Outcome, r.Region, r.Regions = strategies.Unknown, strategies.Span{First: 1, Last: lines}, nil
			out = append(out, parsed{r, f.tool, f.named})
		case r.Distrust != "":
			unparsed = append(unparsed, f.tool.Name+": "+r.Distrust)
		case !f.named && r.Outcome == strategies.Unknown:
			// a few of its lines are among others: that says nothing of the whole
		case r.Outcome != strategies.Unknown || len(r.Findings) > 0 || len(r.Counts) > 0 || r.Verdict != "" || len(r.Summary) > 0:
			out = append(out, parsed{r, f.tool, f.named})
			passed = passed || r.Outcome == strategies.Pass
		}
	}
	if from.document && len(out) == 0 && len(loose) == 1 && len(loose[0].Counts) > 0 { // nothing else is in the text
		r := &loose[0]
		r.FormOnly, r.Region, r.Regions = false, strategies.Span{First: 1, Last: lines}, nil
		out, loose = loose, nil
	}
	if passed && in.Status.Bad() && !slices.ContainsFunc(out, func(p parsed) bool { return p.Outcome != strategies.Pass }) {
		unparsed = append(unparsed, fmt.Sprintf("%s: says that all is well, and the command failed", out[0].tool.Name))
		out, ts.denied = nil, true
	}
	if !slices.ContainsFunc(out, func(p parsed) bool { return len(p.Findings) > 0 }) {
		out = append(out, loose...)
	}
	return out, unparsed
}

// outcome is what the reports say together.
func outcome(reports []parsed) strategies.Outcome {
	o := strategies.Unknown
	for i := range reports {
		switch reports[i].Outcome {
		case strategies.Fail:
			return strategies.Fail
		case strategies.Pass:
			o = strategies.Pass
		}
	}
	return o
}
