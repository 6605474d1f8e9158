package strategies

import (
	"context"
	"strings"
)

// Filed is the strategy for a report that stands in the output by itself, such as a JUnit file that cat prints or the JSON of a
// test runner: it is told as a run is, whatever printed it. What it says is counted, and no outcome is claimed of a file, which
// may be of another run.
type Filed struct{ General General }

// Name implements [Strategy].
func (Filed) Name() string { return "report" }

// Match implements [Strategy]. A part of a file that was asked for is left to the read strategy.
func (d Filed) Match(in *Input) Confidence {
	if d.General.programs == nil || in.Offset != 0 || in.Limit != 0 || !d.General.programs.opens(in.Head) {
		return No
	}
	switch in.Family {
	case FamilyRead:
		if _, bounded := LineBounds(in.Shell); bounded || in.Cut {
			return No
		}
		return Document
	case FamilyExec, "":
		return Command
	}
	return No
}

// errNoReport says that nothing could be read in what looked like a report.
const errNoReport = Decline("the output is no report")

// Digest implements [Strategy].
func (d Filed) Digest(ctx context.Context, in *Input, lines Lines, c *Collector) error {
	run := *in
	run.Family = FamilyExec
	read, err := d.General.digest(ctx, &run, lines, c, source{document: true, file: in.Family == FamilyRead})
	if err == nil && !read {
		return errNoReport
	}
	return err
}

// opens reports whether one of the first lines opens a report that a program reads.
func (ps *programIndex) opens(head string) bool {
	n := 0
	for line := range strings.Lines(head) {
		if n++; n > maxOpening {
			return false
		}
		if strings.IndexByte("<[{\"", (strings.TrimLeft(line, " \t") + "\n")[0]) < 0 {
			continue
		}
		for i := range ps.list {
			if p := &ps.list[i]; p.Opens != nil && p.Opens(strings.TrimSpace(line)) {
				return true
			}
		}
	}
	return false
}

// maxOpening is the line up to which a report must have begun.
const maxOpening = 5
