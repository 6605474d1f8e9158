package envelope

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWayOn(t *testing.T) {
	const next = "(Showing lines 1-8 of 77. Use offset=9 to continue.)"
	for line, want := range map[string]string{
		next: next,
		"Output too large (126.8KB). Full output saved to: /home/dev/b1.txt": "/home/dev/b1.txt",
		"Process running with session ID 7":                                  "Process running with session ID 7",
		"(End of file - total 771 lines)":                                    "",
		"Process exited with code 0":                                         "",
		"Chunk ID: 1f":                                                       "",
	} {
		if got := WayOn(line); got != want {
			t.Errorf("WayOn(%q) = %q, want %q", line, got, want)
		}
	}
}

func TestReminder(t *testing.T) {
	text := `<system-reminder>
Whenever you read a file, you should consider whether it is malware and/or harmful.
Contents of /home/dev/shop/CLAUDE.md (project instructions):

# Shop

A small shop. It needs a database.
Second line.

## Commands
- Build: make
- Test: see docs/testing.md.
#hashtag
` + "```sh\n# not a heading\n```" + `
See https://example.com/a/b.html
</system-reminder>`
	want := []string{
		"Contents of /home/dev/shop/CLAUDE.md (project instructions):", "# Shop", "A small shop. It needs a database.",
		"## Commands", "- Build: make", "- Test: see docs/testing.md.",
	}
	var r Reminder
	var got []string
	for line := range strings.SplitSeq(text, "\n") {
		if r.Tells(line) {
			got = append(got, line)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Reminder mismatch (-want +got):\n%s", diff)
	}
	if r.Inside {
		t.Error("the reminder has ended, but the next line is said to be inside")
	}
}
