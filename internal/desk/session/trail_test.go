package session

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/host/checks"
	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/measure/cost"
)

func at(minutes float64) string {
	return noon.Add(time.Duration(minutes * float64(time.Minute))).Format(time.RFC3339Nano)
}

// uses is a line of Claude Code's transcript in which the model calls a tool.
func uses(minutes float64, id, tool, input string) string {
	return fmt.Sprintf(`{"type":"assistant","sessionId":"s","cwd":"/shop","uuid":"use-%s","timestamp":"%s",`+
		`"message":{"content":[{"type":"tool_use","id":"%s","name":"%s","input":%s}]}}`,
		id, at(minutes), id, tool, input)
}

// got is the line with the result.
func got(minutes float64, id, content string, failed bool) string {
	return fmt.Sprintf(`{"type":"user","sessionId":"s","cwd":"/shop","uuid":"got-%s","timestamp":"%s",`+
		`"message":{"content":[{"type":"tool_result","tool_use_id":"%s","content":%q,"is_error":%v}]}}`,
		id, at(minutes), id, content, failed)
}

const transcriptPath = "claude/projects/-shop/s.jsonl"

// passed notes a call of the session "s" that went to the model unread.
func (h *home) passed(tool, command string) {
	h.note(journal.Event{Kind: journal.Passed, Session: "s", Dir: "/shop", Tool: tool, Command: command})
}

// TestNewTranscript: a transcript that appears while it is looked for is no trouble.
func TestNewTranscript(t *testing.T) {
	h := newHome(t)
	h.write(transcriptPath, uses(0.5, "t1", "Bash", `{"command":"make"}`))
	for range 300 {
		tr := &trails{
			homes: h.o.Homes, files: map[string]string{}, read: map[string]*trail{},
			found: time.Now().Add(200*time.Microsecond - freshFiles), // the list is renewed in a moment
		}
		for tr.of(t.Context(), "s", 0).stamp == (stamp{}) {
		}
	}
}

// TestNotCommands: only a command with an exit code is known to have failed. A refused call didn't run.
func TestNotCommands(t *testing.T) {
	h := newHome(t)
	h.write(transcriptPath,
		uses(0.5, "a", "Bash", `{"command":"ls"}`), got(0.6, "a", "ok", false),
		uses(1.1, "b", "Bash", `{"command":"rm -rf build"}`),
		got(1.2, "b", "The user doesn't want to proceed with this tool use. The tool use was rejected.", true),
		uses(1.3, "c", "WebFetch", `{"url":"https://go.dev"}`), got(1.4, "c", "Request failed", true),
		uses(1.5, "d", "Bash", `{"command":"make"}`), got(1.6, "d", "Exit code 2\nboom", true),
		uses(1.65, "f", "Bash", `{"command":"make | tail -3"}`), got(1.66, "f", "ok", false),
		uses(1.7, "e", "Edit", `{"file_path":"/shop/price.go"}`), got(1.8, "e", "String not found", true),
	)
	h.passed("Bash", "ls")
	one := h.load(Key{Session: "s"})
	want := []string{
		"untouched ls pass", "unseen rm -rf build", "unseen https://go.dev", "unseen make fail red",
		"unseen make | tail -3", "unseen /shop/price.go",
	}
	if diff := cmp.Diff(want, kinds(one)); diff != "" || one.Red != 1 || one.Failed != 1 {
		t.Errorf("%d failed, %d red: %s", one.Failed, one.Red, diff)
	}
}

// TestMCP: a call of an MCP server ends as the agent states it, but isn't a command that is red until it passes.
func TestMCP(t *testing.T) {
	h := newHome(t)
	h.write(transcriptPath,
		uses(0.1, "a", "mcp__x__list", `{}`), got(0.2, "a", "ok", false),
		uses(0.3, "b", "mcp__x__get", `{"query":"7"}`), got(0.4, "b", "no such item", true),
		uses(0.5, "c", "mcp__x__put", `{"query":"8"}`),
		got(0.6, "c", "The user doesn't want to proceed with this tool use. The tool use was rejected.", true),
		uses(0.7, "d", "mcp__x__find", `{}`), got(0.8, "d", "timed out", true),
	)
	h.note(journal.Event{
		Session: "s", Dir: "/shop", Tool: "mcp__x__list", CallID: "a", Outcome: "unknown", Raw: 90, Given: 9,
	})
	h.passed("mcp__x__find", "")
	one := h.load(Key{Session: "s"})
	want := []string{
		"unseen 7 fail failed", "unseen 8", "call pass", "untouched fail failed",
	}
	if diff := cmp.Diff(want, kinds(one)); diff != "" || one.Failed != 2 || one.Red != 0 || len(one.Failures()) != 2 {
		t.Errorf("%d failed, %d red: %s", one.Failed, one.Red, diff)
	}
}

