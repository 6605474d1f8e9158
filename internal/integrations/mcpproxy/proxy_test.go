package mcpproxy

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/integrations/mcpoutput"
)

// openHost returns a host with a store of its own. settings are those of the user's file.
func openHost(t testing.TB, vars ...string) *host.Host {
	t.Helper()
	home := t.TempDir()
	env := map[string]string{"HOME": home, "TOKTEE_STORE": filepath.Join(home, "store")}
	for i := 0; i < len(vars); i += 2 {
		env[vars[i]] = vars[i+1]
	}
	h, err := host.Open(host.Options{
		Dir: home, Fetch: mcpoutput.Fetch, FetchLines: mcpoutput.FetchLines,
		Getenv: func(key string) (string, bool) { v, ok := env[key]; return v, ok },
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// A wire is a buffer that several may write to.
type wire struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (w *wire) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.Write(p)
}

// take returns what was written, and forgets it.
func (w *wire) take() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	defer w.b.Reset()
	return w.b.String()
}

// A rig is a proxy without a server: what both sides get is in wires.
type rig struct {
	*proxy
	client, server wire
	ctx            context.Context
}

func newRig(t testing.TB, o Options) *rig {
	t.Helper()
	r := &rig{ctx: context.Background()}
	if o.Host == nil {
		o.Host = openHost(t)
	}
	o.Stdout = &r.client
	r.proxy = newProxy(o)
	r.toServer = &output{w: &r.server}
	return r
}

// asks hands a line of the client over and returns what the server gets, and the client at once.
func (r *rig) asks(line string) (server, client string) {
	r.fromClient(r.ctx, []byte(line+"\n"))
	r.working.Wait()
	return r.server.take(), r.client.take()
}

// says hands a line of the server over, and returns what the client gets.
func (r *rig) says(line string) string {
	r.fromServer(r.ctx, []byte(line+"\n"))
	r.working.Wait()
	return strings.TrimSuffix(r.client.take(), "\n")
}

// call lets the client call a tool, and returns what it gets when the server answers so.
func (r *rig) call(tool, result string) string {
	r.asks(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + tool + `","arguments":{}}}`)
	return r.says(`{"jsonrpc":"2.0","id":1,"result":` + result + `}`)
}

// is tells the proxy which client it has.
func (r *rig) is(client string) *rig {
	r.asks(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"clientInfo":{"name":"` + client + `"}}}`)
	return r
}

// numbered is a text of n lines.
func numbered(n int) string {
	var sb strings.Builder
	for i := range n {
		fmt.Fprintf(&sb, "step %d of the deployment is done\n", i+1)
	}
	return sb.String()
}

func quoted(s string) string { b, _ := json.Marshal(s); return string(b) }

// resultOf is what of a message's result matters here.
type resultOf struct {
	Result struct {
		Content           []map[string]any `json:"content"`
		StructuredContent any              `json:"structuredContent"`
		Meta              map[string]any   `json:"_meta"`
		IsError           bool             `json:"isError"`
	}
}

func decode(t testing.TB, line string) (m resultOf) {
	t.Helper()
	if err := json.Unmarshal([]byte(line), &m); err != nil {
		t.Fatalf("%v: %.300s", err, line)
	}
	return m
}

// A long text is shortened, says how to get the rest, and the call that it names gets it; what was kept is the text.
func TestShortened(t *testing.T) {
	r, text := newRig(t, Options{}), numbered(3000)
	m := decode(t, r.call("deploy", `{"content":[{"type":"text","text":`+quoted(text)+`}]}`))
	short := m.Result.Content[0]["text"].(string)
	_, args, ok := strings.Cut(short[strings.LastIndex(short, "\n…"):], "toktee_output ")
	if !ok || len(short) > len(text)/4 {
		t.Fatalf("%d bytes without the way to the rest: …%s", len(short), short[max(0, len(short)-200):])
	}
	server, client := r.asks(`{"jsonrpc":"2.0","id":"p","method":"tools/call","params":{"name":"toktee_output",` +
		`"arguments":` + strings.TrimSpace(args) + `}}`)
	if page := decode(t, client); server != "" || page.Result.IsError ||
		!strings.Contains(text, page.Result.Content[0]["text"].(string)) {
		t.Errorf("the server got %q, the client %s", server, client)
	}
	meta := m.Result.Meta[mcpoutput.MetaKey].(map[string]any)
	if meta["bytes"] != float64(len(text)) || len(meta["sha256"].(string)) != 64 {
		t.Errorf("_meta is %v", meta)
	}
	_, client = r.asks(`{"jsonrpc":"2.0","id":7,"method":"resources/read","params":{"uri":"toktee://result/` +
		meta["id"].(string) + `","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`)
	var read struct {
		ID     int
		Result struct {
			ResultType string
			Contents   []struct{ URI, Text string }
		}
	}
	if err := json.Unmarshal([]byte(client), &read); err != nil || read.ID != 7 ||
		read.Result.ResultType != "complete" || read.Result.Contents[0].Text != text {
		t.Errorf("%v: %.200s", err, client)
	}
}

// Nothing is touched that isn't a text for the model, that is short, or that isn't the end of a call.
func TestUntouched(t *testing.T) {
	long := quoted(numbered(3000))
	for name, result := range map[string]string{
		"short":              `{"content":[{"type":"text","text":"done"}]}`,
		"no content":         `{"stuff":` + long + `}`,
		"content no array":   `{"content":{"type":"text","text":` + long + `}}`,
		"for the user":       `{"content":[{"type":"text","text":` + long + `,"annotations":{"audience":["user"]}}]}`,
		"image":              `{"content":[{"type":"image","data":` + long + `,"mimeType":"image/png"}]}`,
		"resource":           `{"content":[{"type":"resource","resource":{"uri":"a:b","text":` + long + `}}]}`,
		"unknown type":       `{"content":[{"type":"hologram","text":` + long + `}]}`,
		"input required":     `{"resultType":"input_required","content":[{"type":"text","text":` + long + `}]}`,
		"made by us":         `{"content":[{"type":"text","text":` + long + `}],"_meta":{"dev.toktee/output":{}}}`,
		"a name twice":       `{"content":[{"type":"text","text":` + long + `}],"a":1,"a":2}`,
		"text is no string":  `{"content":[{"type":"text","text":[` + long + `]}]}`,
		"_meta is no object": `{"content":[{"type":"text","text":` + long + `}],"_meta":1}`,
	} {
		r := newRig(t, Options{})
		want := `{"jsonrpc":"2.0","id":1,"result":` + result + `}`
		if got := r.call("deploy", result); got != want {
			t.Errorf("%s: got %.300s", name, got)
		}
	}
	r := newRig(t, Options{})
	for _, line := range []string{
		`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":` + long + `}]}}`, // of no call
		`[{"jsonrpc":"2.0","id":1,"result":{}}]`, `{"jsonrpc":`, `Server started`, ``, "\xff\x00",
		`{"jsonrpc":"2.0","method":"notifications/message","params":{"data":` + long + `}}`,
		`{"jsonrpc":"2.0","id":3,"method":"sampling/createMessage","params":{"x":` + long + `}}`,
		`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":` + long + `}}`,
	} {
		if got := r.says(line); got != line {
			t.Errorf("from the server: %.200q became %.200q", line, got)
		}
		if server, client := r.asks(line); server != line+"\n" || client != "" {
			t.Errorf("from the client: %.200q became %.200q", line, server)
		}
	}
	for _, tool := range []string{"create_entities_in_memory", "TodoWrite", "web_fetch", "toktee_run"} {
		if m := decode(t, r.call(tool, `{"content":[{"type":"text","text":`+long+`}]}`)); m.Result.Meta != nil {
			t.Errorf("%s: its result was shortened", tool)
		}
	}
}

// Around the text, every byte stays.
func TestBytesAround(t *testing.T) {
	long := quoted(numbered(3000))
	r := newRig(t, Options{})
	before := "{ \"result\" :\t{\"big\":12345678901234567890.10e+1, \"isError\":true," +
		"\"content\": [{\"x\":\"\\u00e9\\/\",\"text\":"
	after := `,"type":"text"} , {"type":"image","data":"aGk="}],"z":{"b":1,"a":2}}, "id" : "1","jsonrpc":"2.0"}  `
	r.asks(`{"jsonrpc":"2.0","id":"1","method":"tools/call","params":{"name":"deploy"}}`)
	got := r.says(before + long + after)
	head, rest := got[:len(before)], got[len(got)-len(`}, "id" : "1","jsonrpc":"2.0"}  `):]
	if head != before || rest != after[len(after)-len(rest):] {
		t.Errorf("%.200q …\n%q", got, got[len(got)-200:])
	}
	const behind = `,"type":"text"} , {"type":"image","data":"aGk="}],"z":{"b":1,"a":2},"_meta":{"dev.toktee/output":`
	if !strings.Contains(got, behind) {
		t.Errorf("behind the text: %q", got[len(got)-300:])
	}
}

// Several texts become one; beside something else each is one of its own.
func TestSeveralTexts(t *testing.T) {
	r := newRig(t, Options{})
	two := `{"type":"text","text":` + quoted(numbered(900)) + `},{"type":"text","text":` + quoted(numbered(900)) + `}`
	if m := decode(t, r.call("deploy", `{"content":[`+two+`]}`)); len(m.Result.Content) != 1 {
		t.Errorf("%d blocks", len(m.Result.Content))
	}
	m := decode(t, r.call("deploy", `{"content":[`+two+`,{"type":"image","data":"aGk=","mimeType":"image/png"}]}`))
	if len(m.Result.Content) != 3 {
		t.Fatalf("%d blocks", len(m.Result.Content))
	}
	for _, b := range m.Result.Content[:2] {
		if !strings.Contains(b["text"].(string), "toktee_output") {
			t.Errorf("not shortened: %.100v", b)
		}
	}
}

// Secrets are masked in a text that is long enough to be looked at, also where compact JSON would be as short.
func TestSecrets(t *testing.T) {
	r, token := newRig(t, Options{}), "ghp"+"_Zk3Qw8Xr5Tn1Yb7Vm2Lp9Hd4Gs6FcJ0KaEoU"
	words := strings.Repeat("the deployment of the shop has begun and is going on, ", 5)
	for _, text := range []string{
		numbered(3000) + token + "\n", words + token,
		"{\n  \"log\": " + quoted(words) + ",\n  \"key\": \"" + token + "\"\n}",
	} {
		got := r.call("deploy", `{"content":[{"type":"text","text":`+quoted(text)+`}]}`)
		if strings.Contains(got, "ghp_") || !strings.Contains(got, "[github token]") {
			t.Errorf("the client gets %.500s", got)
		}
	}
	got := r.call("read_file", `{"content":[{"type":"text","text":`+quoted(words+token)+`}]}`)
	if !strings.Contains(got, token) {
		t.Errorf("of a file, the client gets %.500s", got)
	}
}

// What is sent twice reaches the model once, whatever the client hands on.
func TestSentTwice(t *testing.T) {
	object := `{"id":12345678901234567890,"name":"caf\u00e9","list":[1,2.50]}`
	indented := "{\n  \"name\": \"café\",\n  \"list\": [\n    1,\n    2.50\n  ],\n  \"id\": 12345678901234567890\n}"
	one := func(text string) string { return `[{"type":"text","text":` + quoted(text) + `}]` }
	const two = `[{"type":"text","text":"one"},{"type":"text","text":"{\"a\": 1}"}]`
	for _, c := range []struct {
		name, client, content, structured string
		drops                             bool
	}{
		{"JSON", "claude-code", one(indented), object, true},
		{"JSON", "codex-mcp-client", one(indented), object, true},
		{"JSON", "github-copilot-developer", one(indented), object, true},
		{"JSON", "qwen-cli-mcp-client-x", one(indented), object, true},
		{"JSON", "somebody", one(indented), object, true},
		{"JSON", "gemini-cli-mcp-client", one(indented), object, false}, // ignores it
		{"JSON", "opencode", one(indented), object, false},
		{"string in an object", "codex-mcp-client", one("the text"), `{"content":"the text"}`, true},
		{"JSON in an object", "codex-mcp-client", one(indented), `{"result":` + object + `}`, true},
		{"an array in an object", "codex-mcp-client", two, `{"result":["one",{"a":1}]}`, true},
		{"a string", "codex-mcp-client", one("the text"), `"the text"`, true},
		{"other digits", "codex-mcp-client", one(indented), strings.Replace(object, "890", "891", 1), false},
		{"more", "codex-mcp-client", one(indented), `{"more":1,` + object[1:], false},
		{"a summary", "codex-mcp-client", one("one entry"), object, false},
		{"an image beside it", "codex-mcp-client", `[{"type":"image","data":""},` + one(indented)[1:], object, false},
		{"less", "codex-mcp-client", two, `{"result":["one"]}`, false},
	} {
		r := newRig(t, Options{}).is(c.client)
		m := decode(t, r.call("get", `{"structuredContent":`+c.structured+`,"content":`+c.content+`}`))
		if drops := m.Result.StructuredContent == nil; drops != c.drops {
			t.Errorf("%s for %s: dropped is %v", c.name, c.client, drops)
		}
		if c.content == one(indented) && c.drops && m.Result.Content[0]["text"] != string(compact([]byte(indented))) {
			t.Errorf("%s for %s: the text is %q", c.name, c.client, m.Result.Content[0]["text"])
		}
	}
	// Of an error, Claude Code hands on the text.
	r, long := newRig(t, Options{}).is("claude-code"), quoted(numbered(3000))
	result := `{"content":[{"type":"text","text":` + long + `}],"structuredContent":{"a":1},"isError":true}`
	if m := decode(t, r.call("get", result)); m.Result.Meta == nil || !m.Result.IsError {
		t.Error("the text of an error isn't shortened, or is no error any more")
	}
	if m := decode(t, r.call("get", strings.Replace(result, "true", "false", 1))); m.Result.Meta != nil {
		t.Error("a text was shortened that the model doesn't get")
	}
}

func TestList(t *testing.T) {
	ask := func(r *rig, result string) string {
		r.asks(`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`)
		got := r.says(`{"id":2,"result":` + result + `}`)
		return strings.TrimSuffix(strings.TrimPrefix(got, `{"id":2,"result":`), `}`)
	}
	const tool = mcpoutput.Tool
	const schemas = `{"tools":[{"outputSchema":{"a":1},"name":"a"},{"name":"b","outputSchema":{}},{"name":"c"} ]}`
	for _, c := range []struct{ client, list, want string }{
		{"x", `{"tools":[]}`, `{"tools":[` + tool + `]}`},
		{"x", `{"tools":[ ],"ttlMs":1}`, `{"tools":[` + tool + ` ],"ttlMs":1}`},
		{"x", schemas, `{"tools":[{"name":"a"},{"name":"b"},{"name":"c"},` + tool + ` ]}`},
		{"opencode", schemas, strings.Replace(schemas, `{"name":"c"}`, `{"name":"c"},`+tool, 1)},
		{"x", `{"tools":[{"name":"a"}],"nextCursor":"2"}`, `{"tools":[{"name":"a"}],"nextCursor":"2"}`},
		{"x", `{"nextCursor":null,"tools":[{"name":"a"}]}`, `{"nextCursor":null,"tools":[{"name":"a"},` + tool + `]}`},
		{"x", `{"tools":[{"name":"toktee_output"}]}`, `{"tools":[{"name":"toktee_output"}]}`},
		{"x", `{"tools":7}`, `{"tools":7}`},
	} {
		if d := cmp.Diff(c.want, ask(newRig(t, Options{}).is(c.client), c.list)); d != "" {
			t.Errorf("%s for %s:\n%s", c.list, c.client, d)
		}
	}
	// The server's own tool of that name is its own, on whichever page it stands.
	r := newRig(t, Options{})
	ask(r, `{"tools":[{"name":"toktee_output"}],"nextCursor":"2"}`)
	if got := ask(r, `{"tools":[]}`); got != `{"tools":[]}` {
		t.Errorf("the second page is %s", got)
	}
	call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"toktee_output","arguments":{}}}`
	if server, _ := r.asks(call); server != call+"\n" {
		t.Errorf("the server got %q", server)
	}
	// Without a store there is nothing to ask for.
	r = newRig(t, Options{Host: openHost(t, "TOKTEE_NO_STORE", "1")})
	if got := ask(r, `{"tools":[]}`); got != `{"tools":[]}` {
		t.Errorf("without a store: %s", got)
	}
}

// Level and budget are a tool's, else its server's; those of the call go before both.
func TestSettings(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "toktee")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	const settings = "[agent]\ntool_summarization_level = \"lossless\"\n[mcp.s]\nlevel = \"minimal\"\nbudget = 99\n" +
		"[mcp.s.tools.deploy]\nbudget = 40\n[mcp.s.tools.off]\nenabled = false\n"
	if err := os.WriteFile(filepath.Join(dir, "config.toml"), []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ server, tool, env, want string }{
		{"s", "deploy", "", `"level":"minimal","budget":40,`},
		{"s", "other", "", `"level":"minimal","budget":99,`},
		{"t", "deploy", "", `"level":"lossless",`},
		{"s", "deploy", "50", `"level":"minimal","budget":50,`},
		{"s", "off", "", ""},
	} {
		h := openHost(t, "XDG_CONFIG_HOME", filepath.Dir(dir), "TOKTEE_BUDGET", c.env)
		r := newRig(t, Options{Host: h, Server: c.server})
		m := decode(t, r.call(c.tool, `{"content":[{"type":"text","text":`+quoted(numbered(3000))+`}]}`))
		rec, err := h.Store().Last()
		if kept := err == nil; kept != (c.want != "") || kept != (m.Result.Meta != nil) {
			t.Errorf("%s, %s: kept is %v", c.server, c.tool, kept)
		} else if !strings.Contains(string(rec.Result), c.want) {
			t.Errorf("%s, %s: want %s: %.900s", c.server, c.tool, c.want, rec.Result)
		}
	}
}

// 1 and "1" are two calls, each with an answer of its own.
func TestIDs(t *testing.T) {
	r := newRig(t, Options{})
	for id, tool := range map[string]string{`1`: "memory", `"1"`: "deploy", `9007199254740993`: "memory"} {
		r.asks(`{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"` + tool + `"}}`)
	}
	result := `,"result":{"content":[{"type":"text","text":` + quoted(numbered(3000)) + `}]}}`
	for id, shortened := range map[string]bool{`1`: false, `"1"`: true, `9007199254740992`: false} {
		got := r.says(`{"id":` + id + result)
		if short := got != `{"id":`+id+result; short != shortened || !strings.HasPrefix(got, `{"id":`+id+`,`) {
			t.Errorf("%s: shortened is %v: %.100s", id, short, got)
		}
	}
	if r.calls.open() != 1 {
		t.Errorf("%d calls are open, want that of 9007199254740993", r.calls.open())
	}
}

func TestCancel(t *testing.T) {
	r := newRig(t, Options{})
	cancel := func(id string) string {
		return `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + id + `}}`
	}
	r.asks(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"deploy"}}`)
	for _, id := range []string{`1`, `"1"`, `77`} { // the server is told of each
		if server, client := r.asks(cancel(id)); server != cancel(id)+"\n" || client != "" {
			t.Errorf("%s: the server got %q, the client %q", id, server, client)
		}
	}
	if got := r.says(`{"id":1,"result":{"content":[]}}`); got != "" {
		t.Errorf("a cancelled call is answered: %s", got)
	}
	if server, client := r.asks(cancel(`1`)); server == "" || client != "" {
		t.Error("the second cancellation isn't handed on")
	}
	// An id that is used again is a call again.
	r.asks(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"deploy"}}`)
	if got := r.says(`{"id":1,"result":{"content":[]}}`); got == "" {
		t.Error("the second call isn't answered")
	}
	// initialize can't be cancelled.
	r.is("x")
	r.asks(cancel(`0`))
	if got := r.says(`{"id":0,"result":{}}`); got == "" {
		t.Error("initialize isn't answered")
	}
	for i := range 3 * remembered {
		id := fmt.Sprint(100 + i)
		r.fromClient(r.ctx, []byte(`{"id":`+id+`,"method":"tools/call","params":{"name":"x"}}`))
		r.fromClient(r.ctx, []byte(cancel(id)))
	}
	if len(r.calls.calls) > remembered || r.calls.open() != 0 {
		t.Errorf("%d calls are remembered, %d are open", len(r.calls.calls), r.calls.open())
	}
}

