package clients

import (
	"fmt"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/integrations/gateway"
	"github.com/toktee/toktee/internal/integrations/hook/clients/fakemodel"
)

// A step is a call of the gateway's script.
type step struct {
	name  string
	call  fakemodel.Call
	apart bool // a read or a refused call: it isn't among those of which the gateway has to save
}

const (
	subPrompt = "Print the second list."
	leftRows  = "row %g of the left half"
	rightRows = "row %g of the right half"
	subRows   = "row %g of a sub-agent's list"
	editOld   = "line 100 of the notes"
	editNew   = "LINE 100 OF THE NOTES"
)

// pixel is a PNG with one pixel, as base64.
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

// samples are those for which the client has a tool.
func (s *site) samples() []sample {
	list := slices.DeleteFunc(samples(), func(sm sample) bool { return !sm.has(s.c) })
	for i := range list {
		if sm := &list[i]; s.c.cutsFirst && (sm.name == "huge" || sm.name == "long read") {
			sm.hides, sm.says, sm.prints = "", nil, ""
		}
	}
	return list
}

// steps is the script, as far as the client has the tools.
func (s *site) steps() []step {
	var list []step
	add := func(name string, call fakemodel.Call) {
		list = append(list, step{name, call, strings.HasSuffix(name, "read") || name == "refused"})
	}
	for _, sm := range s.samples() {
		add(sm.name, sm.call(s.c, s))
	}
	add("log", s.c.shell("git log"))
	add("parallel", s.c.shell("seq -f '"+leftRows+"' 300"))
	right := s.c.shell("sleep 1; seq -f '" + rightRows + "' 300") // some agents send the result first that comes first
	right.Parallel = true
	add("parallel", right)
	if s.c.image != nil {
		add("image", s.c.image(filepath.Join(s.project, "pixel.png")))
	}
	for _, command := range refusedCommands {
		add("refused", s.c.shell(command))
	}
	if s.c.subAgent != nil {
		add("sub-agent", s.c.subAgent(subPrompt))
	}
	add("edit", s.c.edit(filepath.Join(s.project, "notes.txt"), editOld, editNew))
	if s.c.later != nil {
		add("background", s.c.later("sleep 1; seq 400; sleep 5"))
	}
	return list
}

// patch is an edit in the form that several agents take.
func patch(path, old, text string) string {
	tail := strings.TrimPrefix(noteFormat, "line %g of the notes")
	return "*** Begin Patch\n*** Update File: " + filepath.Base(path) + "\n@@\n-" + old + tail + "\n+" + text + tail +
		"\n*** End Patch\n"
}

