package report

import (
	"strconv"

	"github.com/toktee/toktee/strategies"
)

// A Run gathers what a parser recognises in one output, and compares what the program states with what was found.
//
// A parser says which lines belong to the program ([Run.Belongs]), what they report ([Run.Found], [Run.Continues]),
// which numbers the program states ([Run.States], [Run.Adds]) and how it ended ([Run.Ends], [Run.Passes], [Run.Fails]).
// The fields of Report that no method sets, such as Texts and Verdict, it sets itself.
//
// Memory is bounded by [MaxFindings]; counts go on beyond it.
type Run struct {
	Report
	extent   Extent
	region   region
	passed   bool
	failed   bool
	unsure   bool
	totals   []int // lines that the verdict repeats
	mute     bool  // it claims nothing: only its findings matter
	dropped  bool  // nothing of it is the program's
	run      numbers
	pending  []Finding        // of the run that hasn't ended
	open     bool             // the lines that come may belong to the last of them
	known    map[string]bool  // what the findings of earlier runs report
	partial  []strategies.Key // kinds that are counted only if the program states their number
	unstated []strategies.Key // kinds of which a run doesn't say how many there are
	due      int              // totals that are still to come
}

// numbers are those of one run of the program.
type numbers struct {
	found  map[strategies.Key]int64 // findings, those beyond the bound included
	beside map[strategies.Key]int64 // findings that the program's own numbers leave out
	stated map[strategies.Key]int64 // the program's own numbers of findings
	added  map[strategies.Key]int64 // other numbers, with which nothing is compared
	lax    map[strategies.Key]bool  // more may be found than is stated
	hidden map[strategies.Key]bool  // none may be found though some are stated
	maybe  map[strategies.Key]int64 // what the program's own numbers may hold beyond what was found
}

// NewRun returns an empty run of a program with the given extent.
func NewRun(extent Extent) *Run {
	return &Run{Report: Report{Counts: map[strategies.Key]int64{}}, extent: extent}
}

func add(m *map[strategies.Key]int64, key strategies.Key, n int64) {
	if *m == nil {
		*m = map[strategies.Key]int64{}
	}
	(*m)[key] += n
}

// Belongs says that line n is the program's.
func (r *Run) Belongs(n int) { r.region.belongs(n) }

// Foreign says that line n is somebody else's, or isn't understood.
func (r *Run) Foreign(n int) { r.region.foreign = n }

// First is the first line of the run that belongs to the program, 0 for none.
func (r *Run) First() int { return r.region.first }

// NoRegion says that the lines so far are no region, though they belong to the program: what explains how it ended may
// be among lines of others between them.
func (r *Run) NoRegion() {
	r.region.first, r.region.last = 0, 0
	r.region.read, r.region.reading = nil, false
}

// Dull says that line n is the program's and says nothing once it has ended.
func (r *Run) Dull(n int) {
	r.Belongs(n)
	r.Noise = AppendRange(r.Noise, n)
}

// Found hands over a finding and counts it under key: [strategies.Failed] for a test, [strategies.Errors],
// [strategies.Warnings] or [strategies.Remarks] for a diagnostic, "" for one that isn't counted. Warnings and remarks
// come after all failures. It returns the finding as it is kept, for the lines that follow, or nil if there are too
// many.
func (r *Run) Found(key strategies.Key, f Finding) *Finding {
	if f.At > 0 {
		r.Belongs(f.At)
	}
	if key != "" {
		add(&r.run.found, key, 1)
	}
	f.key = key
	f.Warning = f.Warning || key == strategies.Warnings || key == strategies.Remarks
	if r.open = len(r.Findings)+len(r.pending) < MaxFindings; !r.open {
		return nil
	}
	r.pending = append(r.pending, f)
	return &r.pending[len(r.pending)-1]
}

// Continues says that line n belongs to the last finding, unless that was closed or ended more than one line above. At
// most limit lines become its evidence. It reports whether the line was taken.
func (r *Run) Continues(n, limit int) bool {
	f := r.Open()
	if f == nil {
		return false
	}
	if f.Span.Last > 0 && n > f.Span.Last+2 {
		r.open = false
		return false
	}
	r.Belongs(n)
	if f.Span.First > 0 {
		f.Span.Last = n
	}
	f.Evidence = AppendFirst(f.Evidence, n, limit)
	return true
}

// Open is the last finding if lines may still belong to it, else nil.
func (r *Run) Open() *Finding {
	if !r.open {
		return nil
	}
	return r.Last()
}

// Closes says that the lines that come don't belong to the last finding.
func (r *Run) Closes() { r.open = false }

