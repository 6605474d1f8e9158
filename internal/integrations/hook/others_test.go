package hook_test

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/host/store"
)

// TestOthers leaves results alone that another's hook may replace, and tells the person once in a session. If the user
// wants both hooks, no savings are recorded.
func TestOthers(t *testing.T) {
	const redacts = `{"hooks": {"PostToolUse": [{"matcher": "Bash", "hooks": [{"command": "redact"}]}]}}`
	const beside = "[hooks]\nbeside_others = true\n"
	for _, c := range []struct {
		name, settings, own, project string
		replaces                     bool
	}{
		{"nobody else", `{}`, "", "", true},
		{"another tool", strings.Replace(redacts, "Bash", "Edit", 1), "", "", true},
		{"the same tool", redacts, "", "", false},
		{"the same tool, both wanted", redacts, beside, "", true},
		{"both wanted by a project", redacts, "", beside, false},
	} {
		r := bareRig(t, "claude")
		r.env["XDG_CONFIG_HOME"] = r.home + "/config"
		r.write(t, ".claude/settings.json", c.settings)
		r.write(t, "config/toktee/config.toml", c.own)
		r.write(t, "repo/.toktee/config.toml", c.project)
		r.write(t, "repo/.git/HEAD", "")
		said := 0
		for i, command := range []string{"./build", "./test"} {
			ev := strings.Replace(bash("s", command, lines(900, "step")), `{`, `{"cwd":"`+r.home+`/repo",`, 1)
			got := r.answer(t, ev)
			if strings.Contains(got, "updatedToolOutput") != c.replaces {
				t.Errorf("%s, call %d: %.300s", c.name, i, got)
			}
			said += strings.Count(got, "toktee leaves results of Bash as they are: a hook in "+r.home)
		}
		if (said == 1) == c.replaces || said > 1 {
			t.Errorf("%s: the person is told %d times", c.name, said)
		}
		saved, whole := 0, 0
		dir := store.Open(store.Options{Dir: r.env["TOKTEE_STORE"]}).JournalDir()
		count := func(e journal.Event, _ journal.Position) error {
			switch e.Kind {
			case journal.Result:
				saved++
			case journal.Whole:
				whole++
			}
			return nil
		}
		if _, _, err := journal.Read(t.Context(), dir, journal.Position{}, count); err != nil {
			t.Fatal(err)
		}
		if claims := saved > whole; claims != (c.replaces && c.own == "") {
			t.Errorf("%s: %d results, %d sent whole", c.name, saved, whole)
		}
	}
}