// gatewayClients are the agents with all that the script needs.
func gatewayClients() []*client {
	edit := func(tool, path, old, text string) func(path, old, text string) fakemodel.Call {
		return func(file, before, after string) fakemodel.Call {
			return fakemodel.Call{Name: tool, Args: object{path: file, old: before, text: after}}
		}
	}
	instead := func(args func(*site) []string, n int, by ...string) func(*site) []string {
		return func(s *site) []string { return append(slices.Clone(by), args(s)[n:]...) }
	}
	quotedJS := func(text string) string { return encoded(text) }

	cc := claude()
	cc.initFlags = []string{"--prefix"}
	cc.args = with(cc.args, "Edit", "Agent")
	cc.image = cc.read
	cc.edit = edit("Edit", "file_path", "old_string", "new_string")
	cc.later = func(command string) fakemodel.Call {
		args := object{"command": command, "description": "runs it", "run_in_background": true}
		return fakemodel.Call{Name: "Bash", Args: args}
	}
	cc.subAgent = func(prompt string) fakemodel.Call {
		return fakemodel.Call{Name: "Agent", Args: object{
			"description": "sub", "prompt": prompt, "subagent_type": "general-purpose", "run_in_background": false,
		}}
	}
	cc.compact = instead(cc.args, 2, "--continue", "-p", "/compact")
	cc.resume = instead(cc.args, 0, "--continue")

	cx := codex()
	cx.setup = codexSetup("gpt-5.5", false)
	cx.read = func(path string) fakemodel.Call { return cx.shell("cat " + path) }
	cx.search = func(pattern, dir string) fakemodel.Call { return cx.shell("grep -rn " + pattern + " hay.txt") }
	cx.image = func(path string) fakemodel.Call {
		return fakemodel.Call{Name: "view_image", Args: object{"path": path}}
	}
	cx.edit = func(path, old, text string) fakemodel.Call {
		return fakemodel.Call{Name: "apply_patch", Input: patch(path, old, text)}
	}
	cx.later = func(command string) fakemodel.Call {
		return fakemodel.Call{Name: "exec_command", Args: object{"cmd": command, "yield_time_ms": 3000}}
	}

	resumed := func(args ...string) func(*site) []string {
		return func(*site) []string {
			return append([]string{
				"exec", "resume", "--last", "--skip-git-repo-check", "--dangerously-bypass-hook-trust",
			}, append(args, "go")...)
		}
	}
	cx.compact, cx.resume = resumed("-c", "model_auto_compact_token_limit=10000"), resumed()

	code := codexCode()
	code.setup = codexSetup("gpt-6-sol", false)
	code.read = func(path string) fakemodel.Call { return code.shell("cat " + path) }
	code.search = func(pattern, dir string) fakemodel.Call { return code.shell("grep -rn " + pattern + " hay.txt") }
	code.image = func(path string) fakemodel.Call {
		return fakemodel.Call{Name: "exec", Input: "image(await tools.view_image({path: " + quotedJS(path) + "}));"}
	}
	code.edit = func(path, old, text string) fakemodel.Call {
		input := "text(await tools.apply_patch(" + quotedJS(patch(path, old, text)) + "));"
		return fakemodel.Call{Name: "exec", Input: input}
	}
	code.later = func(command string) fakemodel.Call {
		args := encoded(object{"cmd": command, "yield_time_ms": 3000})
		return fakemodel.Call{Name: "exec", Input: "text(await tools.exec_command(" + args + "));"}
	}

	g := gemini()
	g.image = g.read
	g.edit = func(path, old, text string) fakemodel.Call {
		return fakemodel.Call{Name: "replace", Args: object{
			"file_path": path, "instruction": "edits it", "old_string": old, "new_string": text,
		}}
	}
	g.later = func(command string) fakemodel.Call {
		return fakemodel.Call{Name: "run_shell_command", Args: object{"command": command, "is_background": true}}
	}
	g.subAgent = func(prompt string) fakemodel.Call {
		return fakemodel.Call{Name: "invoke_agent", Args: object{"agent_name": "generalist", "prompt": prompt}}
	}
	g.subEnd = []fakemodel.Call{{Name: "complete_task", Args: object{"result": "done", "response": "done"}}}
	g.compact = instead(g.args, 2, "-r", "latest", "-p", "/compress")
	g.resume = instead(g.args, 0, "-r", "latest")

	cp := copilot()
	cp.image, cp.blind = cp.read, true
	cp.edit = edit("edit", "path", "old_str", "new_str")
	cp.later = func(command string) fakemodel.Call {
		args := object{"command": command, "description": "runs it", "mode": "async", "shellId": "s1"}
		return fakemodel.Call{Name: "bash", Args: args}
	}
	cp.subAgent = func(prompt string) fakemodel.Call {
		return fakemodel.Call{Name: "task", Args: object{
			"description": "sub", "prompt": prompt, "agent_type": "general-purpose", "name": "sub", "mode": "sync",
		}}
	}
	cp.compact = instead(cp.args, 2, "--continue", "-p", "/compact")
	cp.resume = instead(cp.args, 0, "--continue")

	oc := opencode()
	oc.image = oc.read
	oc.edit = edit("edit", "filePath", "oldString", "newString")
	oc.subAgent = func(prompt string) fakemodel.Call {
		return fakemodel.Call{Name: "task", Args: object{
			"description": "sub", "prompt": prompt, "subagent_type": "general",
		}}
	}

	p := pi()
	p.image = p.read
	p.edit = func(path, old, text string) fakemodel.Call {
		return fakemodel.Call{Name: "edit", Args: object{
			"path": path, "edits": []object{{"oldText": old, "newText": text}},
		}}
	}
	p.compact = func(*site) []string {
		return []string{"--mode", "rpc", "--continue", "--provider", "fake", "--model", "fake-model"}
	}
	piSetup := p.setup
	p.setup = func(s *site) {
		piSetup(s)
		s.write(".pi/agent/settings.json", `{"enableInstallTelemetry":false,"compaction":{"keepRecentTokens":1000}}`)
	}
	p.compactIn = "{\"type\":\"compact\"}\n"
	p.resume = instead(p.args, 0, "--continue")

	q := qwen()
	q.shell = func(command string) fakemodel.Call {
		return fakemodel.Call{Name: "run_shell_command", Args: object{"command": command, "is_background": false}}
	}
	env := q.env
	q.env = func(s *site) []string { return append(env(s), "OPENAI_MODEL=gpt-4o") } // it reads images
	q.read, q.search = g.read, g.search
	q.image = g.read
	q.edit = edit("edit", "file_path", "old_string", "new_string")
	q.later = g.later
	q.subAgent = func(prompt string) fakemodel.Call {
		return fakemodel.Call{Name: "agent", Args: object{
			"description": "sub", "prompt": prompt, "subagent_type": "general-purpose",
		}}
	}
	q.compact = instead(q.args, 2, "--continue", "-p", "/compress")
	q.resume = instead(q.args, 0, "--continue")

	cl := cline()
	cl.image = cl.read
	cl.edit = func(path, old, text string) fakemodel.Call {
		return fakemodel.Call{Name: "apply_patch", Args: object{"input": patch(path, old, text)}}
	}
	cl.subAgent = func(prompt string) fakemodel.Call {
		return fakemodel.Call{Name: "spawn_agent", Args: object{"systemPrompt": "You print.", "task": prompt}}
	}
	return []*client{cc, cx, code, g, cp, oc, p, q, cl}
}