// FoundBeside is [Run.Found] for a finding that the program's own numbers leave out, such as a crash.
func (r *Run) FoundBeside(key strategies.Key, f Finding) *Finding {
	add(&r.run.beside, key, 1)
	return r.Found(key, f)
}

// Last is the finding that was handed over last in this run, nil for none.
func (r *Run) Last() *Finding {
	if len(r.pending) == 0 {
		return nil
	}
	return &r.pending[len(r.pending)-1]
}

// Pending are the findings of the run that hasn't ended.
func (r *Run) Pending() []Finding { return r.pending }

// Counted is how many findings of a kind were handed over in this run.
func (r *Run) Counted(key strategies.Key) int64 { return r.run.found[key] }

// States says how many findings of a kind the program itself counts. At the end of the run they are compared with what
// was found, and if they differ, nothing of the report is used. Several statements of one run add up.
func (r *Run) States(key strategies.Key, n int64) { add(&r.run.stated, key, n) }

// StatesAtLeast is [Run.States] for a program whose number may leave findings out: only fewer findings than it states
// are a disagreement.
func (r *Run) StatesAtLeast(key strategies.Key, n int64) {
	r.States(key, n)
	if r.run.lax == nil {
		r.run.lax = map[strategies.Key]bool{}
	}
	r.run.lax[key] = true
}

// StatesIfFound is [Run.States] for findings that the program may count without printing any: they are compared only if
// some were found.
func (r *Run) StatesIfFound(key strategies.Key, n int64) {
	add(&r.run.stated, key, n)
	if r.run.hidden == nil {
		r.run.hidden = map[strategies.Key]bool{}
	}
	r.run.hidden[key] = true
}

// MayCount says that the program may count n findings of a kind more than are found, or not: a test that fails once
// more in its teardown is one failure to some versions of a program, and two to others.
func (r *Run) MayCount(key strategies.Key, n int64) { add(&r.run.maybe, key, n) }

// OnlyStated says that findings of a kind are counted only if the program states their number. Output of a test runner
// that was cut above its totals holds some of the failed tests, and their number would be an estimate.
func (r *Run) OnlyStated(key strategies.Key) { r.partial = append(r.partial, key) }

// StatesTests takes the numbers of a test runner's total: the failures are compared with what was found, the others
// aren't.
func (r *Run) StatesTests(counts map[strategies.Key]int64) {
	r.States(strategies.Failed, counts[strategies.Failed])
	for key, n := range counts {
		if key != strategies.Failed {
			r.Adds(key, n)
		}
	}
}

// Adds adds to a number that findings don't prove, such as the tests that passed.
func (r *Run) Adds(key strategies.Key, n int64) { add(&r.run.added, key, n) }

// Ends says that line n says how the run ended. The last two are shown.
func (r *Run) Ends(n int) {
	r.LastLine(n)
	r.Summary = AppendLast(r.Summary, n, MaxSummary)
}

// Totals says that line n ends the run with the numbers that the verdict carries too: a pass shows it, a failure has it
// among its notes.
func (r *Run) Totals(n int) { r.TotalsUpTo(n, MaxSummary) }

// TotalsUpTo is [Run.Totals] for a program that prints its numbers on several lines: the last ones, up to limit, are
// kept.
func (r *Run) TotalsUpTo(n, limit int) {
	r.LastLine(n)
	r.totals = AppendLast(r.totals, n, limit)
}

// LastLine says that line n ends the run, and needn't be shown.
func (r *Run) LastLine(n int) {
	r.Belongs(n)
	r.region.end()
	r.open = false
}

// PartStarts says that line n begins the run or a part of it, such as a package: lines above it that seemed to belong
// to it are another's.
func (r *Run) PartStarts(n int) {
	r.Belongs(n)
	r.region.starts(n)
}

// Surrounds says that line n stands among the program's lines and may be another's: nothing is known of it.
func (r *Run) Surrounds(n int) { r.region.surrounds(n) }

// Pauses says that whatever stands before the next line that belongs to the program may be another's.
func (r *Run) Pauses() { r.region.reading = false }

// PartEnds says that line n ends a part of the run, such as a package, and that lines of others may follow.
func (r *Run) PartEnds(n int) {
	r.Belongs(n)
	r.region.partEnds()
}

// Restart forgets what the run has found and stated so far: the program begins again, and what was wrong may be mended.
func (r *Run) Restart() { r.run, r.pending, r.open = numbers{}, nil, false }

// MaxSummary is how many of the lines that end a run are shown.
const MaxSummary = 2

// Passes says that the program itself said that it ended well. A failure that is found all the same prevails.
func (r *Run) Passes() { r.passed = true }

// Fails says that the program itself said that it failed.
func (r *Run) Fails() { r.failed = true }

// Failing reports whether the run has failed so far: the program said so, or counts or findings do.
func (r *Run) Failing() bool {
	return r.failed || r.run.bad() || bad(r.Counts)
}

