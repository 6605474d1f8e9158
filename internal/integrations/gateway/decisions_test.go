package gateway_test

import (
	"bytes"
	"context"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/integrations/gateway"
	"github.com/toktee/toktee/internal/measure/experiment/assign"
)

// isWhole reports whether the last request has a run of passed tests as it was.
func (p *provider) isWhole() bool { return strings.Contains(string(p.last()), "TestCase399") }

// once opens hosts, and calls a function before the first one that decides.
func once(
	t *testing.T, dir string, before func(),
) func(dir, agent string, within func(string) bool) (*host.Host, error) {
	open := hosts(t, environment(dir), config.Flags{})
	var done atomic.Bool
	return func(folder, agent string, within func(string) bool) (*host.Host, error) {
		if within != nil && done.CompareAndSwap(false, true) {
			before()
		}
		return open(folder, agent, within)
	}
}

// TestOtherProcessIsFirst has another gateway decide about the same result meanwhile, with a pointer that doesn't fit
// this request.
func TestOtherProcessIsFirst(t *testing.T) {
	dir := t.TempDir()
	p := newProvider(t)
	one := turnOf{"toolu_01ABCDEFGHIJKLMN", "cat app.conf", configFile()}
	two := turnOf{"toolu_02ABCDEFGHIJKLMN", "cat app.conf", configFile()}
	header := []string{"User-Agent", "claude-cli/2.1.330", "X-Claude-Code-Session-Id", "s"}
	a := newGateway(t, p, gateway.Options{Host: hosts(t, environment(dir), config.Flags{})}) + "/v1/messages"
	send(t, a, history("go", one), header...)
	b := newGateway(t, p, gateway.Options{Host: once(t, dir, func() {
		send(t, a, history("go", one, two), header...)
	})}) + "/v1/messages"
	send(t, b, history("compacted", two), header...)
	if m := pointer.FindString(string(p.last())); m != "" {
		t.Errorf("a text points at a result that the request doesn't have: %s", m)
	}
}

// TestAnsweredResults are known to the provider: they stay as they are.
func TestAnsweredResults(t *testing.T) {
	p := newProvider(t)
	url := newGateway(t, p, gateway.Options{})
	for path, body := range map[string]string{
		"/v1/responses": `{"input":[{"role":"user","content":"go"},` +
			`{"type":"function_call_output","call_id":"c","output":` + quoted(passed()) + `},` +
			`{"type":"item_reference","id":"msg_2"},{"role":"user","content":"next"}]}`,
		"/v1/messages": `{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash"},` +
			`{"type":"tool_result","tool_use_id":"t1","content":` + quoted(passed()) + `}]},` +
			`{"role":"user","content":"next"}]}`,
	} {
		if send(t, url+path, []byte(body)); string(p.last()) != body {
			t.Errorf("%s: an answered result was shortened", path)
		}
	}
}

// TestTwoGateways checks that two processes with one store send the same bytes.
func TestTwoGateways(t *testing.T) {
	p := newProvider(t)
	h := hosts(t, environment(t.TempDir()), config.Flags{})
	a := newGateway(t, p, gateway.Options{Host: h}) + "/v1/messages"
	b := newGateway(t, p, gateway.Options{Host: h}) + "/v1/messages"
	x, y := turnOf{"toolu_1", "go test ./...", passed()}, turnOf{"toolu_2", "true", "y"}
	agent := []string{"X-Claude-Code-Session-Id", "s"}
	send(t, b, history("go", x, y), agent...) // answered without a decision
	send(t, a, history("go", x), agent...)    // the client went back
	send(t, a, history("go", x, y), agent...)
	want := string(p.last())
	if send(t, b, history("go", x, y), agent...); string(p.last()) != want {
		t.Errorf("two gateways send different bytes: %d and %d", len(want), len(p.last()))
	}
}

// TestClientLeaves checks that a result isn't whole for ever because a client has left while it was decided.
func TestClientLeaves(t *testing.T) {
	p := newProvider(t)
	ctx, cancel := context.WithCancel(t.Context())
	decided := make(chan bool)
	url := newGateway(t, p, gateway.Options{Host: once(t, t.TempDir(), func() {
		cancel()
		time.Sleep(100 * time.Millisecond)
		close(decided)
	})}) + "/v1/messages"
	body := history("go", turnOf{"toolu_1", "go test ./...", passed()})
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if resp, err := http.DefaultClient.Do(req); err == nil {
		resp.Body.Close()
	}
	<-decided
	if send(t, url, body); p.isWhole() {
		t.Error("the result is whole")
	}
}

// TestShortIDs checks that decisions about calls with ids such as call_1 don't hold in other sessions.
func TestShortIDs(t *testing.T) {
	dir := t.TempDir()
	p := newProvider(t)
	const path = "/v1/chat/completions"
	on := newGateway(t, p, gateway.Options{Host: hosts(t, environment(dir), config.Flags{})})
	off := newGateway(t, p, gateway.Options{Host: hosts(t, environment(dir, "TOKTEE_RAW", "1"), config.Flags{})})
	if send(t, on+path, chatBody(passed()), "X-Session-Id", "a"); p.isWhole() {
		t.Fatal("the result is whole")
	}
	if send(t, off+path, chatBody(passed()), "X-Session-Id", "b"); !p.isWhole() {
		t.Error("another session's decision holds")
	}
	if send(t, off+path, chatBody(passed()), "X-Session-Id", "a"); p.isWhole() {
		t.Error("the session's own decision doesn't hold")
	}
}

