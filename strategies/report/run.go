package report

import (
	"slices"
	"strconv"

	"github.com/toktee/toktee/strategies"
)

// A Run gathers the facts that a parser recognises in one output. At the end it compares the program's own numbers with
// the findings and decides the outcome.
//
// A parser reports which lines the program printed ([Run.Belongs]), what failed ([Run.Found], [Run.Continues]), which
// numbers the program states ([Run.States], [Run.Adds]), and how it ended ([Run.End], [Run.Claim]). It sets the other
// fields of Report, such as Texts and Verdict, directly.
//
// Memory is bounded by [MaxFindings]. Further findings are counted, not kept.
type Run struct {
	Report
	extent      Extent
	interleaved bool // see [Program.Interleaved]
	region      region
	claimed     [numClaims]bool // by claim
	totals      []int           // lines that the verdict repeats
	expected    int             // totals that haven't come yet

	run     numbers
	pending []Finding                 // findings of the run that hasn't ended
	open    bool                      // the next lines may belong to the last of them
	known   map[string]bool           // identities of the findings of earlier runs
	rules   map[Rule][]strategies.Key // rules that hold for all runs: [OnlyStated], [Unstated]
}

// NewRun returns an empty run of a program with an extent.
func NewRun(extent Extent) *Run {
	return &Run{Report: Report{Counts: map[strategies.Key]int64{}}, extent: extent}
}

// Belongs records that the program printed line n:
//
//	collected 3 items
func (r *Run) Belongs(n int) { r.region.belongs(n) }

// Noise records that the program printed line n, and that the line has no use once the program has ended:
//
//	Compiling mill v0.3.0 (/src/mill)
func (r *Run) Noise(n int) {
	r.Belongs(n)
	r.Report.Noise = AppendRange(r.Report.Noise, n)
}

// Unclaimed records that line n may be another program's, such as a line of a service below docker compose:
//
//	db-1  | LOG:  database system is ready to accept connections
func (r *Run) Unclaimed(n int) { r.region.foreign = n }

// Start records that the run or a part of it, such as a package, begins in line n. Lines above may look like its own,
// but another program printed them.
//
//	=== RUN   TestDiscount
func (r *Run) Start(n int) {
	r.Belongs(n)
	r.region.starts(n)
}

// An Ending describes the line that ends a run or a part of it.
type Ending struct {
	Shown  bool // the line is shown: it explains how the run ended. The last [MaxSummary] such lines are kept
	Part   bool // only a part ends, such as a package; the last finding stays open
	Totals int  // the verdict repeats the line's numbers: a pass shows the last Totals such lines, a failure notes them
}

// MaxSummary bounds the lines shown of those that end a run.
const MaxSummary = 2

// End records that line n ends the run or a part of it. The next lines may be another program's.
//
//	75% tests passed, 1 tests failed out of 4
func (r *Run) End(n int, how Ending) {
	r.Belongs(n)
	if how.Part {
		r.region.partEnds()
		return
	}
	r.region.end()
	r.open = false
	if how.Shown {
		r.Summary = AppendLast(r.Summary, n, MaxSummary)
	}
	if how.Totals > 0 {
		r.totals = AppendLast(r.totals, n, how.Totals)
	}
}

// Found records a finding and counts it under key: [strategies.Failed] for a test, [strategies.Errors],
// [strategies.Warnings] or [strategies.Remarks] for a diagnostic, "" for none. Warnings and remarks are shown after all
// failures.
//
//	4/4 Test #4: full .....................***Failed    0.00 sec
//
// It returns the finding as the run keeps it, so that the next lines can complete it, or nil if there are too many.
func (r *Run) Found(key strategies.Key, f Finding) *Finding {
	if f.At > 0 {
		r.Belongs(f.At)
	}
	if key != "" {
		add(&r.run.found, key, 1)
	}
	if f.Uncounted {
		add(&r.run.uncounted, key, 1)
	}
	f.key = key
	f.Warning = f.Warning || key == strategies.Warnings || key == strategies.Remarks
	if r.open = len(r.Findings)+len(r.pending) < MaxFindings; !r.open {
		return nil
	}
	r.pending = append(r.pending, f)
	return r.Open()
}

// Continues adds line n to the last finding, unless that was closed or ended more than one line above. At most limit
// lines become its evidence. It reports whether the line was added.
//
//	expected: 3
//	     got: 2
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

