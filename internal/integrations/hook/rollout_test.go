package hook_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// codexExit matches the file of a session in which the event's command is recorded with an exit code.
var codexExit = regexp.MustCompile(`\$HOME/exit-(\d+)\.jsonl`)

// codexRecord is the record of an event's command.
func codexRecord(t *testing.T, ev, code string) string {
	t.Helper()
	var in struct {
		Turn  string `json:"turn_id"`
		ID    string `json:"tool_use_id"`
		Input struct {
			Command string
		} `json:"tool_input"`
		Response string `json:"tool_response"`
	}
	if err := json.Unmarshal([]byte(ev), &in); err != nil {
		t.Fatal(err)
	}
	status := "failed"
	if code == "0" {
		status = "completed"
	}
	return record(in.Turn, in.ID, in.Input.Command, in.Response, status, code)
}

func record(turn, id, command, output, status, code string) string {
	return fmt.Sprintf(`{"timestamp":"2026-11-28T13:28:22.702Z","ordinal":11,"type":"event_msg","payload":`+
		`{"type":"item_completed","turn_id":%q,"item":{"type":"CommandExecution","id":%q,`+
		`"command":["/bin/bash","-lc",%s],"status":%q,"aggregated_output":%s,"exit_code":%s}}}`+"\n",
		turn, id, quoted(command), status, quoted(output), code)
}

func quoted(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // it is a string
	}
	return string(b)
}

// at writes a file of the session and returns its path.
func (r *rig) at(t *testing.T, name, text string) string {
	t.Helper()
	r.write(t, name, text)
	return filepath.Join(r.home, name)
}

// codexCut is what Codex hands over of a long output.
func codexCut(output string) string {
	return fmt.Sprintf("Warning: truncated output (original token count: %d)\nTotal output lines: %d\n\n"+
		"%s…%d tokens truncated…%s", len(output)/4, strings.Count(output, "\n"), output[:20000], len(output)/4-10000,
		output[len(output)-20000:])
}

// TestCodexRollout replaces a command's result only if the session's file has one sure record of how the command ended.
func TestCodexRollout(t *testing.T) {
	var b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&b, "step %d of the job\n", i)
	}
	out := b.String()
	long, huge := strings.Repeat(out, 6), strings.Repeat(out, 20)
	halves := huge[:32768] + huge[len(huge)-32768:]
	good := record("t", "call_1", "./job", out, "completed", "0")
	red := record("t", "call_1", "./job", out, "failed", "3")
	other := record("t", "call_2", "./job", out, "failed", "1")
	for name, c := range map[string]struct {
		file, response, says string // says "": the result stays
	}{
		"passed":                   {good, out, "step"},
		"failed":                   {red, out, "exit 3"},
		"among parallel calls":     {other + good + record("t", "call_3", "./job", out, "failed", "2"), out, "step"},
		"the id in another turn":   {record("s", "call_1", "./job", out, "failed", "2") + red, out, "exit 3"},
		"behind other records":     {strings.Repeat(other, 200) + red, out, "exit 3"},
		"a line still written":     {red + other[:500], out, "exit 3"},
		"cut, whole in the file":   {record("t", "call_1", "./job", long, "failed", "3"), codexCut(long), "exit 3"},
		"cut in the file too":      {record("t", "call_1", "./job", halves, "failed", "3"), codexCut(huge), "exit 3"},
		"not cut, cut in the file": {record("t", "call_1", "./job", halves, "failed", "3"), huge, "exit 3"},

		"empty":                  {"", out, ""},
		"only others":            {other, out, ""},
		"twice":                  {good + good, out, ""},
		"twice, and they differ": {good + red, out, ""},
		"another turn":           {strings.Replace(good, `"t"`, `"u"`, 1), out, ""},
		"another command":        {strings.Replace(good, "./job", "./other", 1), out, ""},
		"no code":                {strings.Replace(good, `"exit_code":0`, `"exit_code":null`, 1), out, ""},
		"a code as text":         {strings.Replace(good, `"exit_code":0`, `"exit_code":"0"`, 1), out, ""},
		"a code too large":       {strings.Replace(good, `"exit_code":0`, `"exit_code":1e99`, 1), out, ""},
		"green and failed":       {strings.Replace(good, "completed", "failed", 2), out, ""},
		"completed with 3":       {strings.Replace(red, `"failed"`, `"completed"`, 1), out, ""},
		"declined":               {strings.Replace(red, `"failed"`, `"declined"`, 1), out, ""},
		"still running":          {strings.Replace(good, `"status":"completed"`, `"status":"in_progress"`, 1), out, ""},
		"started":                {strings.Replace(good, "item_completed", "item_started", 1), out, ""},
		"half written":           {good[:len(good)-40], out, ""},
		"torn in the middle":     {good[:300] + "\n" + good[300:], out, ""},
		"in an output":           {record("t", "call_2", "cat", good, "completed", "0"), out, ""},
		"one huge line":          {strings.Repeat("x", 2<<20) + good, out, ""},
		"too far back":           {good + strings.Repeat(other, 300), out, ""},
		"another output":         {record("t", "call_1", "./job", "x"+out, "completed", "0"), out, ""},
		"of the background":      {record("t", "call_1", "./job", out, "completed", "0"), out[5000:], ""},
		"background, cut":        {record("t", "call_1", "./job", "x"+long, "completed", "0"), codexCut(long), ""},
		"says that it is cut":    {red, codexCut(long), ""},
		"a cut without a mark":   {good, strings.Replace(codexCut(long), "tokens truncated…", "", 1), ""},
		"not JSON":               {"\x00\xff" + good, out, ""},
	} {
		r := bareRig(t, "codex")
		got := r.answer(t, codexEvent(r.at(t, "rollout.jsonl", c.file), c.response))
		if c.says == "" && got != "" || !strings.Contains(got, c.says) {
			t.Errorf("%s: %.300s", name, got)
		}
		if strings.Count(got, "exit 3") > 1 {
			t.Errorf("%s: the code is there twice: %.300s", name, got)
		}
	}
}

func codexEvent(path, response string) string {
	return `{"session_id":"s","turn_id":"t","transcript_path":` + quoted(path) + `,"cwd":"/tmp",` +
		`"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"./job"},"tool_response":` +
		quoted(response) + `,"tool_use_id":"call_1"}`
}

// TestCodexDisagrees: exit code 0 doesn't hide a failed test, and a pass doesn't hide another exit code.
func TestCodexDisagrees(t *testing.T) {
	tests := strings.Repeat("=== RUN   TestA\n--- PASS: TestA (0.00s)\n", 200)
	for _, c := range []struct{ output, status, code, says string }{
		{tests + "--- FAIL: TestB (0.00s)\nFAIL\nFAIL\tp\t0.01s\n", "completed", "0", "but failure is reported"},
		{tests + "PASS\nok  \texample.com/p\t0.01s\n", "failed", "1", "exit 1"},
	} {
		r := bareRig(t, "codex")
		file := r.at(t, "rollout.jsonl", record("t", "call_1", "./job", c.output, c.status, c.code))
		first, _, _ := strings.Cut(r.answer(t, codexEvent(file, c.output)), "\\n")
		if !strings.Contains(first, c.says) {
			t.Errorf("the first line is %s, want %s", first, c.says)
		}
	}
}
