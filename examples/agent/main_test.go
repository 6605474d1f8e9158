package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/abort"
	"github.com/toktee/toktee/agent"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/session"
)

var update = flag.Bool("update", false, "write testdata/session.jsonl")

// asProgram makes the test's binary the program.
const asProgram = "TOKTEE_TEST_EXAMPLE"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	os.Exit(m.Run())
}

// place is where a run works.
type place struct{ dir, session string }

func newPlace(t *testing.T) place {
	tmp := t.TempDir()
	return place{filepath.Join(tmp, "work"), filepath.Join(tmp, "session.jsonl")}
}

func (p place) args(more ...string) []string {
	return append([]string{"-dir", p.dir, "-session", p.session}, more...)
}

func (p place) items(t *testing.T) []session.Item {
	t.Helper()
	tr, err := session.Load(p.session)
	if err != nil || tr.Damaged > 0 {
		t.Fatalf("reading the session: %v, %d damaged", err, tr.Damaged)
	}
	v := session.NewView(tr.Items, nil)
	for format, messages := range map[session.Provider]any{session.Anthropic: v.Anthropic(), session.Chat: v.Chat(nil), session.Responses: v.Responses()} {
		body, err := json.Marshal(messages)
		if err != nil {
			t.Fatal(err)
		}
		if broken, err := session.Validate(format, body); err != nil || len(broken) > 0 {
			t.Errorf("%s: %v %v", format, err, broken)
		}
	}
	return tr.Items
}

func noEnv(string) string { return "" }

// The whole task, for each provider: the file is mended, and the session is the same but for times.
func TestMend(t *testing.T) {
	const golden = "testdata/session.jsonl"
	for name := range providers {
		t.Run(name, func(t *testing.T) {
			p := newPlace(t)
			var out, errs bytes.Buffer
			if err := run(t.Context(), nil, p.args("-provider", name), noEnv, &out, &errs); err != nil {
				t.Fatalf("%v\n%s%s", err, out.String(), errs.String())
			}
			text, err := os.ReadFile(filepath.Join(p.dir, "sum.sh"))
			if err != nil || !strings.Contains(string(text), "$1 + $2") {
				t.Errorf("sum.sh is %q, error %v", text, err)
			}
			for _, want := range []string{"* exec {", "65% saved", "= stop after 5 steps"} {
				if !strings.Contains(out.String(), want) {
					t.Errorf("the output lacks %q:\n%s", want, out.String())
				}
			}
			items := p.items(t)
			if *update && name == "anthropic" {
				src, err := os.ReadFile(p.session)
				if err == nil {
					err = os.WriteFile(golden, src, 0o644)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			want, err := session.Load(golden)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(session.NewView(want.Items, nil).Chat(nil), session.NewView(items, nil).Chat(nil)); d != "" {
				t.Errorf("the conversation (-want +got):\n%s", d)
			}
			if d := cmp.Diff(kinds(want.Items), kinds(items)); d != "" {
				t.Errorf("the log (-want +got):\n%s", d)
			}
		})
	}
}

func kinds(items []session.Item) []string {
	var out []string
	for _, it := range items {
		out = append(out, fmt.Sprint(it.Turn, " ", it.Kind, " ", it.Stop))
	}
	return out
}

func TestUsage(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"-task fly", "unknown task \"fly\": want count or mend or wait"},
		{"-provider x", "unknown provider \"x\""},
		{"now", "unknown argument \"now\""},
		{"-live", "ANTHROPIC_API_KEY"},
		{"-live -provider openaichat", "OPENAI_API_KEY"},
	} {
		var out, errs bytes.Buffer
		err := run(t.Context(), nil, newPlace(t).args(strings.Fields(c.args)...), noEnv, &out, &errs)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %s", c.args, err, c.want)
		}
	}
}

// What can't start leaves no folder behind, a wrong flag is one line, and help is no error.
func TestWrongStart(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	for _, args := range []string{"-task fly", "-provider x", "-live", "-fly", "-help"} {
		var out, errs bytes.Buffer
		err := run(t.Context(), nil, strings.Fields(args), noEnv, &out, &errs)
		if help := args == "-help"; help != (err == nil) || help != strings.Contains(out.String(), "-provider") || errs.Len() > 0 {
			t.Errorf("%s: error %v, prints %q and %q", args, err, out.String(), errs.String())
		}
		if left, _ := os.ReadDir(tmp); len(left) > 0 {
			t.Fatalf("%s: leaves %v", args, left)
		}
	}
}

// A request to stop ends the run with its reason, and the next run tells the model.
func TestAbortRequest(t *testing.T) {
	p := newPlace(t)
	pr, pw, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer pr.Close()
	go func() {
		defer pw.Close()
		waitFor(pr, "deaf")
		time.Sleep(300 * time.Millisecond) // the commands have printed
		if _, err := abort.Request(p.dir, abort.All, "the plan\nhas changed"); err != nil {
			t.Error(err)
		}
		waitFor(pr, "no such line")
	}()
	var errs bytes.Buffer
	err = run(t.Context(), nil, p.args("-task", "wait"), noEnv, pw, &errs)
	var asked *abort.AbortError
	if !errors.As(err, &asked) || !errors.Is(err, result.ErrAborted) || agent.ExitCode(err) != 2 {
		t.Errorf("error %v, exit code %d", err, agent.ExitCode(err))
	}
	checkStopped(t, p, session.StopAborted, "the plan has changed")
	if err := run(t.Context(), nil, p.args("-task", "mend"), noEnv, &errs, &errs); err != nil {
		t.Errorf("the next run: %v\n%s", err, errs.String())
	}
	p.items(t)
}