// Results of tasks are those of the calls that have become them.
func TestTasks(t *testing.T) {
	long := `{"content":[{"type":"text","text":` + quoted(numbered(3000)) + `}]}`
	for _, c := range []struct{ name, created, ask, answer string }{
		{"2025-11-25", `{"task":{"taskId":"t1","status":"working"}}`, "tasks/result", long},
		{"2026-07-28", `{"resultType":"task","taskId":"t1","status":"working"}`, "tasks/get",
			`{"resultType":"complete","taskId":"t1","status":"completed","result":` + long + `}`},
	} {
		r := newRig(t, Options{})
		if got := r.call("deploy", c.created); got != `{"jsonrpc":"2.0","id":1,"result":`+c.created+`}` {
			t.Errorf("%s: %s", c.name, got)
		}
		for task, shortened := range map[string]bool{"t1": true, "t2": false} {
			r.asks(`{"id":5,"method":"` + c.ask + `","params":{"taskId":"` + task + `"}}`)
			got := r.says(`{"id":5,"result":` + c.answer + `}`)
			if strings.Contains(got, "toktee_output") != shortened {
				t.Errorf("%s, task %s: %.200s", c.name, task, got)
			}
		}
		news := `{"method":"notifications/tasks","params":{"taskId":"t1","status":"completed","result":` + long + `}}`
		if got := r.says(news); !strings.Contains(got, "toktee_output") {
			t.Errorf("%s: %.200s", c.name, got)
		}
	}
}

