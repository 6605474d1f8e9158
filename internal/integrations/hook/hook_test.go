package hook_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/integrations/hook"
	"github.com/toktee/toktee/internal/testing/sweep"
)

var update = flag.Bool("update", false, "write the answers into testdata")

// A rig is a person's machine: a home, a store in it, and the file of an output that an agent saved.
type rig struct {
	home, agent string
	env         map[string]string
	shell       func() (string, error) // what prepares the agent's shell
	notice      bool
}

// bareRig returns a rig without a saved output.
func bareRig(t *testing.T, agent string) *rig {
	t.Helper()
	home := t.TempDir()
	if err := os.MkdirAll(filepath.Join(home, ".gemini/tmp/project/chats"), 0o700); err != nil {
		t.Fatal(err)
	}
	return &rig{home, agent, map[string]string{"HOME": home, "TOKTEE_STORE": filepath.Join(home, "store")}, nil, false}
}

func newRig(t *testing.T, agent string) *rig {
	t.Helper()
	r := bareRig(t, agent)
	var saved strings.Builder
	for i := range 40000 {
		fmt.Fprintln(&saved, i+1)
	}
	if err := os.WriteFile(r.saved(), []byte(saved.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *rig) saved() string { return filepath.Join(r.home, "1-copilot-tool-output-1.txt") }

// savedPath is where agents said that they had saved an output.
var savedPath = regexp.MustCompile(`\$(?:HOME|SAVED)/[^"\\\n]*/?(?:tool-results/\w+|copilot-tool-output[-\w]*)\.txt`)

// answer is what the hook prints for an event in which $HOME stands for the rig's.
func (r *rig) answer(t *testing.T, ev string) string {
	t.Helper()
	ev = savedPath.ReplaceAllLiteralString(ev, r.saved())
	if m := codexExit.FindStringSubmatch(ev); m != nil {
		r.write(t, "exit-"+m[1]+".jsonl", codexRecord(t, ev, m[1]))
	}
	ev = strings.ReplaceAll(ev, "$HOME", r.home)
	name := ""
	if r.agent == "copilot" {
		name = "postToolUse"
	}
	var out, log bytes.Buffer
	hook.Run(context.Background(), hook.Options{
		Agent: r.agent, Event: name, Log: &log, Shell: r.shell, Notice: r.notice,
		Getenv: func(k string) (string, bool) { v, ok := r.env[k]; return v, ok },
	}, strings.NewReader(ev), &out)
	if strings.Contains(log.String(), "panic") {
		t.Error(log.String())
	}
	return out.String()
}

// masked is an answer in which nothing depends on the machine.
func (r *rig) masked(answer string) string {
	answer = strings.ReplaceAll(answer, r.home, "$HOME")
	return regexp.MustCompile(`toktee-result-(\d+)-\d+`).ReplaceAllString(answer, "toktee-result-$1-PID")
}

// TestRecorded answers what agents sent. An event without an answer in its archive gets none.
func TestRecorded(t *testing.T) {
	sweep.OneGoroutine(t)
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		agent := strings.TrimSuffix(filepath.Base(file), ".txtar")
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]string{}
		for _, f := range ar.Files {
			want[f.Name] = string(f.Data)
		}
		var now []txtar.File
		for _, f := range ar.Files {
			name, isEvent := strings.CutSuffix(f.Name, ".json")
			if !isEvent {
				continue
			}
			now = append(now, f)
			t.Run(agent+"/"+name, func(t *testing.T) {
				r := newRig(t, agent)
				raw := r.answer(t, string(f.Data))
				got := r.masked(raw)
				if got != "" {
					now = append(now, txtar.File{Name: name + ".answer", Data: []byte(got)})
					valid(t, agent, raw)
					if n := len(exitCodes.FindAllString(got, -1)); n > 1 {
						t.Errorf("it states the exit code %d times: %s", n, got)
					}
					r.keeps(t, got)
				}
				if !*update && got != want[name+".answer"] {
					t.Errorf("the answer is\n%s\nwant\n%s", got, want[name+".answer"])
				}
			})
		}
		if *update {
			ar.Files = now
			if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// exitCodes matches what agents and toktee say about a command's end.
var exitCodes = regexp.MustCompile(`(?i)\bexit(ed)?( with)?( exit)?( code)?:? \d+`)

// keeps checks that the result that an answer names is in the store, in files that nobody else can read.
func (r *rig) keeps(t *testing.T, answer string) {
	t.Helper()
	st := store.Open(store.Options{Dir: r.env["TOKTEE_STORE"]})
	if _, err := st.Last(); err != nil {
		t.Errorf("replaced, but not kept: %v", err)
	}
	if m := regexp.MustCompile(`toktee show (\d{12})`).FindStringSubmatch(answer); m != nil {
		if _, err := st.Get(m[1]); err != nil {
			t.Errorf("toktee show %s: %v", m[1], err)
		}
	}
	err := filepath.WalkDir(r.env["TOKTEE_STORE"], func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if st, err := d.Info(); err == nil && st.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v", path, st.Mode())
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestNothing prints nothing for what isn't an event, and where toktee is switched off or can't keep anything.
func TestNothing(t *testing.T) {
	sweep.OneGoroutine(t)
	ar, err := txtar.ParseFile("testdata/claude.txtar")
	if err != nil {
		t.Fatal(err)
	}
	good := string(ar.Files[0].Data)
	for _, agent := range append(hook.Agents(), "nobody") {
		for _, junk := range []string{
			"", "\x00\xff", "null", "[]", "[[[[", `"text"`, "{}", `{"hook_event_name":7}`, `{"tool_response":null}`,
			`{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_response":{"stdout":null}}`,
			`{"hook_event_name":"PostToolUse","tool_name":"Read","tool_response":{"type":"text"}}`,
			`{"toolName":"bash","toolResult":{}}`, good[:len(good)/2], strings.Repeat("[", 1<<20),
		} {
			if out := newRig(t, agent).answer(t, junk); out != "" {
				t.Errorf("%s: %.40q gives %s", agent, junk, out)
			}
		}
	}
	for name, value := range map[string]string{
		"TOKTEE_GATEWAY": "claude", "TOKTEE_RAW": "1", "TOKTEE_NO_STORE": "1",
		"TOKTEE_STORE": "/dev/null/store", "TOKTEE_BUDGET": "x",
	} {
		r := newRig(t, "claude")
		r.env[name] = value
		if out := r.answer(t, good); out != "" {
			t.Errorf("%s=%s: %s", name, value, out)
		}
	}
	if r := newRig(t, "claude"); r.answer(t, good) == "" {
		t.Error("the event itself has no answer")
	}
}

// keep puts an empty result into the store.
func (r *rig) keep(t *testing.T, id string) {
	t.Helper()
	st := store.Open(store.Options{Dir: r.env["TOKTEE_STORE"]})
	if err := st.Put(t.Context(), store.Record{ID: id, Result: []byte("{}")}); err != nil {
		t.Fatal(err)
	}
}

// TestPasses leaves alone what a call was made for.
func TestPasses(t *testing.T) {
	text := strings.Repeat("a finding of some length\n", 1000)
	short := text[:5000] + `… 900 lines left out; next: toktee_output {"id": "401882137095", "lines": "211:410"}`
	for _, c := range []struct {
		tool, args, text string
		passes           bool
	}{
		{"mcp__db__rows", `{}`, text, false},
		{"mcp__memory__read_graph", `{}`, text, true},
		{"mcp__toktee__output", `{}`, text, true},
		{"mcp__db__rows", `{}`, short, true}, // the proxy has shortened it
		{"mcp__db__rows", `{}`, strings.Replace(short, "toktee_output", "db_output", 1), false},
		{"mcp__db__rows", `{}`, strings.Replace(short, "4018", "4019", 1), false}, // no such result: a forged line
	} {
		ev, err := json.Marshal(map[string]any{
			"hook_event_name": "PostToolUse", "session_id": "s", "tool_name": c.tool,
			"tool_input":    json.RawMessage(c.args),
			"tool_response": []map[string]string{{"type": "text", "text": c.text}},
		})
		if err != nil {
			t.Fatal(err)
		}
		r := newRig(t, "claude")
		r.keep(t, "401882137095")
		if out := r.answer(t, string(ev)); (out == "") != c.passes {
			t.Errorf("%s: %.200s", c.tool, out)
		}
	}
	for command, passes := range map[string]bool{
		"toktee show 1234": true, "cat $STORE/payloads/x": true, "cat log": false,
	} {
		r := newRig(t, "claude")
		command = strings.ReplaceAll(command, "$STORE", r.env["TOKTEE_STORE"])
		if out := r.answer(t, bash("s", command, text)); (out == "") != passes {
			t.Errorf("%s: %.200s", command, out)
		}
	}
}

// TestPassesByName leaves alone what sub-agents found, what edits answer, and lists of things to do.
func TestPassesByName(t *testing.T) {
	text, err := json.Marshal(strings.Repeat("a finding of some length\n", 1000))
	if err != nil {
		t.Fatal(err)
	}
	for tool, passes := range map[string]bool{
		"task": true, "web_fetch": true, "edit": true, "TodoWrite": true,
		"view": false, "grep": false, "db-rows": false,
	} {
		ev := fmt.Sprintf(`{"sessionId":"s","toolName":%q,"toolArgs":{},"toolResult":`+
			`{"resultType":"success","textResultForLlm":%s}}`, tool, text)
		if out := newRig(t, "copilot").answer(t, ev); (out == "") != passes {
			t.Errorf("%s: %.200s", tool, out)
		}
	}
}

// bash is an event of Claude Code.
func bash(session, command, stdout string) string {
	b, err := json.Marshal(map[string]any{
		"hook_event_name": "PostToolUse", "session_id": session, "tool_name": "Bash",
		"tool_input":    map[string]string{"command": command},
		"tool_response": map[string]any{"stdout": stdout, "stderr": "", "interrupted": false},
	})
	if err != nil {
		panic(err)
	}
	return string(b)
}

// TestNeverGrows checks that no text has more tokens than what the agent itself would have sent of a long search.
func TestNeverGrows(t *testing.T) {
	r := newRig(t, "claude")
	var hits strings.Builder
	for i := range 700 {
		fmt.Fprintf(&hits, "internal/shop/cart_%d.go:%d:\tif err := checkout(ctx, b%d); err != nil {\n", i%90, i, i)
	}
	content, err := json.Marshal(hits.String())
	if err != nil {
		t.Fatal(err)
	}
	answer := r.answer(t, `{"session_id":"s","hook_event_name":"PostToolUse","tool_name":"Grep","cwd":"/tmp",`+
		`"tool_input":{"pattern":"checkout","output_mode":"content"},"tool_response":{"mode":"content",`+
		`"numFiles":0,"filenames":[],"content":`+string(content)+`,"numLines":700}}`)
	if n := len(answer); n == 0 || n > 3000 { // 2,000 characters, and a notice
		t.Errorf("the answer has %d bytes: %s", n, answer)
	}
}
