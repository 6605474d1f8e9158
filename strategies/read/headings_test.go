package read

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/strategies"
)

func TestHeadings(t *testing.T) {
	const guide = "# Guide\n\n```sh\n# a comment\n```\n\nUsage\n-----\n\nCall it.\n"
	const numbered = "Here's the result of running cat -n:\n" +
		"     7\t# Guide\n     8\t\n     9\t## Usage\n    10\tCall it.\n"
	for _, tt := range []struct {
		name, path, text string
		want             []string
	}{
		{"Markdown", "guide.md", guide, []string{"1 0 Guide", "7 1 Usage"}},
		{"a text without a path", "", guide, []string{"1 0 Guide", "7 1 Usage"}},
		{"a text file", "guide.txt", guide, []string{"1 0 Guide", "7 1 Usage"}},
		{"code", "guide.py", guide, nil},
		{"with line numbers", "guide.md", numbered, []string{"2 0 Guide", "4 1 Usage"}},
		{"nothing", "", "", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, h := range Headings(tt.path, strategies.NewText(tt.text)) {
				got = append(got, fmt.Sprintf("%d %d %s", h.Line, h.Level, h.Name))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("headings (-want +got):\n%s", diff)
			}
		})
	}
}
