package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/toktee/toktee/agent"
	"github.com/toktee/toktee/agent/session"
	"github.com/toktee/toktee/agent/tool"
	"github.com/toktee/toktee/internal/testing/wiretest"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// A result that no log can hold is the tool's failure. The run goes on, and the model learns that the tool has run.
func TestResultTooLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("half a minute with the race detector; .ci/run tests it without -short")
	}
	large := strings.Repeat("x", session.MaxRecord)
	printing := tool.NewRunner(tool.Options{}).Make(tool.Tool{Name: "large", Cancellable: true},
		func(_ context.Context, _ json.RawMessage, out io.Writer) error {
			_, err := io.WriteString(out, large)
			return err
		})
	returning := func(text string, err error) tool.Tool {
		return cancellable("large", func() (result.ToolResult, error) { return result.Simple("large", text, 1), err })
	}
	for name, tt := range map[string]tool.Tool{
		"a text": returning(large, nil), "an error": returning("", errors.New(large)), "what it prints": printing,
	} {
		t.Run(name, func(t *testing.T) {
			s := play(t, calling("large"), wiretest.Turn{Text: "ok"})
			b := benchOn(t, s, wiretest.Chat, nil, tt)
			if _, err := b.Run(t.Context(), "go"); err != nil {
				t.Fatalf("the run ended: %v", err)
			}
			r := find[agent.CallEnded](t, b)[0].Result
			want := regexp.MustCompile(`^large has run, but its result can't be kept: the record is too large: ` +
				`it has \d+ bytes, want less than 67108864$`)
			if text := r.LLMContent(); !r.Failed() || !want.MatchString(text) {
				t.Errorf("result %.200q of %d bytes, error %.200v; want one that says so", text, len(text), r.Error())
			}
			valid(t, b.items(t))
		})
	}
}

// An output that is summarised may be of any size: it is recorded on disk, and the model gets the short text.
func TestResultSpooled(t *testing.T) {
	if testing.Short() {
		t.Skip("half a minute with the race detector; .ci/run tests it without -short")
	}
	r := tool.NewRunner(tool.Options{Summarize: summarize.Config{Enabled: true}})
	large := r.Make(tool.Tool{Name: "large", Cancellable: true},
		func(_ context.Context, _ json.RawMessage, out io.Writer) error {
			line := strings.Repeat("one more word ", 100) + "\n"
			_, err := io.WriteString(out, strings.Repeat(line, session.MaxRecord/len(line)+1))
			return err
		})
	s := play(t, calling("large"), wiretest.Turn{Text: "ok"})
	b := benchOn(t, s, wiretest.Chat, nil, large)
	if _, err := b.Run(t.Context(), "go"); err != nil {
		t.Fatalf("the run ended: %v", err)
	}
	got := find[agent.CallEnded](t, b)[0].Result
	if got.Failed() || len(got.LLMContent()) > 1<<16 || got.Payload().Bytes < session.MaxRecord {
		t.Errorf("text %.200q, error %v, %d bytes in all", got.LLMContent(), got.Error(), got.Payload().Bytes)
	}
}

// Calls that did nothing, since they were wrong, aren't said to have completed, whether the loop or the tool refused
// them.
func TestAbortAfterRefusedCalls(t *testing.T) {
	var calls atomic.Int32
	ctx, cancel := context.WithCancelCause(t.Context())
	picky := cancellable("picky", func() (result.ToolResult, error) {
		return result.Failure("picky", result.ToolError{Kind: result.KindInput, Message: "0 matches"}, "", nil), nil
	})
	s := play(t, wiretest.Turn{Calls: []wiretest.Call{
		{Name: "nosuch"}, {Name: "a", Arguments: `{"m":1}`}, {Name: "picky"}, {Name: "a", Arguments: `{"n":1}`},
	}}, wiretest.Turn{Text: "never said"})
	b := benchOn(t, s, wiretest.Chat, nil, answering("a", &calls), picky)
	b.hook = func(e agent.Event) {
		if _, ok := e.(agent.StepEnded); ok {
			cancel(errEnough)
		}
	}
	states, err := b.Run(ctx, "go")
	if err == nil || states[len(states)-1].Stop != session.StopAborted {
		t.Fatalf("states %+v, error %v; want an abort", states, err)
	}
	e := find[agent.Aborted](t, b)[0]
	if got := toolsOf(e.Completed); !slices.Equal(got, []string{"a"}) {
		t.Errorf("completed %q, want a", got)
	}
	if got := toolsOf(e.Refused); !slices.Equal(got, []string{"nosuch", "a", "picky"}) {
		t.Errorf("refused %q, want nosuch, a and picky", got)
	}
	if want := (session.InvocationCounts{PartialInvocationCount: 1}); e.InvocationCounts != want {
		t.Errorf("counts %+v, want %+v", e.InvocationCounts, want)
	}
	items := b.items(t)
	marker := items[len(items)-2].Text
	want := session.TurnAborted{Stop: session.StopAborted, Reason: e.Reason, Completed: []string{"a"}}.Marker()
	if marker != want {
		t.Errorf("marker %q; want %q", marker, want)
	}
}
