package summarize_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/testing/sweep"
	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tokens"
)

// TestLargeOutputsSayWhereToGoOn: the last line of an output of more than 2000 tokens names lines of its largest gap
// that aren't shown, from 150 tokens on; nobody is told to get it whole, and who asks for these lines gets at most 4000
// tokens, unless it is one line.
func TestLargeOutputsSayWhereToGoOn(t *testing.T) {
	named := regexp.MustCompile(`^… [\d,]+ lines? left out(?:; next)?: show --lines (\d+):(\d+)$`)
	for i, c := range cases(t) {
		if i%sweep.Every(3) != 0 {
			continue
		}
		req := c.request(t)
		if len(req.Stdout) < 8000 || len(req.Stdout) > 200_000 {
			continue
		}
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			c, err := tokens.New(tokens.Default)
			if err != nil {
				t.Fatal(err)
			}
			text := clean.Bytes(req.Stdout)
			if c.Count(text) <= 2000 {
				return
			}
			for _, budget := range []int{150, 250, 1000, 0} {
				cfg := summarize.Config{Enabled: true, Budget: budget, Recovery: func(_ string, lines int) string {
					return fmt.Sprintf("… %d lines left out: show", lines)
				}}
				var inFile bool
				cfg.ReadOn = func(_ string, left summarize.Rest) string {
					inFile = left.InFile
					return fmt.Sprintf("… %d lines left out; next: show --lines %d:%d",
						left.Lines, left.Next[0], left.Next[1])
				}
				r, err := summarize.Summarize(t.Context(), cfg, req)
				if err != nil {
					t.Fatal(err)
				}
				if next := checkLastLine(t, r, named, inFile); next[1] > next[0] && len(req.Stderr) == 0 {
					lines := bytes.SplitAfter(text, []byte("\n"))
					if n := c.Count(bytes.Join(lines[next[0]-1:next[1]], nil)); n > 4000 {
						t.Errorf("at %d: lines %v have %d tokens", budget, next, n)
					}
				}
			}
		})
	}
}

// checkLastLine checks the last line of a result that leaves lines out, and returns the lines that it names.
func checkLastLine(t *testing.T, r result.ToolResult, named *regexp.Regexp, inFile bool) (next [2]int) {
	t.Helper()
	m := r.Metadata()
	largest := [2]int{1, 0}
	for _, o := range m.Omissions {
		if o.Lines[0] > 0 && o.Lines[1]-o.Lines[0] > largest[1]-largest[0] {
			largest = o.Lines
		}
	}
	if largest[1] < largest[0] {
		return next
	}
	text := strings.TrimSuffix(r.LLMContent(), "\n")
	last := named.FindStringSubmatch(text[strings.LastIndexByte(text, '\n')+1:])
	if last == nil {
		if !inFile {
			t.Errorf("no lines are named in\n%s", text)
		}
		return next
	}
	from, _ := strconv.Atoi(last[1])
	to, _ := strconv.Atoi(last[2])
	next = [2]int{from, to}
	if from < largest[0] || to > largest[1] || to-from+1 > 200 || from > to {
		t.Errorf("lines %d-%d of the largest gap %v in\n%s", from, to, largest, text)
	}
	return next
}

// TestLongLinesToGoOnWith: of long lines, fewer are named, so that a call brings some 4000 tokens.
func TestLongLinesToGoOnWith(t *testing.T) {
	var next [2]int
	cfg := summarize.Config{Enabled: true, Budget: 250, Recovery: recovery}
	cfg.ReadOn = func(id string, left summarize.Rest) string {
		next = left.Next
		return recovery(id, left.Lines)
	}
	out := strings.Repeat(strings.Repeat("word ", 400)+"\n", 500)
	if _, err := summarize.Summarize(t.Context(), cfg, summarize.Request{Stdout: []byte(out)}); err != nil {
		t.Fatal(err)
	}
	if n := next[1] - next[0] + 1; n < 5 || n > 10 {
		t.Errorf("lines %v of 2000 bytes each", next)
	}
}

// TestOutputLines: beside line numbers of files, a gap says that its own count the output's lines.
func TestOutputLines(t *testing.T) {
	sweep.OneGoroutine(t)
	var hits strings.Builder
	for i := range 900 {
		fmt.Fprintf(&hits, "pkg/file%d.go:%d:\tname := find(%d)\n", i/100, 40+i%100*7, i)
	}
	for command, want := range map[string]string{
		"rg -n name": `(?m)^… .* \(output \d+-\d+\)$`, "./deploy": `(?m)^… \d+ lines \(\d+-\d+\)$`,
	} {
		out := hits.String()
		if command == "./deploy" {
			out = strings.Join(strings.Fields(strings.Trim(fmt.Sprint(firstNumbers(900)), "[]")), "\n")
		}
		named := 0
		for budget := 200; budget < 1200; budget += 7 {
			r, err := summarize.Summarize(t.Context(), summarize.Config{Enabled: true, Budget: budget},
				summarize.Request{Command: command, Stdout: []byte(out)})
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range regexp.MustCompile(`(?m)^… .*\)$`).FindAllString(r.LLMContent(), -1) {
				if named++; !regexp.MustCompile(want).MatchString(l) {
					t.Errorf("%s at %d: %s, want %s", command, budget, l, want)
				}
			}
		}
		if named == 0 {
			t.Errorf("%s: no gap names its lines", command)
		}
	}
}

// firstNumbers are 0 to n-1.
func firstNumbers(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
