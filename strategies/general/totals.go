package general

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// totalsProgram represents any test runner without a parser: its report is made of the lines that sum up tests.
var totalsProgram = report.Program{Name: "totals"}

// A sum is a line that sums up tests.
type sum struct {
	line   int
	text   string
	listed int64 // lines since the sum above that name a test which passed
	nested bool  // it is indented, as the sums of subtests are
	textline.Totals
}

const (
	maxSums = 1 << 10 // most lines that sum up tests and whose numbers are kept
	sumGap  = 4       // most lines between two that sum up the same run
)

// sums collects the lines of an output that sum up tests, whichever runner printed them.
type sums struct {
	list   []sum
	listed int64 // lines since the last of them that name a test which passed
	last   int   // the last line that sums up tests
	single bool  // that line has one number: "Skipped:  0"
	denied bool  // a test passed that was expected to fail, so that no number of failures proves a pass
	unsure bool  // a line of a column may count errors, so that its other numbers aren't all
	more   bool  // there are more than were kept
	none   int   // the last line without a number that no test ran; 0 for none
	phrase int   // a line without a number that all tests passed, or that some failed; 0 for none
	failed bool  // that line reports a failure
}

// read checks whether a line sums up tests and keeps it.
func (t *sums) read(n int, s string, counts, nested bool) {
	if textline.NoTests(s) {
		t.none = n
		return
	}
	if counts {
		totals, ok := textline.TotalsOf(s)
		if !ok && t.inColumn(n) {
			if totals, ok = timedOut(s); !ok {
				totals, _ = textline.TotalsOf(s)
				_, ok = textline.Errored(s)
			}
		}
		if ok {
			t.last, t.single = n, totals.Kinds() == 1
			if t.more = len(t.list) == maxSums; !t.more {
				t.list = append(t.list, sum{n, s, t.listed, nested, totals})
			}
			t.listed = 0
		}
		return
	}
	if failed, ok := textline.TestsEnded(s); ok && !t.failed {
		t.phrase, t.failed = n, failed
	}
}

// goesOn reports whether line n goes on with a column of totals by a kind of outcome whose words prove nothing anywhere
// else, and whether it counts failures.
//
//	Unexpected Pass:     1
//	Skipped:             0
//	Timeout:             1
//	Error 2
func (t *sums) goesOn(n int, s string) (failed, ok bool) {
	if !t.inColumn(n) {
		return false, false
	}
	word, number, _ := strings.Cut(s, " ")
	isErrors := strings.EqualFold(word, "error") && isNumber(number) && strings.Trim(number, "0") != ""
	switch {
	case isErrors:
		t.unsure = true
		return true, true
	case textline.PassedUnexpectedly(s):
		t.denied = true
		return true, true
	}
	timedOut, ok := textline.TimedOut(s)
	return timedOut > 0, ok
}

// timedOut returns the totals of a line that counts only the tests which timed out.
func timedOut(s string) (t textline.Totals, ok bool) {
	t, _ = textline.TotalsOf(s)
	t.N[textline.CountTimedOut], ok = textline.TimedOut(s)
	return t, ok
}

// inColumn reports whether line n may go on with a column of totals, each in a line of its own.
func (t *sums) inColumn(n int) bool { return t.single && n <= t.last+sumGap }

// report makes a report of the lines that sum up tests and that no other report covers. named is the number of failed
// tests that the output names. ok is false if the lines don't decide the outcome, if the exit status contradicts them,
// or if another report has numbers of tests. In the last case, further counts may be the output of a test.
func (t *sums) report(in *strategies.Input, found *reading, from source, named int) (p parsed, ok bool) {
	if t.more || t.unsure || in.Content || from.document || from.file || len(found.doubts) > 0 ||
		slices.ContainsFunc(found.reports, countsTests) {
		return p, false
	}
	covered := func(line int) bool { return accounted(found.reports, line) }
	list := slices.DeleteFunc(t.list, func(s sum) bool { return covered(s.line) })
	all := joinSums(list)
	p = parsed{program: &totalsProgram, plain: true, bare: named == 0}
	none := t.none > 0 && !covered(t.none) || noneRan(all, in)
	p.Idle = none && t.phrase == 0 && !slices.ContainsFunc(list, ran)
	runs := slices.DeleteFunc(all, func(s sum) bool { return !s.isRun() })
	failed := t.failed && !accounted(found.reports, t.phrase)
	for _, r := range runs {
		if r.Bad() > 0 {
			failed = true
			p.Summary = report.AppendLast(p.Summary, r.line, report.MaxSummary)
		}
	}
	switch {
	case failed:
		p.Outcome, p.Idle = strategies.Fail, false
	case in.Status.Bad() || len(runs) == 0 && !p.Idle:
		return p, false
	case p.Idle:
	case t.allPass(runs):
		p.Outcome = strategies.Pass
	}
	return p, t.state(&p, runs, int64(named))
}

