package general

import (
	"slices"

	"github.com/toktee/toktee/strategies"
)

// demote lowers the rank of a line in a program's run that its report doesn't mention. tests holds the blocks of failed
// tests. ended is true if the command is known to have ended well. last is the last line of all runs.
func demote(m *mark, reports []parsed, tests map[uint32]bool, ended bool, last int) {
	isTests := tests[m.block]
	if isTests && m.class == clsFrame && m.flags&own != 0 {
		m.rank = max(m.rank, strategies.Evidence) // it shows the place of the failed test
		return
	}
	for i := range reports {
		if least, ok := reports[i].bestRank(m, isTests, ended); ok {
			m.rank = max(m.rank, least)
			return
		}
	}
	if !slices.ContainsFunc(reports, explainsRest) {
		return
	}
	// The reports explain the failure. In the rest of the job, only other failures matter.
	switch {
	case int(m.line) > last && (m.class >= clsSuspect || m.rank <= strategies.Evidence):
		m.rank = max(m.rank, strategies.Evidence) // a failure after the reports may have ended the job
	case m.rank == strategies.Critical:
		m.rank = strategies.Context
	default:
		m.rank = max(m.rank, strategies.Detail)
	}
}

// bestRank returns the best rank that a report allows a line of its run. ok is false for a line outside of the run.
func (p *parsed) bestRank(m *mark, isTests, ended bool) (best strategies.Rank, ok bool) {
	line := int(m.line)
	switch {
	case oneHolds(p.Noise, line):
		return strategies.Noise, true
	case oneHolds(p.Regions, line):
		return p.restRank(isTests), true
	case !holds(p.Region, line), line > p.end && (m.class >= clsError || m.block != 0 && !isTests):
		return 0, false // a crash may follow the run
	case m.class >= clsError && p.mayMiss(ended):
		return strategies.Context, true // it may be another program's
	}
	return p.restRank(isTests), true
}

// restRank returns the best rank of a line that the report of its run doesn't mention. Output of failed tests comes
// before the rest.
func (p *parsed) restRank(isTests bool) strategies.Rank {
	if isTests && p.Outcome == strategies.Fail {
		return strategies.Context
	}
	return strategies.Detail
}

// mayMiss reports whether an error in the region of a report may be another program's. A report of failure may miss it
// unless the command line names the program and the report proves the failure. A report of success may miss it unless
// the command is known to have ended well.
func (p *parsed) mayMiss(ended bool) bool {
	switch p.Outcome {
	case strategies.Fail:
		return !p.named || !p.Proven
	case strategies.Pass:
		return !ended
	}
	return false
}

// lastRegion returns the last line of all runs.
func lastRegion(reports []parsed) int {
	last := 0
	for i := range reports {
		for _, r := range reports[i].Regions {
			last = max(last, r.Last)
		}
	}
	return last
}

// explainsRest reports whether a report explains the failure of a job: of a failing program with findings that the
// command line doesn't name.
func explainsRest(r parsed) bool {
	return !r.named && r.Outcome == strategies.Fail && len(r.Regions) > 0 && len(r.Findings) > 0
}

// testBlocks returns the blocks of failed tests.
func testBlocks(marks []mark) map[uint32]bool {
	blocks := map[uint32]bool{}
	for i := range marks {
		if m := &marks[i]; m.class == clsTest {
			blocks[m.block] = true
		}
	}
	return blocks
}