// TestWithoutIDs checks that results of a format without ids are known after the first ones are gone.
func TestWithoutIDs(t *testing.T) {
	p := newProvider(t)
	url := newGateway(t, p, gateway.Options{}) + "/v1beta/models/g:generateContent"
	turn := func(command, output string) string {
		return `{"role":"model","parts":[{"functionCall":{"name":"run","args":{"command":` + quoted(command) +
			`}}}]},{"role":"user","parts":[{"functionResponse":{"name":"run","response":{"output":` + quoted(output) +
			`}}}]}`
	}
	ask := func(turns ...string) {
		send(t, url, []byte(`{"contents":[{"role":"user","parts":[{"text":"go"}]},`+strings.Join(turns, ",")+`]}`))
	}
	a, b, c := turn("ls", "x"), turn("go test ./...", passed()), turn("true", "y")
	ask(a, b)
	if ask(a, b, c); p.isWhole() {
		t.Fatal("the result is whole")
	}
	if ask(b, c); p.isWhole() {
		t.Error("a result isn't known any more after one before it has gone")
	}
}

// TestForgetOneOutput checks that nothing is left of a result that was one of two outputs in a text.
func TestForgetOneOutput(t *testing.T) {
	dir := t.TempDir()
	p := newProvider(t)
	url := newGateway(t, p, gateway.Options{Host: hosts(t, environment(dir), config.Flags{})}) + "/v1/chat/completions"
	second := passed() + "--- FAIL: TestCanary (0.00s)\n    x_test.go:3: canary\nFAIL\n"
	send(t, url, chatBody(`[{"query":"go test ./a","result":`+quoted(passed()+"\n")+`,"success":true},`+
		`{"query":"go test ./b","result":`+quoted(second)+`,"success":false}]`), "User-Agent", "Cline/3.0.65")
	ids := regexp.MustCompile(`toktee show (\d{12})`).FindAllStringSubmatch(string(p.last()), -1)
	if len(ids) == 0 {
		t.Fatalf("no text names its output: %s", p.last())
	}
	which := store.Which{ID: ids[len(ids)-1][1]}
	if _, err := store.Open(store.Options{Dir: dir}).Forget(t.Context(), which); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "gateway", "*", "*"))
	if err != nil || len(files) > 0 {
		t.Errorf("decisions are left: %v, %v", files, err)
	}
}

// TestClockSetBack checks that what is forgotten is gone from memory although the clock was set back.
func TestClockSetBack(t *testing.T) {
	dir := t.TempDir()
	p := newProvider(t)
	url := newGateway(t, p, gateway.Options{Host: hosts(t, environment(dir), config.Flags{})}) + "/v1/messages"
	s := store.Open(store.Options{Dir: dir})
	run := turnOf{"toolu_1", "go test ./...", passed()}
	for ahead := time.Hour; ahead >= 0; ahead -= time.Hour {
		send(t, url, history("go", run))
		if _, err := s.Forget(t.Context(), store.Which{All: true}); err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(ahead)
		if err := os.Chtimes(filepath.Join(dir, "forgot"), at, at); err != nil {
			t.Fatal(err)
		}
	}
	if send(t, url, history("go", run, turnOf{"toolu_2", "true", "y"})); !p.isWhole() {
		t.Error("a forgotten text is still sent")
	}
}

// TestRefusals checks that nothing is cut after a client has refused to fetch omitted lines, in its words.
func TestRefusals(t *testing.T) {
	for client, text := range map[string]string{
		"codex_exec/0.169.0": "exec command rejected by user",
		"Codex_exec/0.169.0": `exec_command failed: CreateProcess { message: "Rejected(\"policy forbids\")" }`,
		"QwenCode/0.24.4":    `This "run_shell_command" invocation was denied by permission rules.`,
		"GeminiCLI/0.61.0":   "User denied execution.",
		"copilot/1.0.102":    "The user rejected this tool call. User feedback: no",
		"":                   "401882137095",
	} {
		p := newProvider(t)
		url := newGateway(t, p, gateway.Options{})
		call := func(id, command, output string) string {
			return `{"role":"assistant","tool_calls":[{"id":"` + id + `","function":{"name":"shell","arguments":` +
				quoted(`{"command":"`+command+`"}`) + `}}]},{"role":"tool","tool_call_id":"` + id + `","content":` +
				quoted(output) + `}`
		}
		send(t, url+"/v1/chat/completions", []byte(`{"messages":[`+call("c0", "toktee show 401882137095", text)+`,`+
			call("c1", "go test ./...", passed())+`]}`), "User-Agent", client)
		if p.isWhole() != (client != "") {
			t.Errorf("%s: after %q, the result is whole: %v", client, text, p.isWhole())
		}
	}
}

// TestControl: in an experiment, which may begin while the gateway runs, sessions of the control group pass unchanged,
// also their sub-agents'.
func TestControl(t *testing.T) {
	p := newProvider(t)
	getenv := environment(t.TempDir())
	url := newGateway(t, p, gateway.Options{Host: hosts(t, getenv, config.Flags{})}) + "/v1/messages"
	store, _ := getenv("TOKTEE_STORE")
	e := assign.Experiment{Name: "t", Share: 0.5, Effect: 0.1, Started: time.Unix(1, 0)}
	if err := assign.Start(store, e); err != nil {
		t.Fatal(err)
	}
	body := string(conversation(20 << 10))
	for session, control := range map[string]bool{"left": true, "left/Explore": true, "right": false} {
		group := e.Of(session)
		if (group == assign.Control) != control {
			t.Fatalf("%s is in group %q", session, group)
		}
		name, agent, _ := strings.Cut(session, "/")
		send(t, url, []byte(body), "X-Claude-Code-Session-Id", name, "X-Claude-Code-Agent-Id", agent)
		if got := string(p.last()); (got == body) != control {
			t.Errorf("%s: %d bytes of %d are sent", session, len(got), len(body))
		}
	}
}
