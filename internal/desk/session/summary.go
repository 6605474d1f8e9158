package session

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/desk/figures"
	"github.com/toktee/toktee/internal/text/words"
)

// Sentence sums the session up. Each part is there only if it is known. It isn't safe to print.
func (s *Session) Sentence() string {
	parts := []string{figures.Count(s.Calls, "call", "calls")}
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	add("%s", s.failed())
	if s.Contradicted > 0 {
		add("%s contradicted", figures.Count(s.Contradicted, "claim", "claims"))
	}
	t := s.Totals
	switch {
	case t.Saved < 0:
		add("%s", savings(t.Saved))
	case t.Raw > t.Given:
		add("%s of %s tokens saved", figures.Number(t.Saved), figures.Number(t.Raw))
	}
	switch {
	case t.Refetches > 0:
		add("%s re-read", figures.Count(t.RefetchTokens, "token", "tokens"))
	case t.Raw > t.Given:
		add("none re-read")
	case t.Calls > 0 && len(s.MostHidden()) == 0:
		add("nothing was hidden from the model")
	}
	return strings.Join(append(parts, s.cost()...), "; ")
}

// failed counts the commands that failed, by how their last runs ended.
func (s *Session) failed() string {
	counts, all := map[State]int{}, s.Failures()
	if len(all) == 0 {
		return "no failure known"
	}
	for _, i := range all {
		counts[s.Entries[i].State]++
	}
	var parts []string
	for _, p := range []struct {
		state     State
		one, many string
	}{
		{Red, "still failing", "still failing"}, {Fixed, "passed later", "passed later"},
		{Rerun, "run again, outcome unknown", "run again, outcome unknown"},
		{Failed, "whose later runs aren't known", "whose later runs aren't known"},
	} {
		if n := counts[p.state]; n > 0 {
			parts = append(parts, figures.Count(n, p.one, p.many))
		}
	}
	return figures.Count(len(all), "command", "commands") + " failed: " + strings.Join(parts, ", ")
}

// times is how often something happened: "once", "twice", "3 times".
func times(n int64) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return figures.Number(n) + " times"
}

// cost states the cost of the session if the usage of its requests is known: without it, any sum of money would be
// invented.
func (s *Session) cost() []string {
	money := figures.Money
	switch saved := s.Without - s.Paid; {
	case s.Paid == 0:
		return nil
	case s.Estimated && saved < 0:
		return []string{"cost " + s.Price(), "about " + money(-saved) + " more than without toktee"}
	case s.Estimated:
		return []string{"cost " + s.Price(), "about " + money(saved) + " saved"}
	case saved < 0:
		return []string{"cost " + s.Price(), money(-saved) + " more than without toktee"}
	default:
		return []string{money(saved) + " of " + money(s.Without) + " saved"}
	}
}

// Savings states the tokens that the session saved, "" for none.
func (h *Head) Savings() string {
	if h.Saved == 0 {
		return ""
	}
	return savings(h.Saved)
}

func savings(tokens int64) string {
	if tokens < 0 {
		return figures.Count(-tokens, "token", "tokens") + " more than without toktee"
	}
	return figures.Count(tokens, "token", "tokens") + " saved"
}

// Sum explains the tokens that the session saved, "" without any output: "9,900 tokens without toktee − 800 sent − 120
// re-read = 8,980 saved".
func (s *Session) Sum() string {
	t := &s.Totals
	if t.Raw == 0 {
		return ""
	}
	end := figures.Number(t.Saved) + " saved"
	if t.Saved < 0 {
		end = figures.Number(-t.Saved) + " lost"
	}
	return fmt.Sprintf("%s tokens without toktee − %s sent − %s re-read = %s",
		figures.Number(t.Raw), figures.Number(t.Given), figures.Number(t.RefetchTokens), end)
}

// Price is the cost of the session, as far as it is known: "$1.61", "at least $1.61". It is "" if no usage is known.
func (s *Session) Price() string {
	switch {
	case s.Paid == 0:
		return ""
	case s.Partial:
		return "at least " + figures.Money(s.Paid)
	}
	return figures.Money(s.Paid)
}

// maxFiles is how many edited files [Session.Edited] names.
const maxFiles = 3

// EditedAfter names the files that were edited after a failure, up to the run that passed if there is one, and the time
// of the last edit: "Edited after it: a.go, b.go, 2 other files, last at 12:04:10". It returns "" for none, and isn't
// safe to print.
func (s *Session) EditedAfter(failure int, in *time.Location) string {
	when, last, end := "Edited after it: ", -1, failure+1
	later := s.Entries[failure].Later
	for ; end < len(s.Entries) && (later.IsZero() || s.Entries[end].Time.Before(later)); end++ {
		if s.Entries[end].Kind == Edit {
			last = end
		}
	}
	if last < 0 {
		return ""
	}
	if !later.IsZero() {
		when = "Edited in between: "
	}
	return when + s.edited(failure, end, "") + ", last at " + s.Entries[last].Time.In(in).Format(time.TimeOnly)
}

