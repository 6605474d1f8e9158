package summarize_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/clean"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tokens"
)

// TestLargeOutputsSayWhereToGoOn: the last line of an output of more than 2000 tokens names lines of its largest gap
// that aren't shown, from 140 tokens on; nobody is told to get it whole.
func TestLargeOutputsSayWhereToGoOn(t *testing.T) {
	named := regexp.MustCompile(`^… [\d,]+ lines?: show --lines (\d+):(\d+)$`)
	for _, c := range cases(t) {
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
			if c.Count(clean.Bytes(req.Stdout)) <= 2000 {
				return
			}
			for _, budget := range []int{140, 250, 1000} {
				cfg := summarize.Config{Enabled: true, Budget: budget, Recovery: func(_ string, lines int) string {
					return fmt.Sprintf("… %d lines: show", lines)
				}}
				var inFile bool
				cfg.ReadOn = func(_ string, left summarize.Rest) string {
					inFile = left.InFile
					return fmt.Sprintf("… %d lines: show --lines %d:%d", left.Lines, left.Next[0], left.Next[1])
				}
				r, err := summarize.Summarize(t.Context(), cfg, req)
				if err != nil {
					t.Fatal(err)
				}
				checkLastLine(t, r, named, inFile)
			}
		})
	}
}

// checkLastLine checks the last line of a result that leaves lines out.
func checkLastLine(t *testing.T, r result.ToolResult, named *regexp.Regexp, inFile bool) {
	t.Helper()
	m := r.Metadata()
	largest := [2]int{1, 0}
	for _, o := range m.Omissions {
		if o.Lines[0] > 0 && o.Lines[1]-o.Lines[0] > largest[1]-largest[0] {
			largest = o.Lines
		}
	}
	if largest[1] < largest[0] || inFile {
		return
	}
	text := strings.TrimSuffix(r.LLMContent(), "\n")
	last := named.FindStringSubmatch(text[strings.LastIndexByte(text, '\n')+1:])
	if last == nil {
		t.Errorf("no lines are named in\n%s", text)
		return
	}
	from, _ := strconv.Atoi(last[1])
	to, _ := strconv.Atoi(last[2])
	if from < largest[0] || to > largest[1] || to-from+1 > 200 || from > to {
		t.Errorf("lines %d-%d of the largest gap %v in\n%s", from, to, largest, text)
	}
}