// ClaimNothing says that the output lacks what would prove a claim, such as the totals: the findings are shown, but
// nothing is counted, no outcome is stated, and no line is the program's.
func (r *Run) ClaimNothing() { r.mute = true }

// ByForm says that the lines were read by their form alone, as those of a report of unknown origin: the findings are
// ranked, and the lines of each are a region of its own, but no outcome is claimed. It is called after the last
// finding.
func (r *Run) ByForm() {
	r.FormOnly, r.unsure = true, true
	for i := range r.pending {
		f := &r.pending[i]
		if f.Span.Len() > 1 {
			r.Regions = append(r.Regions, f.Span)
		}
		f.Span = strategies.Span{}
	}
}

// Drop takes back the findings of the run that hasn't ended of which is holds.
func (r *Run) Drop(is func(f *Finding) bool) {
	kept := r.pending[:0]
	for i := range r.pending {
		if !is(&r.pending[i]) {
			kept = append(kept, r.pending[i])
		}
	}
	clear(r.pending[len(kept):])
	r.pending = kept
}

// Discard says that the output isn't the program's after all: the report is empty.
func (r *Run) Discard() { r.dropped = true }

// Unsure says that the output doesn't prove how the program ended, whatever it said.
func (r *Run) Unsure() { r.unsure = true }

// Differs says that the program states n of something where other was found: nothing of the report is used. Parsers
// whose comparison is not one of kinds and numbers call it; all others leave that to [Run.States].
func (r *Run) Differs(key strategies.Key, n, other int64) {
	if r.Distrust == "" {
		r.Distrust = strconv.FormatInt(
			n,
			10,
		) + " " + noun(
			key,
		) + " are stated, " + strconv.FormatInt(
			other,
			10,
		) + " were found"
	}
}

// EndRun ends one of several runs of a program. Its findings are added to those of the earlier ones; if all of them are
// known from these, it is a repetition, and its numbers aren't added.
func (r *Run) EndRun() {
	if r.extent == EachRun {
		r.region.close()
	}
	r.region.abandons()
	r.dropRepeated()
	r.compare()
	r.Proven = r.Proven || len(r.run.stated) > 0
	if !r.merge() {
		for _, k := range r.partial {
			if _, ok := r.run.stated[k]; !ok {
				r.Part = r.Part || r.run.found[k] > 0
				delete(r.run.found, k)
			}
		}
		r.tallies()
		for k, n := range r.run.counts() {
			r.Counts[k] += n
		}
	}
	r.run, r.open = numbers{}, false
}

// merge adds the pending findings to those of earlier runs. It reports whether the run was a repetition of these.
func (r *Run) merge() (repeated bool) {
	pending := r.pending
	r.pending = nil
	if len(r.Findings) == 0 {
		r.Findings = pending
		return false
	}
	if r.known == nil {
		r.known = map[string]bool{}
		for i := range r.Findings {
			r.known[identity(&r.Findings[i])] = true
		}
	}
	before := len(r.Findings)
	for i := range pending {
		if id := identity(&pending[i]); !r.known[id] {
			r.known[id] = true
			r.Findings = append(r.Findings, pending[i])
		}
	}
	return len(pending) > 0 && len(r.Findings) == before
}

// identity tells one finding from another in several runs.
func identity(f *Finding) string {
	if f.Name != "" {
		return f.Name
	}
	return f.File + ":" + strconv.Itoa(f.Row) + ":" + f.Message
}

// Finish ends the run after the last line and returns its report.
func (r *Run) Finish() Report {
	r.EndRun()
	r.Part = r.Part || r.due > 0
	if r.Outcome == strategies.Unknown && !r.unsure {
		switch {
		case r.failed || bad(r.Counts):
			r.Outcome = strategies.Fail
		case r.passed && !r.Part:
			r.Outcome = strategies.Pass
		}
	}
	for _, k := range r.unstated {
		delete(r.Counts, k)
	}
	r.Part = r.Part && len(r.Counts) > 0
	switch {
	case r.dropped:
		return Report{}
	case r.mute:
		return Report{Findings: r.Findings, Summary: r.Summary}
	case r.Distrust != "":
		return Report{Distrust: r.Distrust}
	}
	if r.Outcome == strategies.Fail && len(r.Findings) > 0 {
		r.Notes = append(r.Notes, r.totals...)
	} else {
		r.Summary = append(r.Summary, r.totals...)
	}
	r.Proven = r.Proven || r.passed || r.failed || r.region.ends > 0
	out := r.Report
	r.region.put(r.extent, r.passed && out.Outcome != strategies.Fail, &out)
	out.Read = r.region.wasRead()
	return out
}
