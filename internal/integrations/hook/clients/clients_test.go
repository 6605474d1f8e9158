package clients

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/integrations/hook/clients/fakemodel"
	"github.com/toktee/toktee/tokens"
)

var (
	chosen choice
	report = flag.String("report", "", "where to write what the models got, from the module's root: "+page)
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == serveMCP {
		runMCP(os.Stdin, os.Stdout)
		return
	}
	if len(os.Args) > 3 && os.Args[1] == otherHook {
		runOtherHook(os.Args[2], os.Args[3], os.Stdin, os.Stdout)
		return
	}
	flag.Var(&chosen, "clients", "run real agents: the usual ones, all, or names")
	os.Exit(m.Run())
}

// TestClients runs the agents: without toktee, with it, with its shims, and after it was removed.
func TestClients(t *testing.T) {
	if chosen.of == "" {
		t.Skip("needs -clients, which .ci/clients sets: it installs agents from npm")
	}
	tools := newTools(t)
	var rows []row
	for _, c := range clients() {
		if !chosen.runs(c) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			r := newRun(newSite(t, c, tools))
			r.all()
			rows = append(rows, r.row)
		})
	}
	if *report != "" && !t.Failed() {
		writeReport(t, *report, rows)
	}
}

// A run is all that one client does.
type run struct {
	*site
	samples []sample
	calls   []fakemodel.Call // those of the samples, and one that the user's rules refuse
	row     row
}

func newRun(s *site) *run {
	r := &run{site: s, row: row{s.c.name, s.c.version, time.Now().Format(time.DateOnly), map[string]cell{}}}
	r.samples = s.samples()
	for _, sm := range r.samples {
		r.calls = append(r.calls, sm.call(s.c, s))
	}
	for _, command := range refusedCommands {
		r.calls = append(r.calls, s.c.shell(command))
	}
	return r
}

// all goes from an agent without toktee to one that saves, and back.
func (r *run) all() {
	before := r.play("without", r.calls)
	changed := r.install()
	with := r.play("with", append(slices.Clone(r.calls), fakemodel.Call{From: r.fetches}))
	for i, sm := range r.samples {
		r.enter(sm.name, sm, r.c.outcome(sm.name), before[i], with[i])
		if was, is := r.count(before[i]), r.count(with[i]); is > was {
			r.t.Errorf("%s: %d tokens in place of %d", sm.name, is, was)
		}
		text := strings.TrimPrefix(with[i].Text, "Exit code 1\n") // Claude Code's line above the text of a shim
		if n := timesExit(text, sm.exit); n > 1 && sm.exit != 0 {
			r.t.Errorf("%s: it says %d times that it exited with %d:\n%s", sm.name, n, sm.exit, excerpt(text))
		}
	}
	r.checkFetched(with)
	r.checkDoctor()
	for path := range r.files() {
		if strings.Contains(path, "toktee-result") {
			r.t.Errorf("a text that the agent has read is still there: %s", path)
		}
	}
	if !r.told() {
		r.t.Error("the model isn't told of toktee show")
	}
	r.uninstall(changed)
	after := r.play("after", r.calls)
	for i, was := range before {
		if is := after[i]; !r.c.same(was, is) {
			r.t.Errorf("call %d isn't what it was before:\n%s", i+1, difference(was, is))
		}
	}
	if r.told() {
		r.t.Error("the model is still told of toktee")
	}
	r.row.Got["after"] = cell{Got: asBefore}
	r.shims(before)
}

// count returns a result's tokens.
func (r *run) count(res fakemodel.Result) int {
	r.t.Helper()
	count, err := tokens.Get(tokens.O200kBase)
	if err != nil {
		r.t.Fatal(err)
	}
	defer tokens.Put(count)
	return count.CountString(res.Text + res.Beside)
}

// fetches is a call for a part of the first output that was left out.
func (r *run) fetches(results []fakemodel.Result) fakemodel.Call {
	for _, result := range results {
		if id := kept(result); id != "" {
			return r.c.shell("toktee show " + id + " --lines 1:250")
		}
	}
	return r.c.shell("echo nothing was left out")
}

// checkFetched looks for those lines in the last result: what a model asks for is never shortened.
func (r *run) checkFetched(results []fakemodel.Result) {
	for i, result := range results[:len(results)-1] {
		if kept(result) == "" {
			continue
		}
		if got := results[len(results)-1].Text; r.samples[i].name != "green" ||
			!strings.Contains(got, "=== RUN   TestGreen/case_101\n") || recovery.MatchString(got) {
			r.t.Errorf("toktee show of %s gave the model:\n%s", r.samples[i].name, excerpt(got))
		}
		return
	}
}