// Open returns the last finding if the next lines may belong to it, else nil. A parser changes it in place, such as its
// file when this line follows the name of a failed test:
//
//	# ./spec/calc_spec.rb:2:in 'block'
func (r *Run) Open() *Finding {
	if !r.open || len(r.pending) == 0 {
		return nil
	}
	return &r.pending[len(r.pending)-1]
}

// Closes ends the last finding: the next lines don't belong to it. A heading does that:
//
//	# example.com/shop/cart
func (r *Run) Closes() { r.open = false }

// Pending returns the findings of the run that hasn't ended. A parser's Close may change them in place, for example to
// complete them from a list at the end:
//
//	rspec ./spec/calc_spec.rb:2 # Calculator adds
func (r *Run) Pending() []Finding { return r.pending }

// Drop removes the pending findings for which is returns true. Drop(nil) removes all of them and the run's numbers,
// because the program starts again and errors may be corrected:
//
//	[10:00:00] File change detected. Starting incremental compilation...
func (r *Run) Drop(is func(f *Finding) bool) {
	if is == nil {
		r.run, r.pending, r.open = numbers{}, nil, false
		return
	}
	kept := r.pending[:0]
	for i := range r.pending {
		if !is(&r.pending[i]) {
			kept = append(kept, r.pending[i])
		}
	}
	clear(r.pending[len(kept):])
	r.pending = kept
}

// PassesNow notes that failed tests passed when they ran again, those for which is returns true. They are counted as
// flaky and shown after all failures.
//
//	MillTest > turns() FAILED
//	MillTest > turns() PASSED
func (r *Run) PassesNow(is func(f *Finding) bool) {
	names := map[string]bool{}
	r.Excuse(func(f *Finding) bool {
		passes := is(f)
		if passes {
			names[f.Name] = true
		}
		return passes
	})
	r.Adds(strategies.Flaky, int64(len(names)), Printed)
}

// Excuse notes that pending failures for which is returns true have no consequences. They aren't counted, and are shown
// after all failures:
//
//	make: [Makefile:2: probe] Error 1 (ignored)
func (r *Run) Excuse(is func(f *Finding) bool) {
	for i := range r.pending {
		f := &r.pending[i]
		if f.Warning || !is(f) {
			continue
		}
		if f.key != "" {
			r.run.found[f.key]--
		}
		f.key, f.Warning = "", true
	}
}

// HasFailures reports whether a pending finding is neither a warning nor a test that passed when it ran again.
func (r *Run) HasFailures() bool {
	return slices.ContainsFunc(r.pending, func(f Finding) bool { return !f.Warning })
}

// EndRun ends one of several runs of a program in one output, such as the second session of pytest in a CI job:
//
//	========================= 1 failed, 2 passed in 0.01s ==========================
//
// Its numbers are added to those of earlier runs, and its findings as far as they aren't known: a test that fails in
// two runs is counted twice and named once.
func (r *Run) EndRun() {
	if r.extent == EachRun {
		r.region.close()
	}
	r.region.abandons()
	r.dropRepeated()
	r.compare()
	r.Proven = r.Proven || len(r.run.stated) > 0
	r.merge()
	for _, k := range r.rules[OnlyStated] {
		if _, ok := r.run.stated[k]; !ok {
			r.Part = r.Part || r.run.found[k] > 0
			delete(r.run.found, k)
		}
	}
	r.Tallied = r.Tallied || r.run.tallied()
	for k, n := range r.run.counts() {
		r.Counts[k] += n
	}
	r.run, r.open = numbers{}, false
}

// merge adds the pending findings to those of earlier runs, as far as they aren't known.
func (r *Run) merge() {
	pending := r.pending
	r.pending = nil
	if len(r.Findings) == 0 {
		r.Findings = pending
		return
	}
	if r.known == nil {
		r.known = map[string]bool{}
		for i := range r.Findings {
			r.known[identity(&r.Findings[i])] = true
		}
	}
	for i := range pending {
		if id := identity(&pending[i]); !r.known[id] {
			r.known[id] = true
			r.Findings = append(r.Findings, pending[i])
		}
	}
}

// identity returns a text that is the same for one finding in several runs.
func identity(f *Finding) string {
	if f.Name != "" {
		return f.Name
	}
	return f.File + ":" + strconv.Itoa(f.Row) + ":" + f.Message
}
