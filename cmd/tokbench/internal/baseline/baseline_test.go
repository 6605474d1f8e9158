package baseline

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toktee/toktee/tokens"
	"pgregory.net/rapid"
)

func counter(t *testing.T) *tokens.Counter {
	t.Helper()
	c, err := tokens.New("")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestBaselinesKeepToTheBudget(t *testing.T) {
	count := counter(t)
	rapid.Check(t, func(rt *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.StringMatching(`(error|step|é|  |日本)?[a-z0-9 .é]{0,60}`), 1,
			40).Draw(rt, "lines"), "\n")
		budget := rapid.IntRange(32, 300).Draw(rt, "budget")
		src := &Source{Clean: text}
		for _, b := range baselines {
			got := b.make(src, count)(budget)
			if n := count.CountString(got); n > budget {
				rt.Errorf("%s gives %d tokens for a budget of %d", b.name, n, budget)
			}
			if !utf8.ValidString(got) {
				rt.Errorf("%s breaks a character: %q", b.name, got)
			}
		}
	})
}

// A baseline that leaves room unused would be a weak one. The room of the longest line's token may stay.
func TestBaselinesUseTheBudget(t *testing.T) {
	count := counter(t)
	var sb strings.Builder
	sb.WriteString("starting the long story\n")
	for i := range 498 {
		fmt.Fprintf(&sb, "step %d went well and took a while\n", i+1)
	}
	src := &Source{
		ID: "s", Clean: sb.String() + "the end: nothing was left\n",
		Facts: [][]string{{"long story"}, {"nothing was left"}},
	}
	for _, b := range baselines {
		for _, budget := range []int{32, 100, 1000} {
			if n := count.CountString(b.make(src, count)(budget)); n < budget-3 {
				t.Errorf("%s gives %d tokens for a budget of %d", b.name, n, budget)
			}
		}
	}
}

func TestBaselinesKeep(t *testing.T) {
	count := counter(t)
	var sb strings.Builder
	sb.WriteString("the beginning\n")
	for i := range 400 {
		fmt.Fprintf(&sb, "2026-01-02T10:11:12.1234567Z nothing of note %d\n", i)
		if i == 200 {
			sb.WriteString("2026-01-02T10:11:12.1234567Z ERROR in the middle\n")
			sb.WriteString("2026-01-02T10:11:12.1234567Z its reason\n")
		}
	}
	sb.WriteString("the end\n")
	src := &Source{Facts: [][]string{{"its reason"}, {"of note 333", "of note 33"}}, Clean: sb.String()}
	for _, test := range []struct {
		name  string
		holds []string
		lacks []string
	}{
		{"head+tail", []string{"the beginning\n", "\n…\n", "\nthe end\n"}, []string{"in the middle"}},
		{"head", []string{"the beginning\n"}, []string{"in the middle", "the end"}},
		{"random", []string{"nothing of note"}, []string{"the beginning"}},
		{"ceiling", []string{"its reason\n", "of note 33"}, []string{"the end"}},
		{"tail", []string{"the end\n"}, []string{"in the middle", "the beginning"}},
		{"strip+regex", []string{"ERROR in the middle\nits reason\n", "the end\n"}, []string{"2026-01-02"}},
		{"error lines", []string{
			"note 199\nnothing of note 200\nERROR in the middle\nits reason\n", "of note 201", "the beginning\n",
		}, []string{"2026-01-02", "of note 198"}},
	} {
		for _, b := range baselines {
			if b.name != test.name {
				continue
			}
			got := b.make(src, count)(100)
			for _, s := range test.holds {
				if !strings.Contains(got, s) {
					t.Errorf("%s lacks %q:\n%s", b.name, s, got)
				}
			}
			for _, s := range test.lacks {
				if strings.Contains(got, s) {
					t.Errorf("%s holds %q:\n%s", b.name, s, got)
				}
			}
		}
	}
}

// Where there is room for one of two errors, the first is an error line's, and the last is strip+regex's.
func TestWhichErrorComesFirst(t *testing.T) {
	noise := strings.Repeat("nothing of note here\n", 60)
	src := &Source{Clean: "error: the first of them\n" + noise + "error: the last of them\n"}
	for name, want := range map[string]string{"error lines": "the first", "strip+regex": "the last"} {
		for _, b := range baselines {
			if b.name == name && !strings.Contains(b.make(src, counter(t))(12), want) {
				t.Errorf("%s lacks %q", name, want)
			}
		}
	}
}

// Costs are an estimate: where lines cost more together than apart, fewer of them are printed, not none.
func TestPickLinesWithLowCosts(t *testing.T) {
	count := counter(t)
	lines := strings.Split(strings.Repeat("some words on a line\n", 200), "\n")
	order, costs := make([]int, len(lines)), make([]int, len(lines))
	for i := range lines {
		order[i], costs[i] = i, 4
	}
	got := pickLines(lines, order, costs, 100, count)
	if n := count.CountString(got); n > 100 || n < 70 {
		t.Errorf("%d tokens are used of a budget of 100", n)
	}
}

func TestStamps(t *testing.T) {
	for line, want := range map[string]string{
		"2026-05-06T13:24:28.0500263Z Current runner":              "Current runner",
		"test\tUNKNOWN STEP\t2026-05-06T13:24:28.0500263Z FAIL: a": "FAIL: a",
		"test\tRun\t\ufeff2026-05-06T13:24:28.0500263Z FAIL: a":    "FAIL: a",
		"[12:33:44] build":                   "build",
		"2015-02-05 15:09:33,123 INFO start": "INFO start",
		"a.go:12:33: no stamp":               "a.go:12:33: no stamp",
		"left\tmiddle\tright":                "left\tmiddle\tright",
		"2026-05-06T13:24:28+02:00 ok":       "ok",
	} {
		if got := line[len(stamp().FindString(line)):]; got != want {
			t.Errorf("stripped %q, want %q", got, want)
		}
	}
}
