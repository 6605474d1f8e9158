package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/agent"
	"github.com/toktee/toktee/agent/abort"
	"github.com/toktee/toktee/agent/session"
	"github.com/toktee/toktee/agent/session/sessiontest"
	"github.com/toktee/toktee/result"
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

var providerNames = []string{"anthropic", "openaichat", "openairesponses"}

// place is where a run works.
type place struct{ dir, session string }

func newPlace(t *testing.T) place {
	tmp := t.TempDir()
	return place{filepath.Join(tmp, "work"), filepath.Join(tmp, "session.jsonl")}
}

func (p place) args(more ...string) []string {
	return append([]string{"-dir", p.dir, "-session", p.session}, more...)
}

// items are the log's, which must be undamaged and fit for every provider.
func (p place) items(t *testing.T) []session.Item {
	t.Helper()
	tr, err := session.Load(p.session)
	if err != nil || tr.Damaged > 0 {
		t.Fatalf("reading the session: %v, %d damaged", err, tr.Damaged)
	}
	v := session.NewView(tr.Items, nil)
	for format, messages := range map[sessiontest.Format]any{
		sessiontest.Anthropic: v.Anthropic(nil), sessiontest.Chat: v.Chat(nil), sessiontest.Responses: v.Responses(),
	} {
		body, err := json.Marshal(messages)
		if err != nil {
			t.Fatal(err)
		}
		if broken, err := sessiontest.Validate(format, body); err != nil || len(broken) > 0 {
			t.Errorf("%s: %v %v", format, err, broken)
		}
	}
	return tr.Items
}

// runWith runs the program within the test, with an empty environment.
func runWith(ctx context.Context, stdout, stderr io.Writer, args ...string) error {
	p := program{env: func(string) string { return "" }, stdout: stdout, stderr: stderr}
	return p.run(ctx, args)
}

// The whole task, for each provider: the file is mended, and the session is the same but for times.
func TestMend(t *testing.T) {
	const golden = "testdata/session.jsonl"
	for _, name := range providerNames {
		t.Run(name, func(t *testing.T) {
			p := newPlace(t)
			var out, errs bytes.Buffer
			if err := runWith(t.Context(), &out, &errs, p.args("-provider", name)...); err != nil {
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
				copyFile(t, golden, p.session)
			}
			want, err := session.Load(golden)
			if err != nil {
				t.Fatal(err)
			}
			wantView, view := session.NewView(want.Items, nil), session.NewView(items, nil)
			if d := cmp.Diff(wantView.Chat(nil), view.Chat(nil)); d != "" {
				t.Errorf("the conversation (-want +got):\n%s", d)
			}
			if d := cmp.Diff(kinds(want.Items), kinds(items)); d != "" {
				t.Errorf("the log (-want +got):\n%s", d)
			}
		})
	}
}

func copyFile(t *testing.T, to, from string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, text, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// kinds are the items in short: turn, kind and stop reason.
func kinds(items []session.Item) []string {
	var out []string
	for _, it := range items {
		out = append(out, fmt.Sprint(it.Turn, " ", it.Kind, " ", it.Stop))
	}
	return out
}

func TestUsage(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"-task fly", "unknown task \"fly\": want count or fix or wait"},
		{"-provider x", "unknown provider \"x\""},
		{"now", "unknown argument \"now\""},
		{"-live", "ANTHROPIC_API_KEY"},
		{"-live -provider openaichat", "OPENAI_API_KEY"},
	} {
		var out, errs bytes.Buffer
		err := runWith(t.Context(), &out, &errs, newPlace(t).args(strings.Fields(c.args)...)...)
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
		err := runWith(t.Context(), &out, &errs, strings.Fields(args)...)
		help := args == "-help"
		if help != (err == nil) || help != strings.Contains(out.String(), "-provider") || errs.Len() > 0 {
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
		time.Sleep(2 * time.Second) // the commands have printed
		if _, err := abort.Request(p.dir, abort.All, "the plan\nhas changed"); err != nil {
			t.Error(err)
		}
		waitFor(pr, "no such line")
	}()
	var errs bytes.Buffer
	err = runWith(t.Context(), pw, &errs, p.args("-task", "wait")...)
	var asked *abort.AbortError
	if !errors.As(err, &asked) || !errors.Is(err, result.ErrAborted) || agent.ExitCode(err) != 2 {
		t.Errorf("error %v, exit code %d", err, agent.ExitCode(err))
	}
	checkStopped(t, p, session.StopAborted, "the plan has changed")
	if err := runWith(t.Context(), &errs, &errs, p.args("-task", "fix")...); err != nil {
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
	for _, want := range []string{
		reason, "1 tool call completed before the abort: exec.", "2 tool calls were interrupted: exec.",
	} {
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
