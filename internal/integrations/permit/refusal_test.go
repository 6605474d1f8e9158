package permit_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/toktee/toktee/internal/integrations/permit"
)

func TestRefusal(t *testing.T) {
	for rule, want := range map[string]bool{
		`"deny":["Bash"]`: true, `"deny":["Bash(*)"]`: true, `"deny":["Bash(toktee:*)"]`: true,
		`"deny":["Bash(toktee show *)"]`: true, `"deny":["*"]`: true, `"deny":["Bash(toktee"]`: true,
		`"deny":["Bash(rm *)"]`: false, `"deny":["Read(./.env)","WebFetch","Edit"]`: false,
		`"ask":["Bash(toktee:*)"]`: false, `"allow":["Bash(toktee show:*)"]`: false,
	} {
		home, dir := t.TempDir(), t.TempDir()
		for _, place := range []string{home, dir} { // the user's settings, or the project's
			path := filepath.Join(place, ".claude", "settings.json")
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, fmt.Appendf(nil, `{"permissions":{%s}}`, rule), 0o600); err != nil {
				t.Fatal(err)
			}
			c := permit.Claude{Dir: dir, Managed: []string{}, Getenv: func(name string) (string, bool) {
				if name == "HOME" {
					return home, true
				}
				return "", false
			}}
			r, got, err := c.Refusal("toktee show 401882137095")
			if got != want || err != nil {
				t.Errorf("%s: refused by %q: %v, %v, want %v", rule, r.Text, got, err, want)
			}
			os.Remove(path)
		}
	}
}