// state adds the numbers of the runs and their lines to a report. It returns false if there is nothing to state.
func (t *sums) state(p *parsed, runs []sum, named int64) bool {
	total, certain := totalOf(runs, named)
	switch failed := p.Outcome == strategies.Fail; {
	case certain && (total.Bad() > 0 || !failed):
		p.count(&total.Totals)
		p.Summary = []int{total.line}
	case failed:
		p.Verdict = "failed"
	case p.Idle:
		p.Summary = []int{cmp.Or(t.none, t.last)}
	default:
		return false
	}
	for _, n := range p.Summary {
		p.Read = append(p.Read, strategies.Span{First: n, Last: n})
	}
	return true
}

// reportTo adds the report to found and returns it. It returns nil if there is none or no programs are read.
func (t *sums) reportTo(found *reading, in *strategies.Input, from source, named int) *parsed {
	if !found.looked {
		return nil
	}
	p, ok := t.report(in, found, from, named)
	if !ok {
		return nil
	}
	found.reports = append(found.reports, p)
	return &p
}

// demote lowers the rank of lines that sum up parts of a run, if report p has the numbers of the whole.
func (t *sums) demote(marks []mark, p *parsed) {
	if p == nil {
		return
	}
	at := 0
	for _, s := range t.list {
		for at < len(marks) && int(marks[at].line) < s.line {
			at++
		}
		if at < len(marks) && int(marks[at].line) == s.line && !slices.Contains(p.Summary, s.line) {
			marks[at].rank = max(marks[at].rank, strategies.Evidence)
		}
	}
}

// countsTests reports whether a report has numbers of tests.
func countsTests(p parsed) bool {
	n := p.Counts
	return n[strategies.Failed]+n[strategies.TimedOut]+n[strategies.Passed]+n[strategies.Skipped] > 0
}

// count sets the counts and the verdict of a report to the numbers of a run.
func (p *parsed) count(t *textline.Totals) {
	p.Counts = map[strategies.Key]int64{}
	for k, key := range [...]strategies.Key{
		strategies.Failed, strategies.Errors, strategies.TimedOut, strategies.Passed, strategies.Skipped,
	} {
		if t.N[k] >= 0 {
			p.Counts[key] = t.N[k]
		}
	}
	p.Skips = t.Skips
	all := t.N[textline.CountAll]
	if all < 0 || t.Stated(textline.CountPassed) || p.Idle {
		return
	}
	said := countsOf(&p.Report)
	if said == "" {
		said = "0 failed"
	}
	first, rest, more := strings.Cut(said, ", ")
	p.Verdict = first + " of " + strconv.FormatInt(all, 10)
	if more {
		p.Verdict += ", " + rest
	}
}

// allPass reports whether the last lines prove that all tests passed: they count no failures, or as many passed tests
// as there are.
func (t *sums) allPass(runs []sum) bool {
	if t.denied {
		return false
	}
	if t.phrase > 0 {
		return true
	}
	for i := range runs {
		r := &runs[i]
		whole := r.Stated(textline.CountAll) &&
			r.N[textline.CountPassed]+max(r.N[textline.CountSkipped], 0) == r.N[textline.CountAll]
		if !r.Stated(textline.CountFailed) && !whole {
			return false
		}
	}
	return true
}

// noneRan reports whether a line counts tests of which none ran. Without a noun, it must be a test runner's.
//
//	4 tests, 0 failures, 4 excluded
//	ok | 0 passed | 0 failed | 3 filtered out (2ms)
func noneRan(all []sum, in *strategies.Input) bool {
	tests := strings.Contains(in.Command, "test") || strings.Contains(in.Command, "spec")
	return slices.ContainsFunc(all, func(s sum) bool {
		counts := s.Stated(textline.CountAll) || s.Stated(textline.CountPassed)
		ofTests := s.Unit == textline.UnitTests || s.Unit == textline.UnitNone && tests
		return counts && ofTests && s.Bad() == 0 && !ran(s)
	})
}

// ran reports whether a line counts tests that ran.
func ran(s sum) bool {
	if s.Stated(textline.CountPassed) {
		return s.N[textline.CountPassed] > 0
	}
	return s.N[textline.CountAll] > max(s.N[textline.CountSkipped], 0)
}

