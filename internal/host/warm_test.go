package host_test

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// What is done ahead keeps nothing, says what is wrong once, and changes no text.
func TestWarm(t *testing.T) {
	req := summarize.Request{
		Tool: "Bash", Command: "make", Stdout: []byte(strings.Repeat("cc -c a.c\n", 900) + "make: *** [all] Error 1\n"),
		Status: result.Status{Known: true, Code: 2},
	}
	text := func(e *env, ahead bool) (string, []string) {
		h, warnings := e.open(t, nil)
		if ahead {
			h.Warm()
			if kept, _, err := h.Store().List(0); err == nil && len(kept) > 0 {
				t.Errorf("kept ahead of any output: %+v", kept)
			}
		}
		r, err := h.Deliver(t.Context(), h.Config(), req)
		if err != nil {
			t.Fatal(err)
		}
		return strings.ReplaceAll(r.LLMContent(), r.ID(), "ID"), *warnings
	}
	want, _ := text(newEnv(t), false)
	if got, warnings := text(newEnv(t), true); got != want || len(warnings) > 0 {
		t.Errorf("the text is\n%s\nwant\n%s\nwarnings %q", got, want, warnings)
	}
	broken := newEnv(t)
	broken.vars["TOKTEE_STORE"] = "/dev/null/store"
	if _, warnings := text(broken, true); len(warnings) != 1 {
		t.Errorf("of a store that can't be made, the warnings are %q; want one", warnings)
	}
	host.Library(nil).Warm()
}

// It may be done while an output is delivered.
func TestWarmBeside(t *testing.T) {
	h, warnings := newEnv(t).open(t, nil)
	done := make(chan bool)
	go func() {
		defer close(done)
		h.Warm()
	}()
	r, err := h.Deliver(t.Context(), h.Config(), summarize.Request{Tool: "Bash", Command: "true"})
	<-done
	if err != nil || r.ID() == "" || len(*warnings) > 0 {
		t.Errorf("result %q, error %v, warnings %q", r.ID(), err, *warnings)
	}
}
