package textline

import (
	"strconv"
	"strings"
)

// Outcome is a kind of outcome that runners of tests count.
type Outcome uint8

// The kinds, in the order in which they are printed.
const (
	CountFailed Outcome = iota
	CountErrors
	CountTimedOut
	CountPassed
	CountSkipped
	CountAll
	numOutcomes
)

// Totals are the numbers of a line that sums up tests, whichever runner printed it.
type Totals struct {
	N    [numOutcomes]int64 // by kind; -1 for one that the line doesn't state
	Unit Unit

	// Skips is the runner's word for the tests that it skipped: "pending". "" is for "skipped", or for several words.
	Skips string
}

// Unit is the noun that [Totals] count, the most precise first.
type Unit uint8

// The units.
const (
	UnitTests Unit = iota // tests, specs, examples, scenarios
	UnitNone              // the line has none
	UnitParts             // assertions, steps
	UnitFiles             // suites, files, features, tasks
)

// Stated reports whether a kind is counted.
func (t *Totals) Stated(k Outcome) bool { return t.N[k] >= 0 }

// Kinds returns the number of kinds that are counted.
func (t *Totals) Kinds() int {
	n := 0
	for k := range t.N {
		if t.N[k] >= 0 {
			n++
		}
	}
	return n
}

// Tells reports whether it is known how many failed, or how many passed.
func (t *Totals) Tells() bool {
	return t.Stated(CountFailed) || t.Stated(CountTimedOut) || t.Stated(CountPassed) ||
		t.Stated(CountErrors) && t.Unit == UnitTests
}

// Bad is how many tests failed, in whatever way.
func (t *Totals) Bad() int64 {
	return max(t.N[CountFailed], 0) + max(t.N[CountErrors], 0) + max(t.N[CountTimedOut], 0)
}

const (
	maxTotals = 300 // bytes of a line that sums up tests
	maxTokens = 48
)

// TotalsOf reads a line that sums up tests, in any form: numbers next to words for outcomes, and little else.
//
//	12 tests, 3 failures
//	Tests:       3 failed, 9 passed, 12 total
//	Failed!  - Failed:     1, Passed:    41, Skipped:     2, Total:    44, Duration: 1 s - Shop.dll
//	[  FAILED  ] 2 tests, listed below:
//	test cases:  12 |  11 passed | 1 failed
//	41/42 tests passed; 1 failed
//	[ FAIL 1 | WARN 2 | SKIP 0 | PASS 118 ]
//
// It is for lines that count something, see [Tally].
func TotalsOf(s string) (Totals, bool) {
	t := Totals{Unit: UnitNone}
	for k := range t.N {
		t.N[k] = -1
	}
	if len(s) > maxTotals {
		return t, false
	}
	var room [maxTokens]token
	tokens, ok := tokensOf(s, room[:0])
	if !ok {
		return t, false
	}
	if strings.Contains(s, " changed=") && strings.Contains(s, " unreachable=") { // the tasks of a host
		return t, false
	}
	behind := countsBehind(tokens)
	stated, others := 0, 0
	for i := range tokens {
		switch k := &tokens[i]; k.kind {
		case outcomeToken:
			n, of, ok := numberOf(tokens, i, behind)
			if !ok {
				continue
			}
			if of > 0 {
				t.N[CountAll] = of
			}
			if k.outcome == CountSkipped {
				t.skips(k.word, n)
			}
			switch {
			case t.N[k.outcome] < 0:
				t.N[k.outcome] = n
			case k.outcome == CountSkipped: // "ignored 1, pending 2"
				t.N[k.outcome] += n
			default:
				return t, false // of several runs, or of several units
			}
			stated++
		case numberToken:
			if k.of > k.number && (i+1 == len(tokens) || !tokens[i+1].isBare()) {
				return t, false // it goes on: "Executed 40 of 57 (1 FAILED)"
			}
		case wordToken:
			others++
		}
	}
	t.units(tokens)
	if t.Stated(CountAll) {
		t.N[CountAll] += numberOfOthers(s)
	}
	return t, t.enough(stated, others, tokens) && others <= 2*stated+3
}

