package general

import (
	"slices"
	"sort"

	"github.com/toktee/toktee/strategies"
)

// demote lowers the lines of a tool's run of which its report says nothing. ended: the command is known to have ended well;
// last is the last line of all runs.
func demote(m *mark, reports []parsed, ended bool, last int) {
	if m.class == clsFrame && m.flags&own != 0 {
		m.rank = max(m.rank, strategies.Evidence) // a frame of the failed test itself says where, whoever printed it
		return
	}
	for i := range reports {
		noise := reports[i].Noise
		if j := sort.Search(len(noise), func(j int) bool { return noise[j].Last >= int(m.line) }); j < len(noise) && noise[j].First <= int(m.line) {
			m.rank = strategies.Noise
			return
		}
		for _, r := range reports[i].Regions {
			if n := int(m.line); n >= r.First && n <= r.Last {
				m.rank = max(m.rank, strategies.Detail)
				return
			}
		}
		r := &reports[i].Region
		if n := int(m.line); n >= r.First && n <= r.Last && r.First > 0 {
			least := strategies.Detail
			if m.class >= clsError && (!reports[i].named && reports[i].Outcome == strategies.Fail || reports[i].Outcome == strategies.Pass && !ended) {
				least = strategies.Context // it may be another program's
			}
			m.rank = max(m.rank, least)
			return
		}
	}
	if slices.ContainsFunc(reports, explainsRest) { // what failed is known: of the rest of the job, other failures matter
		switch {
		case int(m.line) > last && (m.class >= clsSuspect || m.rank <= strategies.Evidence):
			m.rank = max(m.rank, strategies.Evidence) // what came after it may be what ended the job
		case m.rank == strategies.Critical:
			m.rank = strategies.Context
		default:
			m.rank = max(m.rank, strategies.Detail)
		}
	}
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

// explainsRest reports whether a program that is one of many tells why they failed.
func explainsRest(r parsed) bool {
	return !r.named && r.Outcome == strategies.Fail && len(r.Regions) > 0 && len(r.Findings) > 0
}
