package summarize_test

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/testing/sweep"
	"github.com/toktee/toktee/summarize"
)

var (
	hitLine   = regexp.MustCompile(`^\d+:`)
	hitMark   = regexp.MustCompile(`^… .*?(\d+) match(?:es)?\b`)
	fileMark  = regexp.MustCompile(`^… (\d+) files?$`)
	tableLine = regexp.MustCompile(`^src/\S+\.go \d+$`)
)

// TestSearchAddsUp: whatever the budget, the matches that are shown and those in gaps are all, and so are the files of
// the table and those behind it; a gap that reaches into other files says so.
func TestSearchAddsUp(t *testing.T) {
	sweep.OneGoroutine(t)
	const files, each = 30, 6
	var out strings.Builder
	for f := range files {
		for m := range each {
			n := 10*m + 3
			fmt.Fprintf(&out, "src/session%02d/handler.go-%d-func (s *Server) handle%d() {\n", f, n-1, m)
			fmt.Fprintf(&out, "src/session%02d/handler.go:%d:\treturn s.parse(request, %d)\n--\n", f, n, m)
		}
	}
	for budget := 60; budget <= 3000; budget += 35 {
		r, err := summarize.Summarize(context.Background(), summarize.Config{Enabled: true, Budget: budget},
			ran("rg -n -B1 s.parse src", out.String(), 0))
		if err != nil {
			t.Fatal(err)
		}
		text := r.LLMContent()
		matches, rows, marked, inTable := 0, 0, false, true
		hits := false // a match is shown above
		for line := range strings.Lines(text) {
			line = strings.TrimSuffix(line, "\n")
			switch {
			case hitLine.MatchString(line):
				matches, hits = matches+1, true
			case fileMark.MatchString(line):
				rows, marked = rows+numberIn(fileMark, line), true
			case hitMark.MatchString(line):
				inTable = false
				n := numberIn(hitMark, line)
				if matches += n; hits && n > each && !strings.Contains(line, " files") {
					t.Errorf("%d tokens: %q is of more than one file", budget, line)
				}
			case inTable && tableLine.MatchString(line):
				rows++
			}
		}
		if tableOnly := matches == 0; matches != files*each && !tableOnly {
			t.Errorf("%d tokens: %d matches are told, want %d:\n%s", budget, matches, files*each, text)
		}
		if rows > 0 && (rows != files || !marked) {
			t.Errorf("%d tokens: the table tells %d files, want %d:\n%s", budget, rows, files, text)
		}
	}
}

// numberIn is what the expression's group reads in a line.
func numberIn(re *regexp.Regexp, line string) int {
	n, _ := strconv.Atoi(re.FindStringSubmatch(line)[1])
	return n
}