// skips notes the word for n tests that are about to be added to those that were skipped. A word for none of them
// doesn't matter: "ignored 0, pending 2".
func (t *Totals) skips(word string, n int64) {
	said := ""
	for _, known := range [...]string{"pending", "ignored", "todo", "disabled", "excluded"} {
		if strings.EqualFold(word, known) {
			said = known
		}
	}
	switch {
	case n == 0:
	case t.N[CountSkipped] <= 0:
		t.Skips = said
	case t.Skips != said:
		t.Skips = ""
	}
}

// AddSkips combines the words for tests that were skipped, before the numbers of another line are added.
func (t *Totals) AddSkips(o *Totals) {
	if o.N[CountSkipped] > 0 {
		t.skips(o.Skips, o.N[CountSkipped])
	}
}

// TimedOut returns the number of a line that counts the tests which timed out and nothing else. A limit of time has the
// same form but for the blanks, so it is for a line of a column of totals:
//
//	Fail:                  0
//	Timeout:               1
func TimedOut(s string) (n int64, ok bool) {
	label, number, _ := strings.Cut(s[:min(len(s), MaxEnded)], ":")
	if label != "Timeout" && label != "Timed Out" || !strings.HasPrefix(number, "  ") {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
	return n, err == nil && n >= 0
}

// PassedUnexpectedly reports whether a line counts tests that passed although a failure was expected, and at least one:
//
//	Unexpected Pass:       1
//	# XPASS: 1
func PassedUnexpectedly(s string) bool {
	label, number, _ := strings.Cut(s[:min(len(s), MaxEnded)], ":")
	switch strings.TrimRight(label, " ") {
	case "Unexpected Pass", "Unexpectedly Passed", "# XPASS":
		n, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
		return err == nil && n > 0
	}
	return false
}

// Errored returns the number of a line that counts the tests which ended with an error and nothing else. As for
// [TimedOut], it is for a line below other totals:
//
//	# FAIL:  0
//	# ERROR: 1
func Errored(s string) (n int64, ok bool) {
	if _, number, stated := strings.Cut(s, ":"); !stated || strings.Trim(number, " 0123456789") != "" {
		return 0, false
	}
	t, _ := TotalsOf(s)
	return t.N[CountErrors], t.Kinds() == 1 && t.Stated(CountErrors)
}

// numberOfOthers returns the number of tests that ExUnit counts separately: "3 doctests, 1 property, 150 tests".
func numberOfOthers(s string) (n int64) {
	for _, kind := range [...]string{" doctest", " propert"} {
		before, _, ok := strings.Cut(s, kind)
		digits := before[len(strings.TrimRight(before, "0123456789")):]
		if count, err := strconv.ParseInt(digits, 10, 32); ok && err == nil {
			n += count
		}
	}
	return n
}

// enough reports whether a line that states some kinds, and has some other words, can be a sum at all.
func (t *Totals) enough(stated, others int, tokens []token) bool {
	switch all := t.Stated(CountAll); {
	case t.Unit == UnitTests:
		return stated > 0 || all
	case stated == 1 && t.Stated(CountErrors):
		return false // of any program
	case stated == 1 && !all:
		return others == 0 || others == 1 && tokens[0].kind == numberToken // "12 passed in 3s"
	}
	return stated > 0
}

// units finds the counted noun and its number, which is next to it.
func (t *Totals) units(tokens []token) {
	for i := range tokens {
		k := &tokens[i]
		if k.kind != unitToken {
			continue
		}
		u := k.unit
		if i+1 < len(tokens) && tokens[i+1].kind == unitToken {
			u = tokens[i+1].unit // "test suites", "test cases"
		}
		all := besideUnit(tokens, i)
		if t.Unit == UnitNone {
			t.Unit = u
		}
		if all == nil && t.Unit == u {
			continue // "Test run with 3 tests"
		}
		if all != nil && t.Unit == u && !t.Stated(CountAll) {
			t.N[CountAll], all.taken = max(all.number, all.of), true
		}
		return
	}
}

// besideUnit returns the number of a unit, the i-th token; nil for none.
func besideUnit(tokens []token, i int) *token {
	if i > 0 && tokens[i-1].kind == numberToken && !tokens[i-1].taken {
		return &tokens[i-1]
	}
	for i+1 < len(tokens) && tokens[i+1].kind == unitToken {
		i++
	}
	if i+1 < len(tokens) && tokens[i+1].stated() && !tokens[i+1].taken {
		return &tokens[i+1]
	}
	return nil
}

// stated reports whether a number follows a colon or an equals sign.
func (k *token) stated() bool { return k.kind == numberToken && (k.joined == ':' || k.joined == '=') }

// countsBehind reports whether a line names outcomes before their numbers without a sign between them: "FAIL 1 | PASS
// 2".
func countsBehind(tokens []token) bool {
	for i := range tokens {
		switch tokens[i].kind {
		case numberToken:
			return false
		case outcomeToken:
			return i+1 < len(tokens) && tokens[i+1].kind == numberToken && tokens[i+1].isBare() &&
				(i+2 == len(tokens) || tokens[i+2].kind != outcomeToken || !tokens[i+2].isBare())
		}
	}
	return false
}

// isBare reports whether nothing but blanks and brackets is before a token.
func (k *token) isBare() bool { return k.joined == 0 || k.joined == ']' || k.joined == ')' }

// isFree reports whether the stated number that is the i-th token doesn't belong to an outcome after it. Between
// colons, the outcome after it has its own number.
//
//	Run:  4   Failures: 2   Errors: 1
func isFree(tokens []token, i int) bool {
	if i+1 == len(tokens) || tokens[i+1].kind != outcomeToken || !tokens[i+1].isBare() || tokens[i].joined == '=' {
		return true
	}
	return i+2 < len(tokens) && tokens[i].joined == ':' && tokens[i+2].stated() && tokens[i+2].joined == ':'
}

// numberOf returns the count of the outcome that is the i-th token, and of how many if the line has it: "1/3 failed".
func numberOf(tokens []token, i int, behind bool) (n, of int64, ok bool) {
	next := i + 1
	for next < len(tokens) && tokens[next].kind == unitToken { // "Failed tests: 3"
		next++
	}
	if next < len(tokens) && !tokens[next].taken {
		count := &tokens[next]
		if strings.EqualFold(tokens[i].word, "error") && count.joined == 0 {
			return 0, 0, false // a code: "[Makefile:136: test] Error 1"
		}
		if count.stated() && isFree(tokens, next) || behind && next == i+1 && count.kind == numberToken {
			count.taken = true
			return count.number, 0, true
		}
	}
	at := i - 1
	for at > 0 && tokens[at].kind == unitToken && tokens[i].isBare() { // "3 tests failed"
		at--
	}
	if at < 0 || tokens[at].kind != numberToken || tokens[at].taken || !tokens[i].isBare() {
		return 0, 0, false
	}
	if at < i-1 && at > 0 && tokens[at].isBare() {
		return 0, 0, false // "a run with 10 tests failed"
	}
	tokens[at].taken = true
	return tokens[at].number, tokens[at].of, true
}

// MaxEnded is the length in bytes of the longest line that [TestsEnded] reads.
const MaxEnded = 48

// TestsEnded reads a line with the result of all tests and no number: "** TEST FAILED **", "Some tests failed.", "All
// tests passed".
func TestsEnded(s string) (failed, ok bool) {
	if len(s) > MaxEnded {
		return false, false
	}
	tests, all, ended := false, false, false
	for w := range strings.FieldsFuncSeq(s, func(r rune) bool { return strings.ContainsRune(" \t*!.=-#:[]", r) }) {
		switch strings.ToLower(w) {
		case "test", "tests":
			tests = true
		case "all":
			all = true
		case "passed", "pass":
			ended = true
		case "failed", "failure", "failures":
			failed = true
		case "some", "run", "suite", "suites", "error", "the", "have", "info", "result", "results":
		default:
			return false, false
		}
	}
	return failed, tests && (failed && !all || ended && all && !failed)
}
