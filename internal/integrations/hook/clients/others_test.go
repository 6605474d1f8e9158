package clients

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/integrations/hook/clients/fakemodel"
)

// otherHook is a hook of the user's that replaces results. The test's program becomes it.
const otherHook = "other-hook"

var customer = regexp.MustCompile(`CUSTOMER-[0-9]+`)

// runOtherHook answers one event of Claude Code: it hides the customers, at once or after a second, or keeps one line.
func runOtherHook(mode string, in io.Reader, out io.Writer) {
	var ev struct {
		Response map[string]any `json:"tool_response"`
	}
	if json.NewDecoder(in).Decode(&ev) != nil {
		return
	}
	text, _ := ev.Response["stdout"].(string)
	switch mode {
	case "slow":
		time.Sleep(time.Second)
	case "compress":
		text, _, _ = strings.Cut(text, "\n")
	}
	ev.Response["stdout"] = customer.ReplaceAllString(text, "HIDDEN")
	_ = json.NewEncoder(out).Encode(object{"hookSpecificOutput": object{
		"hookEventName": "PostToolUse", "updatedToolOutput": ev.Response,
	}})
}

// TestClaudeOthers has a hook of the user's that hides customers, or shortens results, beside toktee's. No customer is
// in any request, and toktee claims no savings, even if the user wants both hooks.
func TestClaudeOthers(t *testing.T) {
	s := chosenSite(t, "claude")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	call := []fakemodel.Call{s.c.shell("seq -f 'the invoice of CUSTOMER-%g is paid' 400")}
	for _, mode := range []string{"fast", "slow", "compress"} {
		s.write(".claude/settings.json", encoded(object{"hooks": object{"PostToolUse": []object{{
			"matcher": "Bash",
			"hooks":   []object{{"type": "command", "command": self + " " + otherHook + " " + mode}},
		}}}}))
		before := s.play(mode+" alone", call)
		changed := s.install()
		for _, setting := range []string{"", "[hooks]\nbeside_others = true\n"} {
			s.write(".config/toktee/config.toml", setting)
			got := s.play(mode, call)
			if setting == "" {
				if !s.c.same(before[0], got[0]) {
					t.Errorf("%s: another result than without toktee:\n%s", mode, difference(before[0], got[0]))
				}
				for _, q := range s.model.Requests() {
					if found := customer.Find(q.Body); found != nil {
						t.Errorf("%s: a request has %s", mode, found)
					}
				}
			}
			said := s.command(s.toktee, "doctor", "claude")
			if !strings.Contains(said, ": 0 of ") || !strings.Contains(said, "may replace results of Bash") {
				t.Errorf("%s %s: toktee doctor says\n%s", mode, setting, said)
			}
		}
		s.write(".config/toktee/config.toml", "")
		s.uninstall(changed)
	}
	if bytes.Contains(s.model.Requests()[0].Body, []byte("toktee leaves")) {
		t.Error("the message for the person reached the model")
	}
}
