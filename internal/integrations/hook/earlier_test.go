package hook_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/host/checks"
	"github.com/toktee/toktee/internal/integrations/hook"
)

// ran is a result that a plugin hands over.
func ran(dir, command, output string, exit int) string {
	b, err := json.Marshal(map[string]any{
		"event": "result", "session": "s", "dir": dir, "tool": "bash", "args": map[string]string{"command": command},
		"output": output, "exit": exit,
	})
	if err != nil {
		panic(err)
	}
	return string(b)
}

// tests is what a run of pytest prints of which these fail.
func tests(failed ...string) string {
	var b strings.Builder
	b.WriteString("============================= test session starts ==============================\n")
	for i := range 200 {
		fmt.Fprintf(&b, "tests/test_%s.py ....%40s[%3d%%]\n", word(i), "", i*100/200)
	}
	b.WriteString("=========================== short test summary info ============================\n")
	for _, name := range failed {
		fmt.Fprintf(&b, "FAILED tests/test_ferry.py::test_%s - assert 1 == 2\n", name)
	}
	how := fmt.Sprintf("%d passed", 800-len(failed))
	if len(failed) > 0 {
		how = fmt.Sprintf("%d failed, %s", len(failed), how)
	}
	return b.String() + fmt.Sprintf("======================= %s in 0.41s =======================\n", how)
}

// TestEarlier: what a hook's text says of earlier runs is what sets of names and lines say of them, also where the run
// in between was too short to be summarised, and nothing where another folder, another command or a cut output is
// compared, or where the settings switch it off.
func TestEarlier(t *testing.T) {
	green, red := lines(300, "step"), strings.Replace(lines(300, "step"), "\n", "\nerror: the sluice is shut\n", 1)
	const isNew, gone = "of 301 lines, 1 is new since the last pass", "since the last run: 1 failure gone, 1 the same"
	const few = "FAILED tests/test_ferry.py::test_b - x\n========== 1 failed, 159 passed in 0.20s ==========\n"
	type run struct {
		dir, command, output string
		exit                 int
	}
	for _, tt := range []struct {
		name     string
		settings string
		runs     []run
		want     string // of the last answer; "" for nothing of earlier runs
	}{
		{"a build that passed", "", []run{{"a", "./build", green, 0}, {"a", "./build", red, 1}}, isNew},
		{"in another folder", "", []run{{"a", "./build", green, 0}, {"b", "./build", red, 1}}, ""},
		{"in no folder", "", []run{{"", "./build", green, 0}, {"", "./build", red, 1}}, ""},
		{"another command", "", []run{{"a", "./build all", green, 0}, {"a", "./build", red, 1}}, ""},
		{"cut by the agent", "",
			[]run{{"a", "./build", green[:2000] + "\n... [200 lines omitted] ...\n", 0}, {"a", "./build", red, 1}}, ""},
		{"tests that failed", "", []run{{"a", "pytest", tests("a", "b"), 1}, {"a", "pytest", tests("b"), 1}}, gone},
		{"tests that passed, in few words", "", []run{
			{"a", "pytest", tests("a", "b"), 1}, {"a", "pytest", "160 passed in 0.20s\n", 0},
			{"a", "pytest", tests("b"), 1},
		}, "of 204 lines, 204 are new since the last pass"},
		{"tests that failed, in few words", "", []run{
			{"a", "pytest", tests("a", "b"), 1},
			{"a", "pytest", few, 1},
			{"a", "pytest", tests("b"), 1},
		}, "since the last run: 1 failure the same"},
		{"switched off", "[store]\nbefore = false\n",
			[]run{{"a", "pytest", tests("a", "b"), 1}, {"a", "pytest", tests("b"), 1}}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRig(t, "opencode")
			config := filepath.Join(r.home, ".config", "toktee", "config.toml")
			if err := os.MkdirAll(filepath.Dir(config), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(config, []byte(tt.settings), 0o600); err != nil {
				t.Fatal(err)
			}
			answer := ""
			for _, one := range tt.runs {
				dir := one.dir
				if dir != "" {
					dir = filepath.Join(r.home, dir)
				}
				answer = r.answer(t, ran(dir, one.command, one.output, one.exit))
				if len(one.output) < 256 && answer != "" {
					t.Errorf("a short output is answered with %s", answer)
				}
			}
			got := ""
			for _, said := range []string{isNew, gone, "since the last run", "since the last pass"} {
				if strings.Contains(answer, said) {
					got = said
					break
				}
			}
			if answer == "" || tt.want == "" && got != "" || !strings.Contains(answer, tt.want) {
				t.Errorf("want %q in\n%s", tt.want, answer)
			}
		})
	}
}

// TestEarlierRepeat: a command that passes once more is the same result, so that asking for it again is seen.
func TestEarlierRepeat(t *testing.T) {
	r := newRig(t, "opencode")
	first := r.answer(t, ran(r.home, "./build", lines(900, "step"), 0))
	second := r.answer(t, ran(r.home, "./build", lines(900, "step"), 0))
	_, id, ok := strings.Cut(first, "toktee show ")
	if !ok || !strings.Contains(second, id[:12]) {
		t.Errorf("the first time %.300s\nthe second %.300s", first, second)
	}
}

// TestEditsRecorded: the files that edit calls change are recorded, whether their answers are short or long.
func TestEditsRecorded(t *testing.T) {
	for _, tt := range []struct{ agent, event string }{
		{"claude", `{"session_id":"s","cwd":DIR,"hook_event_name":"PostToolUse","tool_name":"Edit",` +
			`"tool_input":{"file_path":"a.go","old_string":"a","new_string":"b"},"tool_response":{"filePath":"a.go"}}`},
		{"codex", `{"session_id":"s","cwd":DIR,"hook_event_name":"PostToolUse","tool_name":"apply_patch",` +
			`"tool_use_id":"call_1","tool_input":{"command":"*** Begin Patch\n*** Update File: a.go\n@@\n-a\n+b\n` +
			`*** End Patch"},"tool_response":"Success"}`},
		{"opencode", `{"event":"result","session":"s","dir":DIR,"tool":"edit","args":{"filePath":"a.go"},"output":"` +
			strings.Repeat("- a line of the file\\n", 40) + `"}`},
	} {
		t.Run(tt.agent, func(t *testing.T) {
			dir, home := t.TempDir(), t.TempDir()
			o := hook.Options{Agent: tt.agent, Getenv: func(name string) (string, bool) {
				v, ok := map[string]string{"HOME": home, "TOKTEE_STORE": filepath.Join(home, "store")}[name]
				return v, ok
			}}
			b, err := json.Marshal(dir)
			if err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			hook.Run(t.Context(), o, strings.NewReader(strings.Replace(tt.event, "DIR", string(b), 1)), &out)
			got, err := checks.Open(filepath.Join(home, "store", "checks"), dir).Read()
			if err != nil || len(got) != 1 || got[0].Event != checks.Edited || got[0].File != "a.go" || out.Len() > 0 {
				t.Errorf("%+v, %v, %q", got, err, out.String())
			}
		})
	}
}
