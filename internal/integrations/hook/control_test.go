package hook_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/measure/experiment/assign"
)

// TestControl: in experiment t, session "left" gets nothing of a hook, whatever the event, and "right" all
// that it would get without an experiment.
func TestControl(t *testing.T) {
	for _, tt := range []struct {
		session string
		passes  bool
	}{{"left", true}, {"right", false}} {
		r := newRig(t, "claude")
		e := assign.Experiment{Name: "t", Share: 0.5, Effect: 0.1, Started: time.Unix(1, 0)}
		if err := assign.Start(filepath.Join(r.home, "store"), e); err != nil {
			t.Fatal(err)
		}
		for _, agent := range []string{`"agent_id":"Explore",`, ""} {
			event := bash(tt.session, "./build", lines(900, "step"))
			after := r.answer(t, strings.Replace(event, `"session_id":`, agent+`"session_id":`, 1))
			if (after == "") != tt.passes {
				t.Errorf("%s%s: after a command: %.200q", tt.session, agent, after)
			}
		}
		compact := r.answer(t, `{"hook_event_name":"SessionStart","source":"compact","session_id":"`+tt.session+`"}`)
		if (compact == "") != tt.passes {
			t.Errorf("%s: after a compaction: %q", tt.session, compact)
		}
	}
}