// edited names the files other than one that some entries edited.
func (s *Session) edited(from, to int, but string) string {
	var files []string
	for i := from; i < to; i++ {
		if e := &s.Entries[i]; e.Kind == Edit && e.File != but && !slices.Contains(files, e.File) {
			files = append(files, e.File)
		}
	}
	if n := len(files) - maxFiles; n > 0 {
		files = append(files[:maxFiles], figures.Count(n, "other file", "other files"))
	}
	return strings.Join(files, ", ")
}

// A Step is one of those that a session ended with. It isn't safe to print.
type Step struct {
	Time time.Time
	Text string
	Bad  bool // it failed, or was wrong
}

// Result has the last edit, the last check after it with its outcome, and the last claim that the record contradicts,
// in order.
func (s *Session) Result() (steps []Step) {
	last := func(is func(e *Entry) bool) int {
		i := len(s.Entries) - 1
		for i >= 0 && !is(&s.Entries[i]) {
			i--
		}
		return i
	}
	add := func(i int, text string, bad bool) { steps = append(steps, Step{s.Entries[i].Time, text, bad}) }
	edit := last(func(e *Entry) bool { return e.Kind == Edit })
	check, claim := last((*Entry).IsCheck), last((*Entry).IsContradicted)
	if edit >= 0 {
		text := "Edited " + s.Entries[edit].File
		if others := s.edited(0, edit, s.Entries[edit].File); others != "" {
			text += ", earlier " + others
		}
		if check < edit {
			text += "; no check is known after that"
		}
		add(edit, text, false)
	}
	if check > edit {
		c := &s.Entries[check].Call
		ended := map[string]string{"pass": "passed", "fail": "failed"}[c.Outcome]
		add(check, fmt.Sprintf("The last check, %s, %s", words.Cut(words.OneLine(c.Command), maxName),
			cmp.Or(ended, "has an unknown outcome")), c.Outcome == "fail")
	}
	if claim >= 0 {
		add(claim, "The model claimed: "+s.Entries[claim].Claim+". The record contradicts it", true)
	}
	slices.SortStableFunc(steps, func(a, b Step) int { return a.Time.Compare(b.Time) })
	return steps
}

// Partly names the commands of whose outputs the model was shown the smallest parts: "Shown to the model in part: go
// test ./... (610 of 4,990 tokens sent), rg Test (543 of 754), and 2 more commands". It returns "" for none, and isn't
// safe to print.
func (s *Session) Partly() string {
	const most = 2
	hidden := s.MostHidden()
	var parts []string
	for n, i := range hidden[:min(len(hidden), most)] {
		e := &s.Entries[i]
		sent := ""
		if n == 0 {
			sent = " tokens sent"
		}
		parts = append(parts, fmt.Sprintf("%s (%s of %s%s)", words.Cut(words.OneLine(e.Title()), maxName),
			figures.Number(e.Call.Given), figures.Number(e.Call.Raw), sent))
	}
	if n := len(hidden) - most; n > 0 {
		parts = append(parts, "and "+figures.Count(n, "more command", "more commands"))
	}
	if len(parts) == 0 {
		return ""
	}
	return "Shown to the model in part: " + strings.Join(parts, ", ")
}

// maxName is how many characters of a command are in a sentence.
const maxName = 40

// maxDid is how many groups of calls [Session.Did] names.
const maxDid = 6

// Did counts the calls, those of which some failed first: "go test 18 times, 9 reads of .go files, 21 other calls". It
// isn't safe to print.
func (s *Session) Did() string {
	counts, failed := map[string]int{}, map[string]int{}
	for i := range s.Entries {
		e := &s.Entries[i]
		name := cmp.Or(e.Call.Kind, e.Call.Tool)
		if strings.Contains(name, "$") { // a part of a loop: "for i in 1 2; do echo $i; done"
			name, _, _ = strings.Cut(words.OneLine(e.Call.Command), " ")
		}
		switch e.Kind {
		case Unseen:
			name = e.Call.Tool
		case Call, Untouched:
		default:
			continue
		}
		counts[name]++
		if e.Call.Outcome == "fail" {
			failed[name] = 1
		}
	}
	var names []string
	for name := range counts {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(failed[b]-failed[a], counts[b]-counts[a], strings.Compare(a, b))
	})
	var parts []string
	others := 0
	for i, name := range names {
		if i < maxDid {
			parts = append(parts, callsOf(name, counts[name]))
		} else {
			others += counts[name]
		}
	}
	if others > 0 {
		parts = append(parts, words.Count(others, "other call", "other calls"))
	}
	return strings.Join(parts, ", ")
}