// isRun reports whether the numbers are those of a run.
func (s *sum) isRun() bool {
	return s.Tells() && (s.Kinds() >= 2 || s.Unit == textline.UnitTests)
}

// joinSums joins the lines that sum up the same run: they are close together, and their numbers agree. A line that is
// printed again sums up the same run if that run lists its tests, and none is listed between the lines.
func joinSums(list []sum) []sum {
	var runs []sum
	last := 0
	for _, s := range list {
		n := len(runs) - 1
		if n >= 0 && s.text == runs[n].text && s.listed == 0 && runs[n].listsTests() {
			continue
		}
		if n < 0 || s.line > last+sumGap || !runs[n].join(&s) {
			runs = append(runs, s)
		}
		last = s.line
	}
	return runs
}

// join adds the numbers of another line about the same run. It returns false if that line is about another run.
func (s *sum) join(o *sum) bool {
	if strings.HasPrefix(o.text, "FAILED (") && s.Unit == textline.UnitTests && !strings.Contains(s.text, " in ") {
		s.N[textline.CountAll] = -1 // shunit2 counts assertions that failed, so they aren't so many of the tests
	}
	if s.Unit != o.Unit && s.Unit != textline.UnitNone && o.Unit != textline.UnitNone {
		if o.Unit < s.Unit { // counts of tests are better than those of files or steps
			*s = *o
		}
		return true
	}
	both := 0
	for k := range s.N {
		if s.N[k] >= 0 && o.N[k] >= 0 {
			both++
			if s.N[k] != o.N[k] {
				if !s.Tells() {
					*s = *o
					return true
				}
				return !o.Tells() // it counts something else
			}
		}
	}
	if both > 1 { // the numbers of another run may be the same
		return false
	}
	together, skips := s.N, s.Totals
	skips.AddSkips(&o.Totals)
	for k := range together {
		together[k] = max(together[k], o.N[k])
	}
	if all := together[textline.CountAll]; all >= 0 && all < max(together[textline.CountFailed], 0)+
		max(together[textline.CountPassed], 0) {
		return false // more than there are
	}
	if s.Bad() == 0 && o.Bad() > 0 {
		s.line = o.line // the line with the failures is shown
	}
	s.N, s.Unit, s.Skips = together, min(s.Unit, o.Unit), skips.Skips
	return true
}

// totalOf returns the numbers that cover all runs: those of the only run, those of the last run if it adds up the
// others, or the sum of runs that list their tests. It may also be a run that all others repeat, if no more failed
// tests are named.
func totalOf(runs []sum, named int64) (total sum, ok bool) {
	if len(runs) == 0 {
		return total, false
	}
	total = runs[len(runs)-1]
	var others sum
	for _, r := range runs[:len(runs)-1] {
		others.add(&r)
	}
	differs := func(r sum) bool { return r.N != total.N }
	isOther := func(r sum) bool { return !r.listsTests() || !r.sameKinds(&total) }
	switch {
	case len(runs) == 1, len(runs) > 2 && total.covers(&others):
		return total, true
	case !slices.ContainsFunc(runs, isOther):
		total.add(&others)
		return total, true
	}
	return total, total.Bad() > 0 && total.Bad() == named && !slices.ContainsFunc(runs, differs)
}

// add adds the numbers of another run, for the kinds that the line states.
func (s *sum) add(o *sum) {
	s.AddSkips(&o.Totals)
	for k := range s.N {
		if s.N[k] >= 0 {
			s.N[k] += max(o.N[k], 0)
		}
	}
}

// covers reports whether the numbers are those of the others together.
func (s *sum) covers(others *sum) bool {
	for k := range s.N {
		if s.N[k] >= 0 && s.N[k] != others.N[k] {
			return false
		}
	}
	return true
}

// listsTests reports whether each test that passed is named above, below the sum of another run.
func (s *sum) listsTests() bool {
	passed := s.N[textline.CountPassed]
	if passed < 0 && s.Stated(textline.CountAll) {
		passed = s.N[textline.CountAll] - s.Bad() - max(s.N[textline.CountSkipped], 0)
	}
	return passed > 0 && s.listed >= passed
}

// sameKinds reports whether two lines state the same kinds of outcomes.
func (s *sum) sameKinds(o *sum) bool {
	for k := range s.N {
		if s.N[k] >= 0 != (o.N[k] >= 0) {
			return false
		}
	}
	return s.Unit == o.Unit
}
