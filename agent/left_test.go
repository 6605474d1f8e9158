package agent_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/toktee/toktee/agent"
	"github.com/toktee/toktee/agent/session"
	"github.com/toktee/toktee/agent/tool"
	"github.com/toktee/toktee/internal/testing/wiretest"
	"github.com/toktee/toktee/result"
)

// A tool that can't be cancelled is named in a warning, has the time for cleaning up, and is left behind in the end.
func TestAbortWaitsForTools(t *testing.T) {
	for _, c := range []struct {
		name    string
		returns bool
		state   agent.CallState
		marker  string
		warns   []string
	}{
		{
			"returns in time", true, agent.CallCompleted, "1 tool call completed before the abort: deaf.",
			[]string{"deaf can't be cancelled", "waiting up to"},
		}, {
			"doesn't", false, agent.CallLeft, "1 tool call was interrupted: deaf.",
			[]string{"deaf can't be cancelled", "waiting up to", "may still be running"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			gate, over := make(chan struct{}), make(chan struct{})
			deaf := deafTool(func() {
				defer close(over)
				cancel(errEnough)
				if c.returns {
					time.Sleep(50 * time.Millisecond)
				} else {
					<-gate
				}
			})
			limit := 300 * time.Millisecond
			if c.returns {
				limit = 10 * time.Second
			}
			s := play(t, calling("deaf"), wiretest.Turn{Text: "ok"})
			b := benchOn(t, s, wiretest.Anthropic, func(cfg *agent.Config) { cfg.CleanUp = limit }, deaf)
			states, err := b.Run(ctx, "go")
			checkAborted(t, b, states, err, session.StopAborted)
			e := find[agent.Aborted](t, b)[0]
			if all := append(e.Completed, e.Interrupted...); len(all) != 1 || all[0].State != c.state {
				t.Errorf("invocations %+v, want one %s", all, c.state)
			}
			items := b.items(t)
			if m := items[len(items)-2].Text; !strings.Contains(m, c.marker) {
				t.Errorf("marker %q, want %q in it", m, c.marker)
			}
			checkWarnings(t, b, c.warns)
			close(gate)
			<-over
			if _, err := b.Run(t.Context(), "what now?"); err != nil {
				t.Fatal(err)
			}
			awaitResult(t, b) // a late result gets into the log by itself
			valid(t, b.items(t))
		})
	}
}

// deafTool is a tool that can't be cancelled.
func deafTool(run func()) tool.Tool {
	return tool.Tool{Name: "deaf", Run: func(context.Context, json.RawMessage) (result.ToolResult, error) {
		run()
		return result.Simple("deaf", "wrote it all", 3), nil
	}}
}

// checkWarnings checks that there are as many warnings, and that each contains its text.
func checkWarnings(t *testing.T, b *bench, want []string) {
	t.Helper()
	warnings := find[agent.Warning](t, b)
	if len(warnings) != len(want) {
		t.Fatalf("warnings %+v, want %d", warnings, len(want))
	}
	for i, w := range warnings {
		if !strings.Contains(w.Text, want[i]) {
			t.Errorf("warning %q, want %q in it", w.Text, want[i])
		}
	}
}

// awaitResult waits until the log has the one result.
func awaitResult(t *testing.T, b *bench) {
	t.Helper()
	for range 100 {
		if len(resultsOf(b.items(t))) == 1 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("the late result isn't in the log")
}

// A tool that was left behind and returns while the front end takes the last event sends no event after it.
func TestLastEventIsLast(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	gate := make(chan struct{})
	deaf := deafTool(func() {
		cancel(errEnough)
		<-gate
	})
	s := play(t, calling("deaf"))
	b := benchOn(t, s, wiretest.Anthropic, func(c *agent.Config) { c.CleanUp = 10 * time.Millisecond }, deaf)
	logged := func() bool { return len(resultsOf(b.items(t))) == 1 }
	b.hook = func(e agent.Event) {
		if _, last := e.(agent.TurnEnded); !last {
			return
		}
		close(gate)
		for !logged() {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(20 * time.Millisecond) // it is about to send its event
	}
	if _, err := b.Run(ctx, "go"); err == nil {
		t.Fatal("the run wasn't stopped")
	}
	time.Sleep(20 * time.Millisecond)
	if kinds := b.kinds(t); kinds[len(kinds)-1] != "turn_ended" {
		t.Errorf("events %v; want turn_ended to be the last", kinds)
	}
}
