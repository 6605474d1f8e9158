package score

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSettings(t *testing.T) {
	for _, test := range []struct{ levels, budgets, want string }{
		{"", "", "minimal balanced conservative 32 50 100 250 500 1000 2000 4000 8000"},
		{"none", "500, 100,500", "100 500"},
		{"conservative,minimal", "none", "minimal conservative"},
	} {
		ss, err := Settings(test.levels, test.budgets)
		if err != nil {
			t.Errorf("Settings(%q, %q): %v", test.levels, test.budgets, err)
			continue
		}
		var got []string
		for _, s := range ss {
			got = append(got, s.String())
		}
		if diff := cmp.Diff(test.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("Settings(%q, %q) mismatch (-want +got):\n%s", test.levels, test.budgets, diff)
		}
	}
	for _, test := range []struct{ levels, budgets, want string }{
		{"huge", "", `"huge": want minimal, balanced, conservative`},
		{"", "31", "31 is too small: want"},
		{"", "many", `"many"`},
		{"none", "none", "nothing to measure"},
	} {
		if _, err := Settings(test.levels, test.budgets); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("Settings(%q, %q): %v, want an error with %q", test.levels, test.budgets, err, test.want)
		}
	}
}
