package general

import (
	"context"
	"strings"

	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/strategies"
)

// NewDocument returns the strategy for an output that is a report and nothing else, such as a JUnit file that cat
// prints. It is summarized as the run that it reports, whatever command printed it. A file may be of an earlier run, so
// its numbers are counted, but no outcome is claimed.
func NewDocument(engine Engine) strategies.Strategy { return document{engine} }

type document struct{ engine Engine }

// Name implements [strategies.Strategy].
func (document) Name() string { return "report" }

// Contents implements [strategies.ContentsOf].
func (document) Contents() strategies.Contents { return strategies.ContentsReport }

// Match implements [strategies.Strategy]. A part of a file that was asked for is left to the read strategy.
func (d document) Match(in *strategies.Input) strategies.Confidence {
	if d.engine.programs == nil || in.Offset != 0 || in.Limit != 0 || !d.engine.programs.opens(in.Head) {
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

// errNoReport declines an output that looked like a report but can't be read as one.
const errNoReport = strategies.Decline("the output is no report")

// Digest implements [strategies.Strategy].
func (d document) Digest(ctx context.Context, in *strategies.Input, lines strategies.Lines,
	c *strategies.Collector) error {
	run := *in
	run.Family = strategies.FamilyExec
	read, err := d.engine.digest(ctx, &run, lines, c, source{document: true, file: in.Content})
	if err == nil && !read {
		return errNoReport
	}
	return err
}

// opens reports whether one of the first lines begins a document of a program, such as `<testsuites>`.
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

// maxOpening is the last line in which a report may begin.
const maxOpening = 5
