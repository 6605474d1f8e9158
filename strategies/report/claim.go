package report

import (
	"cmp"
	"slices"

	"github.com/toktee/toktee/strategies"
)

// A Claim is something that an output proves of its run, or doesn't prove.
type Claim uint8

// The claims. A later claim doesn't withdraw an earlier one.
const (
	Passed       Claim = iota // the program printed that it ended well; a failure that is found prevails
	Failed                    // the program printed that it failed
	Unproven                  // the output doesn't prove how the program ended, whatever it printed
	OnlyFindings              // totals are missing: findings are shown, and nothing is counted, concluded or claimed
	NotOurs                   // the output isn't the program's after all: the report is empty
	NoRegion                  // the lines so far are no region: the cause may be among other programs' lines
	NoTest                    // the program printed that it ran no test; a test that is counted prevails
	Unfinished                // a process of the program didn't end as it should: no pass, whatever else it printed
	numClaims
)

// Claim records one claim about the run:
//
//	Your branch is up to date with 'origin/main'.   // Passed
//	FAILURES!                                       // Failed
//	nothing to commit, working tree clean           // Unproven: an answer or a failure
func (r *Run) Claim(c Claim) {
	if c == NoRegion {
		r.region.first, r.region.last = 0, 0
		r.region.read, r.region.reading = nil, false
		return
	}
	r.claimed[c] = true
}

// Failing reports whether the run has failed so far, by a claim, a count or a finding. A pass shows other lines than a
// failure, such as this one:
//
//	Finished `test` profile [unoptimized + debuginfo] target(s) in 0.31s
func (r *Run) Failing() bool {
	return r.claimed[Failed] || r.run.bad() || bad(r.Counts)
}

// ExpectTotals records that the program has begun something that ends with totals (1), or that its totals came (-1):
//
//	Test project /src/build
//	75% tests passed, 1 tests failed out of 4
//
// If some are missing at the end, the numbers are those of a part, and no pass is concluded.
func (r *Run) ExpectTotals(more int) {
	if more > 0 && r.expected > 0 {
		r.region.cutOff() // what began before didn't end
	}
	r.expected = max(0, r.expected+more)
}

// noTotals is the verdict of a run that failed and whose failures can't be counted, since its totals are missing.
const noTotals = "failed, no totals"

// finish ends the run after the last line and returns its report.
func (r *Run) finish() Report {
	if r.FormOnly {
		r.byForm()
	}
	r.EndRun()
	r.Part = r.Part || r.expected > 0
	r.decide()
	for _, k := range r.rules[Unstated] {
		delete(r.Counts, k)
	}
	if r.Part && len(r.Counts) == 0 {
		r.Part = false
		if r.Outcome == strategies.Fail {
			r.Verdict = cmp.Or(r.Verdict, noTotals)
		}
	}
	switch {
	case r.claimed[NotOurs]:
		return Report{}
	case r.claimed[OnlyFindings]:
		return Report{Findings: r.Findings, Summary: r.Summary}
	case r.Distrust != "":
		return Report{Distrust: r.Distrust}
	}
	if r.Outcome == strategies.Fail && len(r.Findings) > 0 {
		r.Notes = append(r.Notes, r.totals...)
	} else {
		r.Summary = append(r.Summary, r.totals...)
	}
	r.Proven = r.Proven || r.claimed[Passed] || r.claimed[Failed] || r.region.ends > 0
	out := r.Report
	r.region.put(r.extent, r.claimed[Passed] && out.Outcome != strategies.Fail, &out)
	out.Read, out.Unfinished = r.region.wasRead(), r.claimed[Unfinished]
	return out
}

// decide sets the outcome, unless the output doesn't prove it.
func (r *Run) decide() {
	switch {
	case r.Outcome != strategies.Unknown || r.claimed[Unproven]:
	case r.claimed[Failed] || bad(r.Counts):
		r.Outcome = strategies.Fail
	case r.isIdle():
		r.Idle = !r.Part
	case r.claimed[Passed] && !r.Part && !r.claimed[Unfinished]:
		r.Outcome = strategies.Pass
	}
}

// isIdle reports whether the program ran no test: it printed so, or it counts tests and none of them ran.
//
//	============================= 40 skipped in 0.13s ==============================
func (r *Run) isIdle() bool {
	if Ran(r.Counts) {
		return false
	}
	_, counts := r.Counts[strategies.Passed]
	counts = counts || r.Counts[strategies.Skipped] > 0
	return r.claimed[NoTest] || counts && !slices.Contains(r.rules[Unstated], strategies.Passed)
}

// Ran reports whether tests are counted that ran.
func Ran(counts map[strategies.Key]int64) bool {
	for _, k := range [...]strategies.Key{
		strategies.Passed, strategies.Failed, strategies.TimedOut, strategies.Flaky, strategies.XFailed,
		strategies.XPassed, strategies.Measured,
	} {
		if counts[k] > 0 {
			return true
		}
	}
	return false
}

// byForm makes the lines of each finding a region of its own. No outcome is concluded from lines that were recognised
// by their form alone.
func (r *Run) byForm() {
	r.claimed[Unproven] = true
	for i := range r.pending {
		f := &r.pending[i]
		if f.Span.Len() > 1 {
			r.Regions = append(r.Regions, f.Span)
		}
		f.Span = strategies.Span{}
	}
}
