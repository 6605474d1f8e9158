package checks

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/text/words"
)

// Opening is the start of a clause, by which a reader and the checker of texts recognise it.
const Opening = "history: "

// MaxFailures is the number of failures up to which a clause is made. If more failed, something else is broken.
const MaxFailures = 32

// Clause words what the failures' histories have in common, as one line that has room; "" for nothing that helps. It
// states the first of these that is so: some failures are flaky, they also failed with another branch checked out, or
// they have failed before. A failure in its first run with it has no history.
//
//	history: red in 3 of 9 runs on the same tracked files
//	history: 2 of 3 also red at 13:20 with main checked out
//	history: red since 14:02, after edits of mux.go and chain.go
//	history: red since 24 Nov, in 4 runs
func Clause(all []Facts, now time.Time, zone *time.Location, fits func(string) bool) string {
	for _, word := range [...]func(f *Facts) []string{
		func(f *Facts) []string { return f.wordFlaky() },
		func(f *Facts) []string { return f.wordAlso(now, zone) },
		func(f *Facts) []string { return f.wordSince(now, zone) },
	} {
		if line := shared(all, word, fits); line != "" {
			return line
		}
	}
	return ""
}

// shared returns the line that is true of most failures, of those that fit. words returns what is true of a failure,
// the best first.
func shared(all []Facts, words func(f *Facts) []string, fits func(string) bool) string {
	counts := map[string]int{}
	var lines []string
	for i := range all {
		for _, w := range words(&all[i]) {
			if counts[w]++; counts[w] == 1 {
				lines = append(lines, w)
			}
		}
	}
	slices.SortStableFunc(lines, func(a, b string) int { return counts[b] - counts[a] })
	for _, w := range lines {
		line := Opening + w
		if len(all) > 1 {
			line = fmt.Sprintf("%s%d of %d %s", Opening, counts[w], len(all), w)
		}
		if fits(line) {
			return line
		}
	}
	return ""
}

func (f *Facts) wordFlaky() []string {
	if !f.Flaky() {
		return nil
	}
	return []string{fmt.Sprintf("red in %d of %d runs on the same tracked files", f.Red, f.Same)}
}

// wordAlso words the other branches, and when they were red: main and master first.
func (f *Facts) wordAlso(now time.Time, zone *time.Location) (forms []string) {
	for _, run := range f.Also {
		if isPrintable(run.Branch) {
			forms = append(forms, "also red at "+Clock(run.Time, now, zone)+" with "+run.Branch+" checked out")
		}
	}
	isMain := func(form string) bool {
		return strings.Contains(form, " with main ") || strings.Contains(form, " with master ")
	}
	if i := slices.IndexFunc(forms, isMain); i > 0 {
		forms[0], forms[i] = forms[i], forms[0]
	}
	return forms
}

// wordSince words when the streak began, and the edits before that.
func (f *Facts) wordSince(now time.Time, zone *time.Location) (forms []string) {
	if f.Runs < 2 {
		return nil
	}
	since := "red since " + Clock(f.Since.Time, now, zone)
	if files := baseNames(f.Edits); len(files) > 0 {
		for n := min(len(files), 3); n > 0; n-- {
			forms = append(forms, since+", after edits of "+list(files, n))
		}
	}
	return append(forms, fmt.Sprintf("%s, in %d runs", since, f.Runs))
}

// list names the first n of some files, and the number of the others.
func list(files []string, n int) string {
	if more := len(files) - n; more > 0 {
		return strings.Join(files[:n], ", ") + " and " + words.Count(more, "more file", "more files")
	}
	if n == 1 {
		return files[0]
	}
	return strings.Join(files[:n-1], ", ") + " and " + files[n-1]
}

// baseNames returns the names of files without their folders. There are none if one can't be printed in a line.
func baseNames(files []string) (names []string) {
	for _, f := range files {
		name := f[strings.LastIndexByte(f, '/')+1:]
		if !isPrintable(name) {
			return nil
		}
		names = append(names, name)
	}
	return names
}

// isPrintable reports whether a name is one word that can't be taken for anything else.
func isPrintable(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r > '~' })
}

// Clock words a time: on the day of now by hours and minutes, else by the day, in another year with the year.
func Clock(t, now time.Time, zone *time.Location) string {
	t, now = t.In(zone), now.In(zone)
	if t.Format(time.DateOnly) == now.Format(time.DateOnly) {
		return t.Format("15:04")
	}
	if t.Year() != now.Year() {
		return t.Format("2 Jan 2006")
	}
	return t.Format("2 Jan")
}
