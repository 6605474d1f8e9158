package clients

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/integrations/hook/clients/fakemodel"
)

// TestGeminiParallel holds that each result of parallel calls has the id of its own call. Their order isn't that of the
// calls: Gemini CLI puts a replaced result before those that were replaced earlier (docs/hooks.md).
func TestGeminiParallel(t *testing.T) {
	s := chosenSite(t, "gemini")
	s.install()
	var calls []fakemodel.Call
	for i := range 4 {
		c := s.c.shell(fmt.Sprintf("seq -f 'row %%g of table %d' 400", i))
		c.Parallel = i > 0
		calls = append(calls, c)
	}
	for _, r := range s.play("parallel", calls) {
		n := r.ID[len(r.ID)-1:]
		if kept(r) == "" || !strings.Contains(r.Text, "row 1 of table "+n+"\n") {
			t.Errorf("call %s got\n%s", r.ID, excerpt(r.Text))
		}
		t.Log(r.ID)
	}
}

// geminiArgs are the arguments of a run in another approval mode.
func geminiArgs(mode string) func(*site) []string {
	return func(*site) []string { return []string{"-p", "go", "-m", "gemini-2.5-flash", "--approval-mode", mode} }
}
