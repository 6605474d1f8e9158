package transcript

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// brief tells items in a word each.
func brief(items []Item) []string {
	var list []string
	for _, it := range items {
		s := it.Session + " "
		switch it.Kind {
		case Text:
			s += "text " + it.Text
		case Call:
			s += "call " + it.ID + " " + it.Tool + " " + string(it.Args)
		case Result:
			s += "result " + it.ID + " " + it.Text
		case Break:
			s += "break"
		}
		list = append(list, s)
	}
	return list
}

// TestShapes has what formats do beside the story: sub-agents, compactions, several calls at once, failures.
func TestShapes(t *testing.T) {
	for _, c := range []struct {
		name, file, text string
		want             []string
	}{
		{"claude: side chains by agent, by their first line, and a compaction", "c.jsonl", `
{"type":"user","sessionId":"s","uuid":"1","message":{"role":"user","content":"go"}}
{"type":"user","sessionId":"s","uuid":"2","parentUuid":null,"isSidechain":true,"message":{"role":"user",` +
			`"content":"sub"}}
{"type":"assistant","sessionId":"s","uuid":"3","parentUuid":"2","isSidechain":true,"message":{"id":"m",` +
			`"content":[{"type":"tool_use","id":"a","name":"Bash","input":{"command":"ls"}}]}}
{"type":"user","sessionId":"s","uuid":"4","isSidechain":true,"agentId":"f00","message":{"content":"named"}}
{"type":"system","subtype":"compact_boundary","sessionId":"s","uuid":"5"}
{"type":"user","sessionId":"s","uuid":"6","isCompactSummary":true,"message":{"content":"so far"}}
{"type":"user","sessionId":"s","uuid":"7","isCompactSummary":true,"message":{"content":"and again"}}`,
			[]string{
				"s text go", "s/2 text sub", `s/2 call a Bash {"command":"ls"}`, "s/f00 text named", "s break",
				"s text so far", "s break", "s text and again",
			}},
		{"codex: a compaction and a fork's repeated header", "c.jsonl", `
{"timestamp":"t","type":"session_meta","payload":{"id":"child"}}
{"timestamp":"t","type":"session_meta","payload":{"id":"parent"}}
{"timestamp":"t","type":"compacted","payload":{"message":"so far"}}
{"timestamp":"t","type":"response_item","payload":{"type":"function_call_output","call_id":"x",` +
			`"output":[{"type":"input_text","text":"one"},{"type":"input_text","text":"two"}]}}`,
			[]string{"child break", "child text so far", "child result x one\ntwo"}},
		{"codex: a sub-agent, which repeats the start of what began it", "c.jsonl", `
{"timestamp":"t","type":"session_meta","payload":{"id":"child","session_id":"main","parent_thread_id":"other",` +
			`"source":{"subagent":{"thread_spawn":{"parent_thread_id":"other","depth":2}}}}}
{"timestamp":"t","type":"session_meta","payload":{"id":"main","session_id":"main"}}
{"timestamp":"t","type":"response_item","payload":{"type":"function_call_output","call_id":"x","output":"one"}}`,
			[]string{"main/child result x one"}},
		{"codex: not a sub-agent", "c.jsonl", `
{"timestamp":"t","type":"session_meta","payload":{"id":"s","session_id":"s","forked_from_id":"r"}}
{"timestamp":"t","type":"response_item","payload":{"type":"function_call_output","call_id":"x","output":"one"}}`,
			[]string{"s result x one"}},
		{"copilot: calls at once, a failure, a sub-agent, a compaction", "e.jsonl", `
{"type":"session.start","data":{"sessionId":"s"},"id":"1","timestamp":"t"}
{"type":"assistant.message","data":{"messageId":"m","content":"","toolRequests":[{"toolCallId":"a","name":"bash",` +
			`"arguments":{"command":"one"}},{"toolCallId":"b","name":"bash","arguments":{"command":"two"}}]}}
{"type":"tool.execution_start","data":{"toolCallId":"a","toolName":"bash","arguments":{"command":"one"}}}
{"type":"tool.execution_complete","data":{"toolCallId":"a","success":false,"error":{"message":"no such tool"}}}
{"type":"tool.execution_start","data":{"toolCallId":"c","toolName":"view","parentToolCallId":"b",` +
			`"arguments":{"path":"x"}}}
{"type":"tool.execution_complete","data":{"toolCallId":"c","success":true,"result":{"content":"text",` +
			`"detailedContent":"TEXT"}}}
{"type":"session.compaction_complete","data":{"success":true,"summaryContent":"so far"}}`,
			[]string{
				`s call a bash {"command":"one"}`, `s call b bash {"command":"two"}`, "s result a no such tool",
				`s/b call c view {"path":"x"}`, "s/b result c text", "s break", "s text so far",
			}},
		{"pi: a command of the user's own, a branch, a compaction", "p.jsonl", `
{"type":"session","id":"s","cwd":"/x"}
{"type":"message","message":{"role":"bashExecution","command":"ls","output":"a"}}
{"type":"branch_summary","summary":"tried"}
{"type":"compaction","summary":"so far"}`,
			[]string{"s text ls\na", "s text tried", "s break", "s text so far"}},
		{"opencode: an error, a call that never ended, a compaction", "o.json", `
{"info":{"id":"s"},"messages":[{"info":{"id":"m","role":"assistant"},"parts":[
{"type":"tool","tool":"bash","callID":"a","state":{"status":"error","input":{"command":"x"},"error":"denied"}},
{"type":"tool","tool":"bash","callID":"b","state":{"status":"running","input":{"command":"y"}}},
{"type":"compaction"}]}]}`,
			[]string{`s call a bash {"command":"x"}`, "s result a denied", `s call b bash {"command":"y"}`, "s break"}},
		{"an export on one line, with a message that isn't known", "two.json", `
{"messages":["?",{"info":{"id":"m","role":"user"},"parts":[{"type":"text","text":"two"}]}]}
`, []string{"two text two"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			items, st := all(t, write(t, c.file, strings.TrimPrefix(c.text, "\n")))
			if diff := cmp.Diff(c.want, brief(items)); diff != "" {
				t.Errorf("mismatch (-want +got):\n%s", diff)
			}
			if st.Bad > 0 || len(st.Unknown) > 0 && !strings.Contains(c.name, "isn't known") {
				t.Errorf("stats %+v", st)
			}
		})
	}
}

