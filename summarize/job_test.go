package summarize_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/summarize"
)

// TestJobOfGoTests reads packages that don't compile in the log of a job whose service has marked their diagnostics:
// they are go's, from the heading above the first of them on.
func TestJobOfGoTests(t *testing.T) {
	stamp := "2026-05-06T13:24:28.0500263Z "
	lines := []string{
		"Requested labels: ubuntu-latest", "Image: ubuntu-24.04", "##[group]Run ./fetch", "##[endgroup]",
		strings.Repeat("fetched another archive from the mirror\n"+stamp, 30) + "done",
		"##[group]Run go test ./...", "go test ./...", "##[endgroup]", "ok  \texample.com/a/x\t0.1s",
		"# example.com/a/b [example.com/a/b.test]", "##[error]b/b_test.go:8:9: undefined: os",
		"##[error]b/b_test.go:12:9: undefined: os", "FAIL\texample.com/a/b [build failed]",
		"ok  \texample.com/a/c\t0.1s", "FAIL", "##[error]Process completed with exit code 2.", "Post job cleanup.",
	}
	raw := stamp + strings.Join(lines, "\n"+stamp) + "\n"
	want := map[summarize.Level]string{
		summarize.Minimal: `exit 2
go: 2 errors, 1 package failed, 2 packages ok
… 40 lines (1-40)
##[error]b/b_test.go:8:9: undefined: os
##[error]b/b_test.go:12:9: undefined: os
FAIL	example.com/a/b [build failed]
… 4 lines`,
		summarize.Balanced: `exit 2
go: 2 errors, 1 package failed, 2 packages ok
Requested labels: ubuntu-latest
Image: ubuntu-24.04
##[group]Run ./fetch
##[endgroup]
30x fetched another archive from the mirror
done
##[group]Run go test ./...
go test ./...
##[endgroup]
ok  	example.com/a/x	0.1s
# example.com/a/b [example.com/a/b.test]
##[error]b/b_test.go:8:9: undefined: os
##[error]b/b_test.go:12:9: undefined: os
FAIL	example.com/a/b [build failed]
ok  	example.com/a/c	0.1s
FAIL
##[error]Process completed with exit code 2.
Post job cleanup.`,
	}
	for level, text := range want {
		got := summary(t, level, ran("", raw, 2)).LLMContent()
		if diff := cmp.Diff(text, got); diff != "" {
			t.Errorf("%v: text mismatch (-want +got):\n%s", level, diff)
		}
	}
}
