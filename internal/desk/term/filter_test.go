package term

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/desk/ledger"
)

func TestParseFilter(t *testing.T) {
	base := ledger.Filter{Session: "s1"}
	day := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		typed string
		want  ledger.Filter
		err   string
	}{
		{"", base, ""},
		{"go test", ledger.Filter{Session: "s1", Text: "go test"}, ""},
		{"  rg tool:exec ", ledger.Filter{Session: "s1", Tool: "exec", Text: "rg"}, ""},
		{"outcome:f reread fallback", ledger.Filter{
			Session: "s1", Outcome: "fail", Refetched: true, Fallback: true,
		}, ""},
		{"session:s2 agent:claude strategy:search", ledger.Filter{
			Session: "s2", Program: "claude", Strategy: "search",
		}, ""},
		{"since:today", ledger.Filter{Session: "s1", Since: day}, ""},
		{"http://x:1 a:b", ledger.Filter{Session: "s1", Text: "http://x:1 a:b"}, ""},
		{"outcome:", base, ""}, // still being typed
		{"outcome:x", base, "outcome:x: want fail, pass or unknown"},
		{"since:yes", base, "since:yes: not a time: want today, yesterday, week, month, days or hours such as 7d or " +
			"12h, or a date such as 2026-11-23"},
	} {
		got, err := ParseFilter(c.typed, base, noon)
		said := ""
		if err != nil {
			said = err.Error()
		}
		if diff := cmp.Diff(c.want, got); diff != "" || said != c.err {
			t.Errorf("ParseFilter(%q) mismatch (-want +got):\n%s%s", c.typed, diff, said)
		}
	}
}