// gatewayToken is the first part of the first element of the gateway's paths.
const gatewayToken = "S3CRET"

// startGateway puts a gateway with this store before the model.
func (s *site) startGateway(store string) {
	s.t.Helper()
	up, err := url.Parse(s.model.URL)
	if err != nil {
		s.t.Fatal(err)
	}
	env := map[string]string{"TOKTEE_STORE": store, "HOME": s.home}
	getenv := func(name string) (string, bool) {
		v, ok := env[name]
		return v, ok
	}
	warn := func(err error) { s.t.Errorf("the gateway warns: %v", err) }
	g, err := gateway.New(gateway.Options{
		Token:     gatewayToken,
		Upstreams: gateway.Upstreams{Anthropic: up, OpenAI: up, ChatGPT: up, Gemini: up, CodeAssist: up},
		Host: func(dir, agent string, within func(string) bool) (*host.Host, error) {
			return host.Open(host.Options{
				Dir: dir, Getenv: getenv, Repeats: host.RepeatsInStore, Within: within, Fetch: host.ShowCommand,
				FetchLines: host.ShowLines, Integration: "gateway", Program: agent, Warn: warn,
			})
		},
		Dir: s.project, Getenv: getenv, Managed: []string{s.home}, Warn: warn,
	})
	if err != nil {
		s.t.Fatal(err)
	}
	srv := httptest.NewServer(g)
	s.t.Cleanup(srv.Close)
	name, _, _ := strings.Cut(s.c.name, "-")
	s.url = srv.URL + "/" + gatewayToken + "." + name
	s.c.setup(s)
}

// A phase is a run of the client.
type phase struct {
	name     string
	out      string
	results  []fakemodel.Result // by the step
	requests []fakemodel.Request
}

// phases runs the script, and then a compaction and what comes after it.
func (s *site) phases(run string, steps []step) []phase {
	s.t.Helper()
	calls := make([]fakemodel.Call, len(steps))
	for i, st := range steps {
		calls[i] = st.call
	}
	s.prompt, s.sub = subPrompt, append([]fakemodel.Call{s.c.shell("seq -f '" + subRows + "' 300")}, s.c.subEnd...)
	var list []phase
	play := func(name string, calls []fakemodel.Call) {
		results, out := s.converse(run+" "+name, calls)
		list = append(list, phase{name, string(out), results, s.model.Requests()})
	}
	play("script", calls)
	list[0].results = s.inOrder(list[0].results, steps)
	if s.c.compact == nil {
		return list
	}
	args := s.c.args
	s.c.args, s.stdin = s.c.compact, s.c.compactIn
	play("compact", nil)
	s.c.args, s.stdin = s.c.resume, ""
	play("after", nil)
	s.c.args = args
	return list
}