// TestCodexOutcomes: the exit codes of commands are in Codex' own lines, and the ends of MCP calls in events.
func TestCodexOutcomes(t *testing.T) {
	h := newHome(t)
	const id = "019a0b1c-2d3e-7f40-8a5b-6c7d8e9f0a1b"
	item := func(payload string, args ...any) string {
		return `{"timestamp":"` + at(0.5) + `","type":"response_item","payload":` + fmt.Sprintf(payload, args...) + `}`
	}
	command := func(n, command, output string) []string {
		return []string{
			item(`{"type":"function_call","call_id":%q,"name":"exec_command","arguments":%q}`, n,
				fmt.Sprintf(`{"cmd":%q}`, command)),
			item(`{"type":"function_call_output","call_id":%q,"output":%q}`, n, output),
		}
	}
	mcp := func(n, end string) []string {
		return []string{
			item(`{"type":"function_call","call_id":%q,"name":"get","namespace":"mcp__x__","arguments":%q}`, n,
				fmt.Sprintf(`{"query":%q}`, n)),
			`{"timestamp":"` + at(0.5) + `","type":"event_msg","payload":{"type":"mcp_tool_call_end","call_id":"` + n +
				`","result":` + end + `}}`,
			item(`{"type":"function_call_output","call_id":%q,"output":"text"}`, n),
		}
	}
	lines := []string{`{"timestamp":"` + at(0) + `","type":"session_meta","payload":{"id":"` + id + `","cwd":"/kiln"}}`}
	for _, more := range [][]string{
		command("a", "make", "Chunk ID: 3f\nWall time: 0.1 seconds\nProcess exited with code 2\nOutput:\nboom\n"),
		command("b", "ls", "Exit code: 0\nWall time: 0.1 seconds\nOutput:\nmain.go\n"),
		command("c", "old", `{"output":"x","metadata":{"exit_code":1,"duration_seconds":0.1}}`),
		command("d", "sleep 9", "Wall time: 1.0 seconds\nProcess running with session ID 7\nOutput:\n"),
		mcp("e", `{"Ok":{"content":[],"isError":true}}`), mcp("f", `{"Ok":{"content":[]}}`), mcp("g", `{"Err":"no"}`),
	} {
		lines = append(lines, more...)
	}
	h.write("codex/sessions/2026/11/28/rollout-2026-11-28T12-00-00-"+id+".jsonl", lines...)
	h.note(journal.Event{
		Kind: journal.Passed, Session: id, Dir: "/kiln", Program: "codex", Tool: "exec_command", Command: "ls",
	})
	one := h.load(Key{Session: id})
	want := []string{
		"unseen make fail red", "unseen old fail red", "unseen sleep 9", "unseen e fail failed", "unseen f pass",
		"unseen g fail failed", "untouched ls pass",
	}
	if diff := cmp.Diff(want, kinds(one)); diff != "" {
		t.Error(diff)
	}
}

