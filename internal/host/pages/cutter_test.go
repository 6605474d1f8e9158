package pages

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toktee/toktee/tokens"
)

var markPattern = regexp.MustCompile(`^… (?:(\d+) bytes of line (\d+)(?: and )?)?` +
	`(?:(\d+) (?:lines|line|matches|match))? left out; next: (?:toktee show 1 )?(.*)\n$`)

// What is shown and what is left out add up, the budget holds, and following the marks leads through the whole text.
func TestCutter(t *testing.T) {
	c, err := tokens.New("")
	if err != nil {
		t.Fatal(err)
	}
	line := rapid.OneOf(
		rapid.StringMatching(`[a-z ]{0,40}`),
		rapid.StringMatching(`[a-z ]{0,40}`),
		rapid.Just(""),
		rapid.StringMatching(`\PC{0,30}`),
		rapid.StringMatching(`[0-9x]{200,900}`),
		rapid.Just(strings.Repeat("\xff", 100)),
	)
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(line, 1, 60).Draw(t, "lines")
		for i := range all {
			all[i] = strings.ReplaceAll(all[i], "\n", " ")
		}
		budget := rapid.IntRange(32, 400).Draw(t, "budget")
		text := strings.Join(all, "\n")
		if rapid.Bool().Draw(t, "end") {
			text += "\n"
		}
		total := strings.Count(text, "\n")
		if !strings.HasSuffix(text, "\n") && text != "" {
			total++
		}
		from := 1
		for first := 1; first <= total; {
			rest := strings.Join(strings.SplitAfter(text, "\n")[first-1:], "")[from-1:]
			next := func(n, from int) []string {
				lines := fmt.Sprintf("--lines %d:", n)
				if from > 1 {
					lines += fmt.Sprintf(" --from %d", from)
				}
				show := "toktee show 1 " + lines
				return []string{fmt.Sprintf("%s --budget %d", show, budget), show, lines}
			}
			k := newCutter(c, budget, next, first, false)
			k.from = from
			for p := []byte(rest); len(p) > 0; {
				n := min(len(p), rapid.IntRange(1, 700).Draw(t, "write"))
				k.Write(p[:n])
				p = p[n:]
			}
			var out bytes.Buffer
			if err := k.writeTo(&out); err != nil {
				t.Fatal(err)
			}
			if n := c.Count(out.Bytes()); n > budget {
				t.Fatalf("%d tokens, budget %d:\n%s", n, budget, out.Bytes())
			}
			if out.String() == rest {
				return
			}
			shown, mark := out.String(), ""
			if i := strings.LastIndex(strings.TrimSuffix(shown, "\n"), "\n"); i >= 0 {
				shown, mark = shown[:i+1], shown[i+1:]
			}
			m := markPattern.FindStringSubmatch(mark)
			if m == nil {
				t.Fatalf("no mark in the last line %q", mark)
			}
			left, _ := strconv.Atoi(m[3])
			lines := strings.Count(shown, "\n")
			if m[1] == "" && !strings.HasPrefix(rest, shown) {
				t.Fatalf("shown isn't how the text starts:\n%q\n%q", shown, rest)
			}
			if m[1] != "" {
				cut, _ := strconv.Atoi(m[1])
				part := strings.TrimSuffix(shown, "\n")
				whole, _, _ := strings.Cut(rest, "\n")
				counted := strings.HasPrefix(whole, part) && len(whole)-len(part) == cut
				if m[2] != strconv.Itoa(first) || lines != 1 || !counted {
					t.Fatalf("line %d of %d bytes, %d shown, mark %q", first, len(whole), len(part), mark)
				}
			}
			if lines+left != total-first+1 {
				t.Fatalf("%d lines shown and %d left out of %d: %q", lines, left, total-first+1, mark)
			}
			if left == 0 {
				cut := len(strings.TrimSuffix(shown, "\n"))
				if cut == 0 {
					return // there is no room for any of it
				}
				from += cut
				if want := fmt.Sprintf("--lines %d: --from %d", first, from); !strings.HasPrefix(m[4], want) {
					t.Fatalf("mark %q doesn't go on with %q", mark, want)
				}
				continue
			}
			from = 1
			if want := fmt.Sprintf("--lines %d:", first+lines); !strings.HasPrefix(m[4], want) {
				t.Fatalf("mark %q doesn't go on with %q", mark, want)
			}
			first += lines
		}
	})
}

func TestCutterMatches(t *testing.T) {
	c, err := tokens.New("")
	if err != nil {
		t.Fatal(err)
	}
	next := func(n, _ int) []string { return []string{fmt.Sprintf("from %d", n), "", fmt.Sprintf("from %d", n)} }
	k := newCutter(c, 40, next, 1, true)
	for i := 10; i <= 1000; i += 10 {
		fmt.Fprintf(k, "%d:match\n", i)
	}
	var out bytes.Buffer
	if err := k.writeTo(&out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	shown := len(lines) - 1
	want := fmt.Sprintf("… %d matches left out; next: from %d", 100-shown, 10*(shown+1))
	if lines[shown] != want || shown == 0 {
		t.Errorf("got %q, want the mark %q", out.String(), want)
	}
}