// TestUnknown has a record of a kind that no reader knows in every format: it is counted under its kind, and the rest
// is read.
func TestUnknown(t *testing.T) {
	for name, lines := range map[string][2]string{
		"flux": {`{"type":"flux","sessionId":"s","uuid":"1"}`,
			`{"type":"user","sessionId":"s","message":{"content":"hi"}}`},
		"assistant/sculpted": {`{"type":"assistant","sessionId":"s","message":{"content":[{"type":"sculpted"}]}}`,
			`{"type":"user","sessionId":"s","message":{"content":"hi"}}`},
		"response_item/flux": {`{"timestamp":"t","type":"response_item","payload":{"type":"flux"}}`,
			`{"timestamp":"t","type":"response_item","payload":{"type":"message","role":"user","content":"hi"}}`},
		"flux.begin": {`{"type":"flux.begin","data":{}}`, `{"type":"user.message","data":{"content":"hi"}}`},
		"message/flux": {`{"type":"message","message":{"role":"flux"}}`,
			`{"type":"message","message":{"role":"user","content":"hi"}}`},
		"part/flux": {`{"info":{"id":"m","role":"user"},"parts":[{"type":"flux","messageID":"m","sessionID":"s"}]}`,
			`{"info":{"id":"m","role":"user"},"parts":[{"type":"text","text":"hi"}]}`},
	} {
		t.Run(name, func(t *testing.T) {
			items, st := all(t, write(t, "x.jsonl", lines[0]+"\n"+lines[1]+"\n"))
			if st.Unknown[name] != 1 || len(st.Unknown) != 1 {
				t.Errorf("unknown %v, want one %s", st.Unknown, name)
			}
			if len(items) != 1 || items[0].Text != "hi" {
				t.Errorf("items %v", brief(items))
			}
		})
	}
}

func TestUnknownKindsAreBounded(t *testing.T) {
	var sb strings.Builder
	for i := range 500 {
		fmt.Fprintf(&sb, `{"type":"kind%d","sessionId":"s","version":"%d"}`+"\n", i, i)
	}
	_, st := all(t, write(t, "x.jsonl", sb.String()))
	if len(st.Unknown) > unknownKept+1 || st.Unknown["(others)"] != 400 || len(st.Versions) > unknownKept {
		t.Errorf("%d kinds, %d others, %d versions", len(st.Unknown), st.Unknown["(others)"], len(st.Versions))
	}
}