// waitFor reads lines until one holds text.
func waitFor(r *os.File, text string) {
	s := bufio.NewScanner(r)
	s.Buffer(nil, 1<<20)
	for s.Scan() && !strings.Contains(s.Text(), text) {
	}
}

// checkStopped checks the log of a run of task wait that was stopped in its second step.
func checkStopped(t *testing.T, p place, stop session.StopReason, reason string) {
	t.Helper()
	items := p.items(t)
	n := len(items)
	if n < 2 || items[n-1].Stop != stop || items[n-2].Kind != session.KindMarker {
		t.Fatalf("the log doesn't end with a marker and its end: %v", kinds(items))
	}
	for _, want := range []string{reason, "1 tool call completed before the abort: exec.", "2 tool calls were interrupted: exec."} {
		if !strings.Contains(items[n-2].Text, want) {
			t.Errorf("marker %q lacks %q", items[n-2].Text, want)
		}
	}
	var texts []string
	for _, it := range items {
		if it.Kind == session.KindResult {
			texts = append(texts, it.Result.Tool.LLMContent())
		}
	}
	for _, want := range []string{"started", "waiting", "deaf"} {
		if !strings.Contains(strings.Join(texts, "\n"), want) {
			t.Errorf("results %q lack %q", texts, want)
		}
	}
}

// program starts the program, and waits until its output holds text.
func program(t *testing.T, p place, text string, args ...string) (*exec.Cmd, *os.File) {
	t.Helper()
	cmd := exec.Command(os.Args[0], p.args(args...)...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	pr, pw, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pr.Close() })
	cmd.Stdout = pw
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	pw.Close()
	if text != "" {
		waitFor(pr, text)
	}
	return cmd, pr
}

// The first signal stops the run and saves it, with the signal's exit code; the second one exits at once.
func TestSignals(t *testing.T) {
	for _, c := range []struct {
		name string
		sig  syscall.Signal
		code int
		two  bool
	}{
		{"SIGINT", syscall.SIGINT, 130, false},
		{"SIGTERM", syscall.SIGTERM, 143, false},
		{"SIGINT twice", syscall.SIGINT, 130, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPlace(t)
			cmd, _ := program(t, p, "trap", "-task", "wait")
			time.Sleep(500 * time.Millisecond) // the commands have printed
			at := time.Now()
			cmd.Process.Signal(c.sig)
			if c.two {
				time.Sleep(100 * time.Millisecond)
				cmd.Process.Signal(c.sig)
			}
			err := cmd.Wait()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != c.code {
				t.Errorf("the program ended with %v, want exit code %d", err, c.code)
			}
			took := time.Since(at)
			t.Logf("it took %v", took)
			if took > 5*time.Second {
				t.Errorf("it took %v", took)
			}
			if !c.two {
				checkStopped(t, p, session.StopAborted, "stopped by "+c.name)
				return
			}
			p.items(t) // whatever it holds, it can be sent
		})
	}
}

// A run that is killed at any moment has every call on disk that was told to have ended, and its session goes on.
// TOKTEE_TEST_KILLS says how often; the default is 50.
func TestKill(t *testing.T) {
	n := 50
	if s := os.Getenv("TOKTEE_TEST_KILLS"); s != "" {
		var err error
		if n, err = strconv.Atoi(s); err != nil {
			t.Fatal(err)
		}
	}
	ended := 0
	for i := range n {
		p := newPlace(t)
		cmd, out := program(t, p, "step_started", "-task", "count", "-events", "-provider", []string{"anthropic", "openaichat", "openairesponses"}[i%3])
		told := make(chan []string)
		go func() {
			var ids []string
			s := bufio.NewScanner(out)
			s.Buffer(nil, 1<<20)
			for s.Scan() {
				var e struct {
					Event string
					Call  struct{ ID string }
				}
				if json.Unmarshal(s.Bytes(), &e) == nil && e.Event == "call_ended" {
					ids = append(ids, e.Call.ID)
				}
			}
			told <- ids
		}()
		time.Sleep(time.Duration(rand.IntN(300_000)) * time.Microsecond)
		cmd.Process.Kill()
		cmd.Wait()
		ids := <-told
		ended += len(ids)
		has := map[string]bool{}
		for _, it := range p.items(t) {
			if it.Kind == session.KindResult {
				has[it.Result.CallID] = true
			}
		}
		for _, id := range ids {
			if !has[id] {
				t.Errorf("run %d: %s was told to have ended and isn't in the log", i, id)
			}
		}
		if i%5 != 0 {
			continue
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		var errs bytes.Buffer
		if err := run(ctx, nil, p.args("-task", "mend"), noEnv, &errs, &errs); err != nil {
			t.Errorf("run %d: the next run: %v\n%s", i, err, errs.String())
		}
		cancel()
		p.items(t)
	}
	t.Logf("%d kills, %d calls had ended", n, ended)
	if ended == 0 {
		t.Error("no call had ended before a kill")
	}
}