// checkDoctor asks toktee doctor, which fails where something is in the way, and knows the session.
func (r *run) checkDoctor() {
	if said := r.command(r.toktee, "doctor", r.c.agent); !strings.Contains(said, "its hook was called, in 1 session") {
		r.t.Errorf("toktee doctor doesn't know of the session:\n%s", said)
	} else if strings.Contains(said, "in code mode") != (r.c.name == "codex-code") {
		r.t.Errorf("toktee doctor on code mode:\n%s", said)
	}
}

// told reports whether the paragraph for the model was in what it was asked.
func (r *run) told() bool {
	for _, q := range r.model.Requests() {
		if bytes.Contains(q.Body, []byte("Results of tools may be shortened.")) {
			return true
		}
	}
	return false
}

// play has the calls made, and looks for the file of a command that the user's rules refuse.
func (r *run) play(name string, calls []fakemodel.Call) []fakemodel.Result {
	results := r.site.play(name, calls)
	for i := range results {
		results[i].Text = r.c.text(results[i])
	}
	path := filepath.Join(r.project, refused)
	_, err := os.Stat(path)
	switch ran := err == nil; {
	case r.c.noRules:
		if !ran {
			r.t.Errorf("%s: a command that nothing refuses didn't run", name)
		}
		_ = os.Remove(path)
	case ran:
		r.t.Errorf("%s: a command ran that the user's rules refuse", name)
	default:
		r.row.Got["refused"] = cell{Got: refuses}
	}
	return results
}

// enter checks a result and notes what the model got.
func (r *run) enter(name string, sm sample, want outcome, before, with fakemodel.Result) {
	if err := sm.check(r.c, want, before, with); err != nil {
		r.t.Errorf("%s: %v", name, err)
	}
	r.checkKept(sm, before, with)
	got := len(steady(with.Text))
	r.row.Got[name] = cell{seen(before, with), len(steady(before.Text)), got}
}

// shims has tests fail where shims are in the agent's PATH: what goes to the model is short, what goes into a pipe or a
// file isn't.
func (r *run) shims(before []fakemodel.Result) {
	var changed setup
	if r.c.shimsByInit {
		changed = r.install("--shims")
	} else {
		changed = r.install()
		r.command(r.toktee, "shims", "install")
		r.agent = true // "toktee agent" starts it
	}
	// Codex runs a login shell, which forgets the PATH, until it has read the user's profile: a moment, which models
	// take to think.
	calls := []fakemodel.Call{r.c.shell("sleep 2"), r.c.shell(redCommand), r.c.shell(rawCommand)}
	for _, command := range refusedCommands {
		calls = append(calls, r.c.shell(command))
	}
	calls = append(calls, r.c.shell(hiddenCommand))
	got := r.play("shims", calls)
	r.uninstall(changed)
	r.enter("shim", sampleNamed(r.t, "red"), r.c.shim, before[redAt], got[1])
	if !strings.Contains(got[2].Text, rawCounts) {
		r.t.Errorf("shims: a pipe and two files didn't get what the tests printed:\n%s", excerpt(got[2].Text))
	}
	// Hooks don't reach code mode, so the gateway's test has the line.
	if hidden := got[len(got)-1].Text; strings.Contains(hidden, hiddenSays) == (r.c.name == "codex-code") {
		r.t.Errorf("shims: of a failure before a pipe, the model gets:\n%s", excerpt(hidden))
	}
}

// checkKept compares what "toktee show" has of a result with what the command printed, or the tool answered.
func (r *run) checkKept(sm sample, raw, got fakemodel.Result) {
	id := kept(got)
	if id == "" {
		return
	}
	shown := r.command(r.toktee, "show", id)
	want := []string{sm.hides, strings.TrimSpace(sm.prints)}
	if _, given, ok := strings.Cut(raw.Text, "\nOutput:\n"+codexCut); ok { // hooks get what Codex has cut
		want = strings.Split(given, "\n")[1:]
	} else if sm.hides == "" && !cut(raw.Text) {
		want = append(want, strings.Split(steady(raw.Text), "\n")...)
	}
	for _, text := range want {
		if !strings.Contains(steady(shown), text) {
			r.t.Errorf("%s: toktee show %s has no\n%s\nbut\n%s", sm.name, id, excerpt(text), excerpt(shown))
			return
		}
	}
	if len(shown) <= len(got.Text) {
		r.t.Errorf("%s: %d bytes in place of %d", sm.name, len(got.Text), len(shown))
	}
}
