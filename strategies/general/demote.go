package general

import (
	"slices"

	"github.com/toktee/toktee/strategies"
)

// demote lowers the rank of a line of a program's run that its report doesn't mention. tests are the blocks of failed
// tests; ended says that the command is known to have ended well; last is the last line of all runs.
func demote(m *mark, reports []parsed, tests map[uint32]bool, ended bool, last int) {
	isTests := tests[m.block]
	if isTests && m.class == clsFrame && m.flags&own != 0 {
		m.rank = max(m.rank, strategies.Evidence) // a frame of the failed test itself says where, whoever printed it
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
	// What failed is known: of the rest of the job, other failures matter.
	switch {
	case int(m.line) > last && (m.class >= clsSuspect || m.rank <= strategies.Evidence):
		m.rank = max(m.rank, strategies.Evidence) // what came after it may be what ended the job
	case m.rank == strategies.Critical:
		m.rank = strategies.Context
	default:
		m.rank = max(m.rank, strategies.Detail)
	}
}

// bestRank is the best rank that a report leaves a line of its run. ok is false for a line outside of the run.
func (p *parsed) bestRank(m *mark, isTests, ended bool) (best strategies.Rank, ok bool) {
	line := int(m.line)
	switch {
	case oneHolds(p.Noise, line):
		return strategies.Noise, true
	case oneHolds(p.Regions, line):
		return p.restRank(isTests), true
	case !holds(p.Region, line):
		return 0, false
	case m.class >= clsError && p.mayMiss(ended):
		return strategies.Context, true // it may be another program's
	}
	return p.restRank(isTests), true
}

// restRank is the best rank of a line of a run that its report doesn't mention: what a failed test printed comes before
// what others did.
func (p *parsed) restRank(isTests bool) strategies.Rank {
	if isTests && p.Outcome == strategies.Fail {
		return strategies.Context
	}
	return strategies.Detail
}

// mayMiss reports whether an error in the region of a report may be another program's: the report is of a program that
// the command line doesn't name or that said nothing itself, or it reports success and the command may have failed.
func (p *parsed) mayMiss(ended bool) bool {
	switch p.Outcome {
	case strategies.Fail:
		return !p.named || !p.Proven
	case strategies.Pass:
		return !ended
	}
	return false
}

// lastRegion is the last line of all runs.
func lastRegion(reports []parsed) int {
	last := 0
	for i := range reports {
		for _, r := range reports[i].Regions {
			last = max(last, r.Last)
		}
	}
	return last
}

// explainsRest reports whether a program that the command line doesn't name, one of a job's many, reports why it
// failed.
func explainsRest(r parsed) bool {
	return !r.named && r.Outcome == strategies.Fail && len(r.Regions) > 0 && len(r.Findings) > 0
}

// testBlocks are the blocks of failed tests.
func testBlocks(marks []mark) map[uint32]bool {
	blocks := map[uint32]bool{}
	for i := range marks {
		if m := &marks[i]; m.class == clsTest {
			blocks[m.block] = true
		}
	}
	return blocks
}