// callsOf is a number of calls of a kind, as the ledger names it: "read.go" are those that read .go files.
func callsOf(kind string, n int) string {
	if rest, ok := strings.CutPrefix(kind, "read"); ok && (rest == "" || rest[0] == '.') {
		if rest != "" {
			rest = " of " + rest + " files"
		}
		return figures.Count(n, "read", "reads") + rest
	}
	return kind + " " + times(int64(n))
}

// Failures are the newest failures of each command, as places of entries: those that are still failing first, and of
// these, tests, builds and linters.
func (s *Session) Failures() (all []int) {
	listed := map[string]bool{}
	for i := len(s.Entries) - 1; i >= 0; i-- {
		e := &s.Entries[i]
		if command := e.Failing(); e.State != "" && !listed[command] {
			listed[command] = true
			all = append(all, i)
		}
	}
	rank := func(i int) int {
		if e := &s.Entries[i]; e.State != Red || !e.IsCheck() {
			return 1 + slices.Index([]State{Red, Failed, Rerun, Fixed}, e.State)
		}
		return 0
	}
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(rank(a), rank(b)) })
	return all
}

// Troubles are the failures in the order of [Session.Failures], and before those that passed later, the claims that the
// record contradicts, the newest first. It returns at most so many of each. more counts the others.
func (s *Session) Troubles(most int) (all []int, more int) {
	all = s.Failures()
	more = max(0, len(all)-most)
	all = all[:len(all)-more]
	passed := slices.IndexFunc(all, func(i int) bool { return s.Entries[i].State == Fixed })
	if passed < 0 {
		passed = len(all)
	}
	claims := 0
	for i := len(s.Entries) - 1; i >= 0; i-- {
		if !s.Entries[i].IsContradicted() {
			continue
		}
		if claims++; claims > most {
			more++
		} else {
			all = slices.Insert(all, passed+claims-1, i)
		}
	}
	return all, more
}

// MostHidden are the calls of which the model wasn't sent most, one of each command, as places of entries.
func (s *Session) MostHidden() (all []int) {
	hidden := func(i int) int { return s.Entries[i].Call.Raw - s.Entries[i].Call.Given }
	for i := range s.Entries {
		if s.Entries[i].Kind == Call && hidden(i) > 0 {
			all = append(all, i)
		}
	}
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(hidden(b), hidden(a)) })
	listed := map[string]bool{}
	return slices.DeleteFunc(all, func(i int) bool {
		before := listed[s.Entries[i].Call.Command]
		listed[s.Entries[i].Call.Command] = true
		return before
	})
}

// Title names the session: the first prompt, or else the first call. It isn't safe to print.
func (h *Head) Title() (title string, isCommand bool) {
	switch {
	case h.Key.Session == "":
		return "Commands without an agent", false
	case h.Prompt != "":
		return h.Prompt, false
	}
	if h.Calls == 0 && h.First == "" {
		return "A session without calls", false
	}
	return cmp.Or(h.First, "A session whose calls have no names"), h.First != ""
}

// Trouble has the words of a list for the calls that failed, and for the commands whose last run did; "" for none.
// notRed takes the place of red. A head that isn't whole counts what hooks saw: the session itself may know more.
func (h *Head) Trouble() (failed, red, notRed string) {
	notRed = "no failure known"
	if h.Failed > 0 {
		failed, notRed = figures.Number(h.Failed)+" failed", "none known failing"
	}
	if h.Red > 0 {
		red = figures.Number(h.Red) + " still failing"
	}
	return failed, red, notRed
}

// Span is the time of a session: "28 November 2026, 12:00 to 12:40", in the location of its times.
func (h *Head) Span(in *time.Location) string {
	const day = "2 January 2006, 15:04"
	begin, last := h.Begin.In(in), h.Last.In(in)
	if begin.YearDay() != last.YearDay() || begin.Year() != last.Year() {
		return begin.Format(day) + " to " + last.Format(day)
	}
	return begin.Format(day) + " to " + last.Format("15:04")
}

// Span is the time of the session with its claims and edits.
func (s *Session) Span(in *time.Location) string {
	h := s.Head
	for i := range s.Entries {
		if at := s.Entries[i].Time; at.After(h.Last) {
			h.Last = at
		}
	}
	return h.Span(in)
}

// ShortPath is a path with ~ in place of the home folder.
func ShortPath(path string) string {
	home, err := os.UserHomeDir()
	if rest, ok := strings.CutPrefix(path, home); ok && err == nil && (rest == "" || rest[0] == filepath.Separator) {
		return "~" + rest
	}
	return path
}
