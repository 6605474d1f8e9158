package agent_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/toktee/toktee/agent"
	"github.com/toktee/toktee/agent/abort"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/agent/session"
	"github.com/toktee/toktee/agent/tool"
	"github.com/toktee/toktee/result"
)

// aborting is an answer that writes a file, aborts, and writes another one. The arguments of abort have %s for an id.
func aborting(arguments string) model.Response {
	all := calls("exec", `{"command":"echo x >before; sleep 100"}`)
	for _, c := range []model.Response{calls("abort", arguments), calls("write", `{"path":"after","content":"x"}`)} {
		all.Items = append(all.Items, c.Items...)
	}
	return all
}

// A model that calls abort ends its run with the reason, at once: nothing is called after it, neither a tool of the
// same answer nor the model. What ran is interrupted.
func TestModelAborts(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	elsewhere := abort.Begin(abort.Options{Dir: t.TempDir()})
	defer elsewhere.End()
	for _, tt := range []struct {
		name      string
		arguments string
		spoil     bool // no request can be written
		goesOn    bool
	}{
		{"its run", `{"reason":"the branch\nis gone"}`, false, false},
		{"all", `{"reason":"the branch is gone","all":true}`, false, false},
		{"its run by id", `{"reason":"the branch is gone","run":"OWN"}`, false, false},
		{"its run, but the request can't be written", `{"reason":"the branch is gone"}`, true, false},
		{"another run", fmt.Sprintf(`{"reason":"the branch is gone","run":%q}`, elsewhere.ID()), false, true},
		{"without a reason", `{}`, false, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			run := abort.Begin(abort.Options{Dir: dir})
			defer run.End()
			if tt.spoil {
				if err := os.WriteFile(filepath.Join(dir, ".toktee"), nil, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			answer := aborting(strings.ReplaceAll(tt.arguments, "OWN", run.ID()))
			if tt.goesOn {
				answer.Items = answer.Items[1:] // without the command that takes long
			}
			b, p := toolBench(t, dir, []string{abort.Variable + "=" + run.ID()}, answer, says("done"))
			states, err := b.Run(t.Context(), "go")
			_, after := os.Stat(filepath.Join(dir, "after"))
			if tt.goesOn {
				if err != nil || p.next != 2 || after != nil {
					t.Errorf("error %v after %d requests, the file: %v; want a run to its end", err, p.next, after)
				}
				return
			}
			checkAborted(t, b, states, err, session.StopAborted)
			var asked *abort.AbortError
			var stop *agent.StopError
			if !errors.As(err, &asked) || !errors.As(err, &stop) || stop.Reason != "the branch is gone" {
				t.Errorf("error %v, want one with the reason", err)
			}
			if code := agent.ExitCode(err); code != 2 || p.next != 1 || after == nil {
				t.Errorf("exit code %d, %d requests, a later call was made: %v", code, p.next, after == nil)
			}
			got := find[agent.Aborted](t, b)[0]
			// The command beside it may not have begun yet.
			n := got.InvocationCounts
			if len(got.Completed) != 1 || got.Completed[0].Tool != "abort" || n.PartialInvocationCount != 1 ||
				n.NotRunCount < 1 || n.InterruptedCount+n.NotRunCount != 2 {
				t.Errorf("%+v; want abort as completed, and of the others the later one not run", got)
			}
			for _, r := range resultsOf(b.items(t)) {
				if failed := r.Failed(); r.ToolName() == "abort" && failed != tt.spoil {
					t.Errorf("the result of abort is an error: %v, %q", failed, r.LLMContent())
				}
			}
		})
	}
}

// toolBench is an agent with the built-in tools, whose model plays the answers.
func toolBench(t *testing.T, dir string, env []string, answers ...model.Response) (*bench, *script) {
	t.Helper()
	tools, err := tool.New(tool.Options{Root: dir, Env: append(os.Environ(), env...)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tools.Close() })
	p := &script{answers: answers}
	return newBench(t, p, nil, tools.Tools()...), p
}

// An agent needs no run of package abort for it: the loop is the run. A huge reason is cut in what is kept.
func TestModelAbortsLoopAlone(t *testing.T) {
	dir := t.TempDir()
	reason, err := json.Marshal(map[string]string{"reason": strings.Repeat("\x1b[31mno\n", 1<<15)})
	if err != nil {
		t.Fatal(err)
	}
	b, p := toolBench(t, dir, []string{abort.Variable + "="}, calls("abort", string(reason)), says("done"))
	at := time.Now()
	states, err := b.Run(t.Context(), "go")
	checkAborted(t, b, states, err, session.StopAborted)
	said := err.Error()
	if !errors.Is(err, result.ErrAborted) || len(said) > 5000 || strings.Contains(said, "\x1b") || p.next != 1 {
		t.Errorf("error %.80q of %d bytes after %d requests", said, len(said), p.next)
	}
	if time.Since(at) > 30*time.Second {
		t.Errorf("it took %v", time.Since(at))
	}
	for _, it := range b.items(t) {
		if it.Kind == session.KindMarker && len(it.Text) > 6000 {
			t.Errorf("a marker of %d bytes", len(it.Text))
		}
	}
	if _, err := os.Stat(filepath.Join(dir, ".toktee")); err == nil {
		t.Error("a request was written, to a run that isn't there")
	}
	if _, err := b.Run(t.Context(), "again"); err != nil { // the stop was for one run
		t.Errorf("the next run: %v", err)
	}
}
