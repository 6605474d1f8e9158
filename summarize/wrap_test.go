package summarize_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// kept remembers the last output that Wrap handed out to be kept.
type kept struct {
	result result.ToolResult
	output string
	err    error
}

func (k *kept) keep(r result.ToolResult, output string) error {
	k.result, k.output = r, output
	return k.err
}

func printsLong(context.Context, json.RawMessage) (string, error) { return long, nil }

func TestWrap(t *testing.T) {
	args := json.RawMessage(`{"command":"make"}`)
	k := &kept{}
	off := on
	off.Tools = map[string]summarize.ToolConfig{"x": {Disabled: true}}
	for name, cfg := range map[string]summarize.Config{"the zero config": {}, "one that disables it": off} {
		if got, err := summarize.Wrap("x", cfg, printsLong, k.keep)(t.Context(), nil); got != long || err != nil {
			t.Errorf("%s changed %d bytes to %d, %v", name, len(long), len(got), err)
		}
		if k.output != "" {
			t.Errorf("%s kept an output", name)
		}
	}
	got, err := summarize.Wrap("x", on, printsLong, k.keep)(t.Context(), args)
	if err != nil || len(got) >= len(long) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if k.output != long || k.result.LLMContent() != got {
		t.Errorf("kept %d bytes of %d, with another text: %v", len(k.output), len(long), k.result.LLMContent() != got)
	}
}

// TestWrapNeedsAWayBack holds that no line is left out unless the whole output is kept.
func TestWrapNeedsAWayBack(t *testing.T) {
	full := &kept{err: errors.New("disk full")}
	for name, keep := range map[string]summarize.Keep{"nothing keeps it": nil, "it can't be kept": full.keep} {
		got, err := summarize.Wrap("x", on, printsLong, keep)(t.Context(), nil)
		if got != long || err != nil {
			t.Errorf("%s: %d bytes of %d, %v", name, len(got), len(long), err)
		}
	}
	got, err := summarize.Wrap("x", summarize.Config{Enabled: true, Budget: 1}, printsLong, nil)(t.Context(), nil)
	if got != long || err == nil {
		t.Errorf("with a bad budget: %d bytes of %d, %v", len(got), len(long), err)
	}
}

func TestWrapHandsErrorsOn(t *testing.T) {
	boom := errors.New("boom")
	k := &kept{}
	fails := func(context.Context, json.RawMessage) (string, error) { return "so far", boom }
	text, err := summarize.Wrap("x", on, fails, k.keep)(t.Context(), nil)
	if !errors.Is(err, boom) || !strings.Contains(text, "so far") {
		t.Errorf("%q, %v", text, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	text, err = summarize.Wrap("x", on, func(ctx context.Context, _ json.RawMessage) (string, error) {
		cancel()
		return "partial", ctx.Err()
	}, k.keep)(ctx, nil)
	if !errors.Is(err, context.Canceled) || !errors.Is(k.result.Error(), result.ErrAborted) {
		t.Errorf("%v, %v", k.result.Error(), err)
	}
	if !strings.Contains(text, "partial") {
		t.Errorf("the output is lost: %q", text)
	}
}

// TestWrapStopsPanics holds that a crash of what the caller handed in ends no more than its own work: a tool that
// crashes has failed, and an output whose keeping crashed isn't there to be asked for.
func TestWrapStopsPanics(t *testing.T) {
	k := &kept{}
	for name, crash := range map[string]func(){
		"panic: boom":    func() { panic("boom") },
		"runtime.Goexit": runtime.Goexit,
	} {
		crashes := func(context.Context, json.RawMessage) (string, error) { crash(); return "", nil }
		text, err := summarize.Wrap("x", on, crashes, k.keep)(t.Context(), nil)
		if err == nil || err.Error() != name || text != "failed, no output" || !k.result.Failed() {
			t.Errorf("%s: %q, %v, failed %v", name, text, err, k.result.Failed())
		}
		loses := func(result.ToolResult, string) error { crash(); return nil }
		text, err = summarize.Wrap("x", on, printsLong, loses)(t.Context(), nil)
		if text != long || err != nil {
			t.Errorf("%s while it is kept: %d bytes of %d, %v", name, len(text), len(long), err)
		}
	}
}

func TestWrappedErrorIsNoExitCode(t *testing.T) {
	boom := errors.New("boom")
	fails := func(context.Context, json.RawMessage) (string, error) { return "", boom }
	for _, tool := range []string{"Grep", "fetch"} {
		k := &kept{}
		text, err := summarize.Wrap(tool, on, fails, k.keep)(t.Context(), nil)
		if !errors.Is(err, boom) || k.result.Passed() {
			t.Errorf("%s: success %v, error %v", tool, k.result.Passed(), err)
		}
		if _, known := k.result.ExitCode(); known || strings.Contains(text, "exit") {
			t.Errorf("%s: an exit code is made up: %q", tool, text)
		}
	}
}

// A tool of an agent library prints 300 lines. Its output is kept, and the model is shown how to ask for the rest.
func ExampleWrap() {
	deploy := func(context.Context, json.RawMessage) (string, error) {
		var b strings.Builder
		for i := range 300 {
			fmt.Fprintf(&b, "copied asset number %d of this release to the bucket\n", i)
		}
		return b.String() + "error: no route to db-2\n", nil
	}
	cfg := summarize.Config{Enabled: true, Budget: 60}
	cfg.Recovery = func(id string, lines int) string {
		return fmt.Sprintf("… %d lines left out: call output(%q)", lines, id)
	}
	outputs := map[string]string{}
	keep := func(r result.ToolResult, output string) error {
		outputs[r.ID()] = output
		return nil
	}

	text, err := summarize.Wrap("deploy", cfg, deploy, keep)(context.Background(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(text)
	// Output:
	// copied asset number 0 of this release to the bucket
	// … the same line 298 more times, with other numbers
	// … 1 line
	// error: no route to db-2
	// … 299 lines left out: call output("869092121549")
}
