package general

import (
	"context"
	"strings"

	"github.com/toktee/toktee/internal/toolname"
	"github.com/toktee/toktee/strategies"
)

// Document is the strategy for a report that stands in the output by itself, such as a JUnit file that cat prints or the JSON of a
// test runner: it is told as a run is, whatever printed it. What it says is counted, and no outcome is claimed of a file, which
// may be of another run.
type Document struct{ Engine Engine }

// Name implements [Strategy].
func (Document) Name() string { return "report" }

// Match implements [Strategy]. A part of a file that was asked for is left to the read strategy.
func (d Document) Match(in *strategies.Input) strategies.Confidence {
	if d.Engine.programs == nil || in.Offset != 0 || in.Limit != 0 || !d.Engine.programs.opens(in.Head) {
		return strategies.No
	}
	switch in.Family {
	case strategies.FamilyRead:
		if _, bounded := toolname.LineBounds(in.Shell); bounded || in.Cut {
			return strategies.No
		}
		return strategies.Document
	case strategies.FamilyExec, "":
		return strategies.Command
	}
	return strategies.No
}

// errNoReport says that nothing could be read in what looked like a report.
const errNoReport = strategies.Decline("the output is no report")

// Digest implements [Strategy].
func (d Document) Digest(ctx context.Context, in *strategies.Input, lines strategies.Lines, c *strategies.Collector) error {
	run := *in
	run.Family = strategies.FamilyExec
	read, err := d.Engine.digest(ctx, &run, lines, c, source{document: true, file: in.Family == strategies.FamilyRead})
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
			if p := &ps.list[i]; p.Document != nil && p.Document(strings.TrimSpace(line)) {
				return true
			}
		}
	}
	return false
}

// maxOpening is the line up to which a report must have begun.
const maxOpening = 5
