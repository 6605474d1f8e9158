package failure_test

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/desk/failure"
	"github.com/toktee/toktee/internal/testing/sweep"
)

// TestCauses compares messages with the lines of testdata/unknown that state a true reason, as people noted them who
// didn't know toktee. Other messages may be true, too.
func TestCauses(t *testing.T) {
	sweep.OneGoroutine(t)
	all, noted := map[string]int{}, map[string]int{}
	for _, c := range failure.ReadNoted(t) {
		causes := causesOf(t, c.Command, string(c.Output), c.ExitCode)
		all[c.Family]++
		if len(causes) > 0 && hasOneOf(causes[0].Message, c.Cause) {
			noted[c.Family]++
		} else {
			t.Logf("%s: %q is none of %q", c.ID, textOf(causes[:min(len(causes), 1)]), c.Cause)
		}
	}
	for family, least := range map[string]int{
		"seventh": 55, "eighth": 52, "ninth": 55, "tenth": 42, "eleventh": 43,
	} {
		if noted[family] < least {
			t.Errorf("%s: %d of %d messages are noted lines, want %d", family, noted[family], all[family], least)
		}
	}
}

// hasOneOf reports whether a text has one of several lines, whatever blanks are in them.
func hasOneOf(text string, lines []string) bool {
	text = strings.Join(strings.Fields(text), " ")
	for _, l := range lines {
		if strings.Contains(text, strings.Join(strings.Fields(l), " ")) {
			return true
		}
	}
	return false
}