// A result that takes too long goes through as it came, but for its secrets, and one whose context has ended too.
func TestDeadline(t *testing.T) {
	fired := make(chan time.Time)
	close(fired)
	r := newRig(t, Options{After: func(time.Duration) <-chan time.Time { return fired }})
	line := []byte(`{"id":1,"result":{"text":"DB_PASSWORD=hunter2hunter2"}}`)
	const want = `{"id":1,"result":{"text":"DB_PASSWORD=[password]"}}`
	got := r.inTime(r.ctx, line, func(ctx context.Context) []byte {
		<-ctx.Done()
		return []byte("late")
	})
	if string(got) != want {
		t.Errorf("after the deadline: %s", got)
	}
	r = newRig(t, Options{After: func(time.Duration) <-chan time.Time { return nil }})
	if got := r.inTime(r.ctx, line, func(context.Context) []byte { panic("x") }); string(got) != want {
		t.Errorf("after a crash: %s", got)
	}
	r.working.Wait()
}

func TestNever(t *testing.T) {
	for _, c := range []struct {
		server, argv string
		want         bool
	}{
		{"", "npx -y @modelcontextprotocol/server-memory", true},
		{"", "docker run -i --rm mcp/memory", true},
		{"Memory", "node dist/index.js", true},
		{"", "npx -y @modelcontextprotocol/server-filesystem /home/me/memory", false},
		{"memorial", "./server", false},
		{"", "/usr/bin/mcp-memory.exe", true},
		{"files", "/opt/memory/bin/files", false},
	} {
		if got := Never(c.server, strings.Fields(c.argv), []string{"memory"}); got != c.want {
			t.Errorf("%q, %q: %v", c.server, c.argv, got)
		}
	}
}
