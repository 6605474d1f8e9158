package summarize_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/testing/sweep"
	"github.com/toktee/toktee/summarize"
)

var (
	kindsSaid = regexp.MustCompile(`, (\d+) kinds? of records`)
	kindRow   = regexp.MustCompile(`^\d+x `)
	kindMark  = regexp.MustCompile(`^… (\d+) kinds?$`)
	bareCut   = regexp.MustCompile(`^\W*[\d:., \-/\w\[]{0,30} …\+\d+ bytes$`)
)

// TestKindsAddUp: the rows of a log's table and its markers are as many as the verdict says, at every budget, and no
// line is but the stamp of one.
func TestKindsAddUp(t *testing.T) {
	sweep.OneGoroutine(t)
	files, err := filepath.Glob("../testdata/corpus/raw/log_*")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, budget := range []int{60, 100, 180, 250, 400, 700, 1000, 2000} {
			r, err := summarize.Summarize(context.Background(), summarize.Config{Enabled: true, Budget: budget},
				ran("docker logs shop", string(raw), 0))
			if err != nil {
				t.Fatal(err)
			}
			text := r.LLMContent()
			rows := 0
			for line := range strings.Lines(text) {
				line = strings.TrimSuffix(line, "\n")
				switch {
				case kindRow.MatchString(line):
					rows++
				case kindMark.MatchString(line):
					rows += numberIn(kindMark, line)
				case bareCut.MatchString(line):
					t.Errorf("%s at %d tokens: %q says nothing", file, budget, line)
				}
			}
			if kindsSaid.MatchString(text) && rows != numberIn(kindsSaid, text) {
				t.Errorf("%s at %d tokens: %d kinds are told\n%s", file, budget, rows, text)
			}
		}
	}
}
