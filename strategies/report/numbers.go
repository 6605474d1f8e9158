package report

import (
	"math"
	"slices"
	"strconv"

	"github.com/toktee/toktee/strategies"
)

// numbers holds the counts of one run of the program. A second run in the same output starts with new ones.
type numbers struct {
	found     map[strategies.Key]int64 // findings, those beyond the bound included
	uncounted map[strategies.Key]int64 // findings that the program's own numbers leave out
	stated    map[strategies.Key]int64 // the program's own numbers, to compare with found
	added     map[strategies.Key]int64 // other numbers, which aren't compared
	slack     map[strategies.Key]slack // how far stated may differ from found
}

// slack holds the allowed differences between a program's own number and the findings.
type slack struct {
	below  bool  // fewer may be stated than found
	hidden bool  // some may be stated though none were found
	above  int64 // so many more may be stated than found
}

func add(m *map[strategies.Key]int64, key strategies.Key, n int64) {
	if *m == nil {
		*m = map[strategies.Key]int64{}
	}
	(*m)[key] += n
}

// States records how many findings of a kind the program itself counts. At the end of the run the number is compared
// with the findings. If they differ, nothing of the report is used. Several numbers of one run add up.
//
//	Found 1 error in 1 file (checked 3 source files)
func (r *Run) States(key strategies.Key, n int64) { add(&r.run.stated, key, n) }

// StateTests records the numbers of a test runner's total. Only the failures are compared with the findings.
//
//	Tests:       3 failed, 4 passed, 7 total
func StateTests(r *Run, counts map[strategies.Key]int64) {
	r.States(strategies.Failed, counts[strategies.Failed])
	if counts[strategies.Failed] == 0 && len(counts) > 0 {
		r.Adds(strategies.Passed, 0, Printed) // "Tests:       2 todo, 2 total": none passed
	}
	for key, n := range counts {
		if key != strategies.Failed {
			r.Adds(key, n, Printed)
		}
	}
}

// A Source is the origin of a number that findings don't prove.
type Source uint8

// The sources of numbers.
const (
	Printed Source = iota // the program prints it
	Counted               // it is counted line by line: if lines are missing, it is that of the other lines
)

// Adds adds to a number that findings don't prove, such as the tests that passed:
//
//	4 passing (6ms)
func (r *Run) Adds(key strategies.Key, n int64, from Source) {
	add(&r.run.added, key, n)
	r.Tallied = r.Tallied || from == Counted && n > 0
}

// Counted returns how many findings of a kind this run has, those beyond [MaxFindings] included.
//
//	Your code has been rated at 10.00/10   // a pass, unless warnings were found above
func (r *Run) Counted(key strategies.Key) int64 { return r.run.found[key] }

// A Rule is an exception in the comparison of a kind's findings with the program's own number.
type Rule uint8

// The rules.
const (
	AtLeast    Rule = iota // more may be found than stated, in this run
	IfFound                // some may be stated though none are printed, in this run
	OneMore                // one more may be stated than found, in this run; several add up
	Cut                    // more may be stated than found, in this run: the list was cut
	OnlyStated             // the kind is counted only if its number is stated: else the verdict is "failed, no totals"
	Unstated               // a run doesn't state the kind's number, so the sum of all runs isn't known
)

// Treat applies a rule to a kind of findings.
//
//	✖ 7 problems (3 errors, 4 warnings)   // IfFound for warnings: eslint --quiet prints none of them
func (r *Run) Treat(key strategies.Key, as Rule) {
	if as >= OnlyStated {
		if r.rules == nil {
			r.rules = map[Rule][]strategies.Key{}
		}
		r.rules[as] = append(r.rules[as], key)
		return
	}
	if r.run.slack == nil {
		r.run.slack = map[strategies.Key]slack{}
	}
	s := r.run.slack[key]
	switch as {
	case AtLeast:
		s.below = true
	case IfFound:
		s.hidden = true
	case OneMore:
		s.above++
	case Cut:
		s.above = math.MaxInt32
	}
	r.run.slack[key] = s
}

// Differs records that the program states another number than was found: nothing of the report is used. Only parsers
// whose findings have no kind of their own call it. For others, [Run.States] compares.
//
//	Tests: 7, Assertions: 4, Failures: 1, Skipped: 1.   // one list holds failures and errors
func (r *Run) Differs(key strategies.Key, stated, found int64) {
	if r.Distrust == "" {
		r.Distrust = strconv.FormatInt(stated, 10) + " " + noun(key) + " are stated, " +
			strconv.FormatInt(found, 10) + " were found"
	}
}

// compared lists the kinds of findings that a program's own numbers are compared with, and their nouns in messages.
var compared = []struct {
	key  strategies.Key
	noun string
}{
	{strategies.Failed, "failures"},
	{strategies.Errors, "errors"},
	{strategies.Warnings, "warnings"},
	{strategies.Remarks, "remarks"},
	{strategies.Entries, "findings"},
	{strategies.Diagnostics, "findings"}, // of all kinds together
}

func noun(key strategies.Key) string {
	for _, p := range compared {
		if p.key == key {
			return p.noun
		}
	}
	return string(key)
}

// compare records a disagreement between the program's own numbers and the findings.
func (r *Run) compare() {
	for _, p := range compared {
		stated, ok := r.run.stated[p.key]
		if !ok {
			continue
		}
		found, slack := r.run.foundOf(p.key), r.run.slack[p.key]
		if found == 0 && slack.hidden {
			continue
		}
		if stated > found+slack.above || stated < found && !slack.below {
			r.Differs(p.key, stated, found)
		}
	}
}

// foundOf returns how many findings of a kind the program's own number should include.
func (n *numbers) foundOf(key strategies.Key) int64 {
	if key != strategies.Diagnostics {
		return n.found[key] - n.uncounted[key]
	}
	all := int64(0)
	for k := range n.found {
		all += n.found[k] - n.uncounted[k]
	}
	return all
}

// counts returns the numbers of a report: the program's own if it states them, else those of the findings. A zero is
// left out, except for "0 passed".
func (n *numbers) counts() map[strategies.Key]int64 {
	out := map[strategies.Key]int64{}
	for k, found := range n.found {
		out[k] = found
	}
	for k, stated := range n.stated {
		if k != strategies.Diagnostics {
			out[k] = max(stated+n.uncounted[k], out[k])
		}
	}
	for k, added := range n.added {
		out[k] += added
	}
	for k, v := range out {
		if v == 0 && k != strategies.Passed {
			delete(out, k)
		}
	}
	return out
}

// tallied reports whether there are findings whose number the program doesn't state.
func (n *numbers) tallied() bool {
	_, all := n.stated[strategies.Diagnostics]
	for k, found := range n.found {
		if _, stated := n.stated[k]; found > 0 && !stated && !all {
			return true
		}
	}
	return false
}

// bad reports whether the numbers so far prove a failure.
func (n *numbers) bad() bool { return bad(n.found) || bad(n.stated) || bad(n.added) }

// failures lists the counts that make a run a failure.
var failures = []strategies.Key{
	strategies.Failed, strategies.Errors, strategies.TimedOut, strategies.BadPackages,
}

func bad(counts map[strategies.Key]int64) bool {
	return slices.ContainsFunc(failures, func(k strategies.Key) bool { return counts[k] > 0 })
}