// inOrder are the results of the steps: agents send those of parallel calls as they come, and may make calls of their
// own.
func (s *site) inOrder(results []fakemodel.Result, steps []step) []fakemodel.Result {
	s.t.Helper()
	list := make([]fakemodel.Result, len(steps))
	for i, st := range steps {
		of := func(r fakemodel.Result) bool { return strings.HasSuffix(r.ID, fmt.Sprintf("call_%03d", i)) }
		at := slices.IndexFunc(results, of)
		if at < 0 {
			s.t.Fatalf("no result of the call %d, %s, among %d", i, st.name, len(results))
		}
		list[i] = results[at]
	}
	return list
}

// TestGateway runs the agents without and with a gateway between them and their model, without hooks.
func TestGateway(t *testing.T) {
	compareShares(t, behindGateway, gatewayClients(), func(s *site, without []phase) []phase {
		store := s.under("gateway")
		s.startGateway(store)
		with := s.phases("with", s.steps())
		s.checkStats(store, without, with)
		checkAlike(s.t, without, with)
		for i, sm := range s.samples() {
			checkTrue(s.t, &sm, without[0].results[i], with[0].results[i])
		}
		return with
	})
}

// TestHooks runs the agents without toktee, and with what "toktee init" sets up.
func TestHooks(t *testing.T) {
	compareShares(t, byHooks, hookClients(), func(s *site, without []phase) []phase {
		s.install(s.c.initFlags...)
		if s.c.wholeErrors {
			s.install("--mcp")
		}
		with := s.phases("with", s.steps())
		s.checkStats(s.under(".local/share/toktee"), without, with)
		return with
	})
}

// compareShares plays the script with each client twice, and compares the tokens of results.
func compareShares(t *testing.T, of shares, list []*client, again func(s *site, without []phase) []phase) {
	t.Helper()
	if chosen.of == "" {
		t.Skip("needs -clients, which .ci/clients sets: it installs agents from npm")
	}
	tools := newTools(t)
	var rows []shareRow
	for _, c := range list {
		if !chosen.runs(c) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			s := newSite(t, c, tools)
			steps := s.steps()
			without := s.phases("without", steps)
			s.checkDone("without", without[0].requests)
			s.fill(tools)
			with := again(s, without)
			s.checkDone("with", with[0].requests)
			r := shareRow{Client: c.name, Version: c.version, Date: time.Now().Format(time.DateOnly)}
			r.Requests = len(askedOf(t, with))
			r.Results, r.Apart = s.measure(steps, without[0].results, with[0].results)
			t.Logf("%+v: %.1f%% saved", r, r.Results.percent(r.Results.Raw))
			if got, want := r.Results.share(), of.least(c.name); got < want {
				t.Errorf("%.1f%% of what summarize saves, want %g%%", got, want)
			}
			rows = append(rows, r)
		})
	}
	if *report != "" && !t.Failed() {
		of.write(t, *report, list, rows)
	}
}

// TestGatewayPiped: behind a gateway, too, the model gets a failure that a pipe hides: by "toktee agent", and of Codex'
// code mode, which hooks don't reach.
func TestGatewayPiped(t *testing.T) {
	if chosen.of == "" {
		t.Skip("needs -clients, which .ci/clients sets: it installs agents from npm")
	}
	tools := newTools(t)
	for _, c := range gatewayClients() {
		if c.name != "claude" && c.name != "codex-code" || !chosen.runs(c) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			s := newSite(t, c, tools)
			if c.name == "claude" {
				s.command(s.toktee, "shims", "install")
				s.agent = true
			} else {
				s.startGateway(s.under(".local/share/toktee"))
				s.command(s.toktee, "init", c.agent, "--shims", "--yes")
			}
			got := s.play("pipes", []fakemodel.Call{c.shell("sleep 2"), c.shell(hiddenCommand)})
			if !strings.Contains(got[1].Text, hiddenSays) {
				t.Errorf("the model gets:\n%s", excerpt(got[1].Text))
			}
		})
	}
}

// checkTrue holds that a short text says what the output does, where the agent hasn't cut that.
func checkTrue(t *testing.T, sm *sample, raw, got fakemodel.Result) {
	t.Helper()
	if seen(raw, got) != replaced || !strings.Contains(raw.Text, sm.hides) {
		return
	}
	if err := sm.check(&client{noExit: !tellsExit(raw.Text, sm.exit)}, replaced, raw, got); err != nil {
		t.Errorf("%s: %v", sm.name, err)
	}
}