// TestPairs: a call of the ledger takes its own step in the transcript, and leaves those of other calls.
func TestPairs(t *testing.T) {
	boom := "Exit code 2\nboom"
	for _, tt := range []struct {
		name  string
		steps []string
		calls [][2]string
		want  []string
	}{
		{
			"a call without a command", []string{
				uses(0.5, "a", "Bash", `{"command":"make"}`), got(0.6, "a", boom, true),
				uses(0.8, "b", "mcp__x__list", `{}`), got(0.9, "b", "ok", false),
			},
			[][2]string{{"mcp__x__list", ""}}, []string{"unseen make fail red", "untouched pass"},
		},
		{
			"parallel calls", []string{
				uses(0.5, "b", "mcp__x__list", `{"owner":"x"}`), uses(0.6, "a", "Bash", `{"command":"make"}`),
				got(0.95, "b", "ok", false), got(1.9, "a", boom, true),
			},
			[][2]string{{"mcp__x__list", ""}, {"Bash", "make"}}, []string{"untouched pass", "untouched make fail red"},
		},
		{
			"a read and an edit of a file", []string{
				uses(0.5, "a", "Read", `{"file_path":"/shop/price.go"}`),
				uses(0.9, "b", "Edit", `{"file_path":"/shop/price.go"}`),
				got(0.95, "a", "ok", false), got(0.96, "b", "ok", false),
			},
			[][2]string{{"Read", "/shop/price.go"}}, []string{"edit price.go", "untouched /shop/price.go"},
		},
		{
			"an edit that a hook saw", []string{
				uses(0.1, "a", "Bash", `{"command":"ls"}`), uses(0.9, "b", "Edit", `{"file_path":"/shop/price.go"}`),
				got(0.96, "b", "ok", false),
			},
			[][2]string{{"Edit", "/shop/price.go"}}, []string{"unseen ls", "edit price.go"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := newHome(t)
			h.write(transcriptPath, tt.steps...)
			for _, c := range tt.calls {
				h.passed(c[0], c[1])
			}
			if diff := cmp.Diff(tt.want, kinds(h.load(Key{Session: "s"}))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestUnseenFolder: a call that no hook saw mends only failures of the folder that it ran in.
func TestUnseenFolder(t *testing.T) {
	h := newHome(t)
	h.call("make", "fail", 900, 100) // t1, in /shop
	other := strings.Replace(uses(1.5, "z", "Bash", `{"command":"make"}`), `"cwd":"/shop"`, `"cwd":"/other"`, 1)
	passed := strings.Replace(got(1.6, "z", "ok", false), `"message"`,
		`"toolUseResult":{"stdout":"ok","stderr":"","interrupted":false},"message"`, 1)
	h.write(transcriptPath,
		uses(0.5, "t1", "Bash", `{"command":"make"}`), got(0.6, "t1", "Exit code 2", true), other, passed)
	want := []string{"call make fail red", "unseen make pass"}
	if diff := cmp.Diff(want, kinds(h.load(Key{Session: "s"}))); diff != "" {
		t.Error(diff)
	}
}

// TestTranscriptGoesOn: a session is loaded anew if its transcript alone has changed.
func TestTranscriptGoesOn(t *testing.T) {
	h := newHome(t)
	lines := []string{uses(0.5, "a", "Bash", `{"command":"make"}`), got(0.6, "a", "Exit code 2\nboom", true)}
	h.write(transcriptPath, lines...)
	h.passed("Bash", "make")
	if _, err := h.o.Ledger.IndexCalls(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	s := New(h.o)
	failed := func(want int) {
		t.Helper()
		got := -1
		for end := time.Now().Add(2 * time.Minute); got != want && time.Now().Before(end); {
			one, err := s.Load(t.Context(), Key{Session: "s"})
			if err != nil {
				t.Fatal(err)
			}
			if got = one.Failed; got != want {
				time.Sleep(time.Millisecond)
			}
		}
		if got != want {
			t.Errorf("%d failed, want %d", got, want)
		}
	}
	failed(1)
	lines = append(lines, uses(0.7, "b", "Bash", `{"command":"make lint"}`), got(0.8, "b", "Exit code 1\nlong", true))
	h.write(transcriptPath, lines...)
	failed(2)
}

// TestListKnowsLess: a list tells whether its failures are all of the session, as they are after it was loaded and
// until its transcript goes on.
func TestListKnowsLess(t *testing.T) {
	h := newHome(t)
	lines := []string{uses(0.5, "a", "Bash", `{"command":"make"}`), got(0.6, "a", "Exit code 2", true)}
	h.write(transcriptPath, lines...)
	h.passed("Bash", "make")
	s := New(h.o)
	if _, err := h.o.Ledger.IndexCalls(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	check := func(when string, whole bool, red int) {
		t.Helper()
		list, _, err := s.List(t.Context(), 0, 1)
		if err != nil || len(list) != 1 || list[0].Whole != whole || list[0].Red != red {
			t.Errorf("%s: %+v, %v, want whole %v, %d red", when, list, err, whole, red)
		}
	}
	check("before", false, 0)
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); {
		if one, err := s.Load(t.Context(), Key{Session: "s"}); err != nil || one.Whole {
			break
		}
	}
	check("after", true, 1)
	h.write(transcriptPath, append(lines, uses(1.5, "b", "Bash", `{"command":"make"}`))...)
	check("later", false, 0)
}

// TestQuickRuns: each of two runs within seconds has its own outcome.
func TestQuickRuns(t *testing.T) {
	h := newHome(t)
	log := checks.Open(h.o.Store.ChecksDir(), "/shop")
	for i, outcome := range []string{"fail", "pass"} {
		when := noon.Add(time.Duration(i*6) * time.Second)
		if err := journal.Append(h.o.Store.JournalDir(), journal.Event{
			Kind: journal.Passed, Time: when, Session: "s", Dir: "/shop", Tool: "Bash", Command: "make lint",
			ID: fmt.Sprintf("%012d", i+1),
		}); err != nil {
			t.Fatal(err)
		}
		for _, e := range []checks.Entry{
			{Event: checks.Edited, File: fmt.Sprintf("%d.go", i)},
			{Event: checks.Ran, Command: "make lint", Outcome: outcome},
		} {
			e.Time, e.Root, e.Session = when, "/shop", "s"
			if err := log.Append(e); err != nil {
				t.Fatal(err)
			}
		}
	}
	want := []string{"untouched make lint fail fixed", "edit 0.go", "untouched make lint pass", "edit 1.go"}
	if diff := cmp.Diff(want, kinds(h.load(Key{Session: "s"}))); diff != "" {
		t.Error(diff)
	}
}

// usage is a line of Claude Code's transcript with the usage of a message, which the lines of its calls repeat.
func usage(minutes float64, message, agent, content string, input, cached, written, hour, output int) string {
	return fmt.Sprintf(`{"type":"assistant","sessionId":"s","cwd":"/shop","uuid":"%s-%v","timestamp":"%s",`+
		`"isSidechain":%v,"agentId":"%s","message":{"id":"%s","model":"claude-x","content":[%s],"usage":{`+
		`"input_tokens":%d,"cache_read_input_tokens":%d,"cache_creation_input_tokens":%d,"output_tokens":%d,`+
		`"cache_creation":{"ephemeral_1h_input_tokens":%d}}}}`,
		message, minutes, at(minutes), agent != "", agent, message, content, input, cached, written, output, hour)
}

// TestUsage: a session costs what the price table has for the usage in its transcript, and so do its requests.
func TestUsage(t *testing.T) {
	h := newHome(t)
	h.o.Prices = cost.Prices{Input: 3, CacheRead: 7, CacheWrite: 10, Output: 100}
	use := func(id, command string) string {
		return fmt.Sprintf(`{"type":"tool_use","id":"%s","name":"Bash","input":{"command":"%s"}}`, id, command)
	}
	h.write(transcriptPath,
		usage(0.1, "m1", "", `{"type":"text","text":"I look."}`, 5, 20, 1000, 0, 1),
		usage(0.2, "m1", "", use("a", "make"), 5, 20, 1000, 0, 1),
		usage(0.3, "m1", "", use("b", "ls"), 5, 20, 1000, 0, 90), // the last line has all of the output
		got(0.4, "a", "Exit code 2", true), got(0.5, "b", "ok", false),
		usage(0.6, "m2", "", use("c", "pwd"), 1, 1000, 40, 40, 8), got(0.7, "c", "/shop", false),
		usage(0.8, "m3", "", `{"type":"text","text":"Done."}`, 2, 1100, 0, 0, 30),
	)
	h.passed("Bash", "make")
	one := h.load(Key{Session: "s"})
	const m1, m2, m3 = 5*3 + 20*7 + 1000*10 + 90*100, 3 + 1000*7 + 40*16 + 8*100, 2*3 + 1100*7 + 30*100
	if one.Paid != m1+m2+m3 || one.Requests != 3 || !one.Estimated || one.Partial || one.Without != one.Paid+one.Worth {
		t.Errorf("paid %d for %d requests, want %d for 3: %+v", one.Paid, one.Requests, m1+m2+m3, one)
	}
	costs := map[string]cost.Amount{}
	for _, e := range one.Entries {
		costs[e.Call.Command] = e.Cost
	}
	if diff := cmp.Diff(map[string]cost.Amount{"make": m1, "ls": 0, "pwd": m2}, costs); diff != "" {
		t.Error(diff)
	}

	h.note(journal.Event{Kind: journal.Passed, Session: "s/scout", Dir: "/shop", Tool: "Bash", Command: "date"})
	if one := h.load(Key{Session: "s"}); !one.Partial || one.Price() != "at least <$0.01" {
		t.Errorf("a sub-agent's requests are known: %s", one.Price())
	}
	h.write(strings.TrimSuffix(transcriptPath, ".jsonl")+"/subagents/agent-scout.jsonl",
		usage(1.1, "m4", "scout", use("d", "date"), 7, 0, 0, 0, 1), got(1.2, "d", "now", false))
	one = h.load(Key{Session: "s"})
	const m4 = 7*3 + 100
	if n := len(one.Entries); one.Partial || one.Paid != m1+m2+m3+m4 || one.Entries[n-1].Cost != m4 || n != 4 {
		t.Errorf("with its own file: paid %d, partial %v, %+v", one.Paid, one.Partial, one.Entries)
	}
	h.note(journal.Event{Kind: journal.Billed, Session: "s", Input: 5, Output: 1})
	if one := h.load(Key{Session: "s"}); !one.Estimated || one.Requests != 4 {
		t.Errorf("the gateway saw one of four requests: %+v", one)
	}
	for range 3 {
		h.note(journal.Event{
			Kind: journal.Billed, Session: "s", Input: 5, Cached: 20, Written: 1, Output: 1, LeftOut: 1000,
			LeftOutEarlier: 10,
		})
	}
	one = h.load(Key{Session: "s"})
	const paid = 20*3 + 60*7 + 3*10 + 4*100
	if one.Estimated || one.Requests != 4 || one.Paid != paid || one.Without != paid+3*(1000*10+10*7) {
		t.Errorf("%d of %d for %d requests", one.Paid, one.Without, one.Requests)
	}
}

// TestCodexUsage: the requests of a rollout are priced too.
func TestCodexUsage(t *testing.T) {
	h := newHome(t)
	h.o.Prices = cost.Prices{Input: 3, CacheRead: 7, CacheWrite: 10, Output: 100}
	const id = "019a0b1c-2d3e-7f40-8a5b-6c7d8e9f0a1b"
	count := func(input, cached, output, total int) string {
		return fmt.Sprintf(`{"timestamp":"%s","type":"event_msg","payload":{"type":"token_count","info":{`+
			`"total_token_usage":{"total_tokens":%d},"last_token_usage":{"input_tokens":%d,"cached_input_tokens":%d,`+
			`"output_tokens":%d}}}}`, at(1), total, input, cached, output)
	}
	h.write("codex/sessions/2026/11/28/rollout-2026-11-28T12-00-00-"+id+".jsonl",
		`{"timestamp":"`+at(0)+`","type":"session_meta","payload":{"id":"`+id+`","cwd":"/kiln"}}`,
		`{"timestamp":"`+at(0.5)+`","type":"response_item","payload":{"type":"function_call","call_id":"c1",`+
			`"name":"exec_command","arguments":"{\"cmd\":\"make\"}"}}`,
		count(1000, 900, 20, 1), count(1000, 900, 20, 1), count(1200, 1000, 5, 2))
	h.note(journal.Event{
		Kind: journal.Passed, Session: id, Dir: "/kiln", Program: "codex", Tool: "exec_command", Command: "make",
	})
	one := h.load(Key{Session: id})
	const first, second = 100*3 + 900*7 + 20*100, 200*3 + 1000*7 + 5*100
	if one.Paid != first+second || one.Requests != 2 || one.Entries[0].Cost != first {
		t.Errorf("paid %d for %d requests, %+v", one.Paid, one.Requests, one.Entries)
	}
}

// TestShims: what a shim ran is one call with the line of the agent that ran it.
func TestShims(t *testing.T) {
	shim := journal.Event{Session: "s", Dir: "/shop", Door: "shim", Program: "claude", Tool: "exec"}
	ran := func(command, outcome string) journal.Event {
		e := shim
		e.Command, e.Outcome, e.Raw, e.Given = command, outcome, 900, 90
		return e
	}
	hook := func(kind journal.Kind, command, outcome string) journal.Event {
		return journal.Event{
			Kind: kind, Session: "s", Dir: "/shop", Door: "hook", Tool: "Bash", Command: command, Outcome: outcome,
		}
	}
	const goTest, goVet = "/usr/local/go/bin/go test ./...", "/usr/local/go/bin/go vet ./..."
	both := []string{uses(0.5, "a", "Bash", `{"command":"go vet ./... && go test ./..."}`)}
	for _, tt := range []struct {
		name   string
		steps  []string
		events []journal.Event
		want   []string
	}{
		{
			"a command that passed", nil,
			[]journal.Event{ran(goTest, "pass"), hook(journal.Passed, "go test ./...", "")},
			[]string{"call go test ./... pass"},
		},
		{
			"a command that failed, which no hook saw, and passed later", []string{
				uses(0.5, "a", "Bash", `{"command":"go test ./..."}`), got(1.1, "a", "Exit code 1", true),
				uses(1.5, "b", "Bash", `{"command":"go test ./..."}`), got(2.1, "b", "ok", false),
			},
			[]journal.Event{ran(goTest, "fail"), ran(goTest, "pass"), hook(journal.Passed, "go test ./...", "")},
			[]string{"call go test ./... fail fixed", "call go test ./... pass"},
		},
		{
			"a command that failed and passed, without a transcript", nil,
			[]journal.Event{ran(goTest, "fail"), ran(goTest, "pass"), hook(journal.Passed, "go test ./...", "")},
			[]string{"call go test ./... fail fixed", "call go test ./... pass"},
		},
		{
			"a pipe whose output a hook replaced", nil,
			[]journal.Event{ran(goTest, "fail"), hook(journal.Result, "go test ./... | tail -2", "fail")},
			[]string{"call go test ./... | tail -2 fail red"},
		},
		{
			"a pipe whose end isn't known", nil,
			[]journal.Event{ran(goTest, "fail"), hook(journal.Result, "go test ./... | grep -n file", "")},
			[]string{"call go test ./... | grep -n file fail red"},
		},
		{
			"a line that passed though its command failed", nil,
			[]journal.Event{ran(goTest, "fail"), hook(journal.Result, "go test ./... || true", "pass")},
			[]string{"call go test ./... fail red", "call go test ./... || true pass"},
		},
		{
			"a line that only has the program's name", nil,
			[]journal.Event{ran("/usr/bin/make", "fail"), hook(journal.Result, "grep -n unit make.log", "")},
			[]string{"call make fail red", "call grep -n unit make.log"},
		},
		{
			"a pipe that failed, and its command that passed", nil, []journal.Event{
				ran(goTest, "fail"), hook(journal.Result, "go test ./... | tail -2", "fail"), ran(goTest, "pass"),
			},
			[]string{"call go test ./... | tail -2 fail fixed", "call go test ./... pass"},
		},
		{
			"a command that failed, and pipes of it", nil, []journal.Event{
				ran(goTest, "fail"), ran(goTest, "fail"), hook(journal.Passed, "go test ./... | tail -2", ""),
				ran(goTest, "pass"), hook(journal.Result, "go test ./... | tail -9", "pass"),
			},
			[]string{
				"call go test ./... fail fixed", "call go test ./... | tail -2 fail fixed",
				"call go test ./... | tail -9 pass",
			},
		},
		{
			"a line that failed, and the command in it that didn't", nil, []journal.Event{
				ran(goTest, "pass"), hook(journal.Result, "go test ./... && ./deploy", "fail"), ran(goTest, "pass"),
			},
			[]string{"call go test ./... && ./deploy fail red", "call go test ./... pass"},
		},
		{
			"two commands", nil, []journal.Event{
				ran(goVet, "pass"), ran(goTest, "pass"),
				hook(journal.Passed, "go vet ./... && go test ./...", ""),
			},
			[]string{"call go vet ./... pass", "call go test ./... pass"},
		},
		{
			"two commands that no hook saw", append(both, got(2.1, "a", "Exit code 1", true)),
			[]journal.Event{ran(goVet, "pass"), ran(goTest, "fail")},
			[]string{"call go vet ./... pass", "call go test ./... fail red"},
		},
		{
			"a line that failed after what it ran", append(both, got(2.1, "a", "Exit code 127", true)),
			[]journal.Event{ran(goVet, "pass"), ran(goTest, "pass")},
			[]string{
				"unseen go vet ./... && go test ./... fail red", "call go vet ./... pass", "call go test ./... pass",
			},
		},
		{
			"another command", nil, []journal.Event{ran(goTest, "fail"), hook(journal.Passed, "ls", "")},
			[]string{"call go test ./... fail red", "untouched ls"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := newHome(t)
			if tt.steps != nil {
				h.write(transcriptPath, tt.steps...)
			}
			for _, e := range tt.events {
				h.note(e)
			}
			if diff := cmp.Diff(tt.want, kinds(h.load(Key{Session: "s"}))); diff != "" {
				t.Error(diff)
			}
		})
	}
}
