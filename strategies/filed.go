package strategies

import (
	"context"
	"strings"
)

// Filed is the strategy for a report that stands in the output by itself, such as a JUnit file that cat prints or the JSON of a
// test runner: it is told as a run is, whatever printed it. What it says is counted, and no outcome is claimed of a file, which
// may be of another run.
type Filed struct{}

// Name implements [Strategy].
func (Filed) Name() string { return "report" }

// Match implements [Strategy]. A part of a file that was asked for is left to the read strategy.
func (Filed) Match(in *Input) Confidence {
	if in.Programs == nil || in.Offset != 0 || in.Limit != 0 || !in.Programs.opens(in.Head) {
		return No
	}
	switch in.Family {
	case FamilyRead:
		if _, bounded := lineBounds(in.Shell); bounded || in.Cut {
			return No
		}
		return Sure + 1
	case FamilyExec, "":
		return Command
	}
	return No
}

// errNoReport says that nothing could be read in what looked like a report.
const errNoReport = Decline("the output is no report")

// Digest implements [Strategy].
func (Filed) Digest(ctx context.Context, in *Input, lines Lines, c *Collector) error {
	filed := *in
	filed.filed, filed.fromFile = true, in.Family == FamilyRead
	filed.Family = FamilyExec
	told, err := General{}.digest(ctx, &filed, lines, c)
	if err == nil && !told {
		return errNoReport
	}
	return err
}

// opens reports whether one of the first lines opens a report that a program reads.
func (ps *Programs) opens(head string) bool {
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
