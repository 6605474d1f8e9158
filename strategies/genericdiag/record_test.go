package genericdiag

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A layout is a way in which a tool prints a message and its place in different lines.
type layout struct {
	place, message string // with the number of the diagnostic
	placeFirst     bool
	between, after []string // code or other lines between the two, and below both
}

var layouts = []layout{
	{"  --> src/part%d.sol:1%d:5:", "Warning (20%d8): state is never used", false, nil,
		[]string{"   |", "11 | x", "   | ^", ""}},
	{"src/Part%d.svelte:1%d:5", "Error: total%d is not defined", true, nil, []string{"  let a = 1", ""}},
	{"   ╭─[src/part%d.js:1%d:5]", "  ⚠ eslint(no-x): total%d is unused", false, nil,
		[]string{" 11 │ x", "   ╰────", "  help: rename it", ""}},
	{"    ,-[src/part%d.js:1%d:5]", "  ! eslint(no-x): total%d is unused", false, nil,
		[]string{" 11 | x", "    :  ^|^", "    `----", "  help: rename it", ""}},
	{"File \"src/part%d.ml\", line 1%d, characters 5-9:", "Error: Unbound value total%d", true,
		[]string{"11 |  x", "      ^"}, nil},
	{"src/part%d.hs:1%d:5: error: [GHC-88464]", "    • Variable not in scope: total%d", true, nil,
		[]string{"   |", "11 | x", ""}},
	{"Error ------------------ src/part%d.js:1%d:5", "Cannot resolve name total%d [cannot-resolve-name]", true,
		[]string{""}, []string{"", "   11| x", "        ^", ""}},
	{"roles/part%d.yml:1%d Task/Handler: Install", "fqcn[action]: Use FQCN for total%d", false, nil, []string{""}},
	{"│   on part%d.tf line 1%d, in resource \"a\" \"b\":", "│ Error: Unsupported argument %d", false, []string{"│ "},
		[]string{"│   11:   x = 1", "╵"}},
}

// print returns an output of n diagnostics and the message of each place.
func (l *layout) print(n int, above, below []string) (text string, messages map[int]string) {
	lines, messages := append([]string(nil), above...), map[int]string{}
	for i := range n {
		place, message := fmt.Sprintf(l.place, i, i), fmt.Sprintf(l.message, i)
		first, second := message, place
		if l.placeFirst {
			first, second = place, message
		}
		lines = append(lines, first)
		at := len(lines)
		lines = append(lines, l.between...)
		lines = append(lines, second)
		if !l.placeFirst {
			at = len(lines)
		}
		messages[at] = strings.TrimSpace(strings.TrimPrefix(message, "│"))
		lines = append(lines, l.after...)
	}
	return strings.Join(append(lines, below...), "\n"), messages
}

// TestRecords: a message in another line belongs to the place of its record.
func TestRecords(t *testing.T) {
	for _, l := range layouts {
		text, want := l.print(5, []string{"Loading the settings", "Checking 5 files"}, []string{"", "5 problems found"})
		r := read(text)
		for _, f := range r.Findings {
			if f.Message != want[f.At] {
				t.Errorf("line %d has the message %q, want %q, in:\n%s", f.At, f.Message, want[f.At], text)
			}
		}
		if len(r.Findings) != len(want) {
			t.Errorf("%d findings, want %d, in:\n%s", len(r.Findings), len(want), text)
		}
	}
}

// TestRecordsUnproved: a place takes no message from another line if the tool counts another number of diagnostics, or
// if two ways to divide the lines fit.
func TestRecordsUnproved(t *testing.T) {
	counted, _ := layouts[1].print(5, nil, []string{"6 problems found"})
	torn, _ := layouts[1].print(3, nil, []string{"src/Part7.svelte:17:5", "", "src/Part8.svelte:18:5", "Error: no"})
	both := "Error: one\na.x:1:1\nError: two\nb.x:2:1\nError: three\n"
	for _, text := range []string{counted, torn, both} {
		for _, f := range read(text).Findings {
			if f.File != "" && f.Message != "" {
				t.Errorf("line %d has the message %q, want none, in:\n%s", f.At, f.Message, text)
			}
		}
	}
}

// TestNoFalsePairs: whatever stands around records, no place gets the message of another.
func TestNoFalsePairs(t *testing.T) {
	extra := rapid.SliceOfN(rapid.SampledFrom([]string{
		"Loading the settings", "Warning: the settings are old", "Error: one file is missing", "", "-----",
		"  × broken", "note: see the manual", "3 problems found", "2 errors", "12 | code",
		"src/other.x:9:9: error: no such name", "[info] done", "help: run with --fix",
	}), 0, 4)
	paired := 0
	rapid.Check(t, func(t *rapid.T) {
		l := rapid.SampledFrom(layouts).Draw(t, "layout")
		n := rapid.IntRange(1, 5).Draw(t, "diagnostics")
		text, want := l.print(n, extra.Draw(t, "above"), extra.Draw(t, "below"))
		lines := strings.Split(text, "\n")
		if at := tearable(want, n); at > 0 && rapid.Bool().Draw(t, "torn") { // a line in the middle is missing
			at += rapid.IntRange(-1, 1).Draw(t, "at")
			torn := map[int]string{}
			for n, message := range want {
				switch {
				case n > at:
					torn[n-1] = message
				case n < at:
					torn[n] = message
				}
			}
			if lines[at-1] == "" {
				torn = want
			} else {
				lines = append(lines[:at-1:at-1], lines[at:]...)
			}
			want = torn
		}
		for _, f := range read(strings.Join(lines, "\n")).Findings {
			own := f.File == "" || strings.Contains(lines[f.At-1], f.Message)
			if !own {
				paired++
			}
			if !own && f.Message != want[f.At] {
				t.Fatalf("line %d has the message %q, want %q, in:\n%s", f.At, f.Message, want[f.At],
					strings.Join(lines, "\n"))
			}
		}
	})
	if paired == 0 {
		t.Error("no place has a message of another line")
	}
}

// tearable returns the line of the place in the middle of n records, or 0 if there are too few.
func tearable(places map[int]string, n int) int {
	if n < 3 {
		return 0
	}
	var at []int
	for p := range places {
		at = append(at, p)
	}
	slices.Sort(at)
	return at[1]
}
