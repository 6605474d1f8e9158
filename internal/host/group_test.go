package host_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/measure/experiment/assign"
	"github.com/toktee/toktee/summarize"
)

// TestGroup: who is in a group at all, and that Deliver passes outputs of session "left" through.
func TestGroup(t *testing.T) {
	home := t.TempDir()
	store := filepath.Join(home, "store")
	e := assign.Experiment{Name: "t", Share: 0.5, Effect: 0.1, Started: time.Unix(1, 0)}
	if err := assign.Start(store, e); err != nil {
		t.Fatal(err)
	}
	yes := true
	output := strings.Repeat("compiling\nerror: no total\n", 800)
	for _, tt := range []struct {
		name, session, callers string
		flags                  config.Flags
		variable               string
		want                   assign.Group
	}{
		{"of the call", "left", "", config.Flags{}, "", assign.Control},
		{"of a sub-agent", "left/Explore", "right", config.Flags{}, "", assign.Control},
		{"of the caller", "", "left", config.Flags{}, "", assign.Control},
		{"in the other group", "right", "left", config.Flags{}, "", assign.Treatment},
		{"unknown", "", "", config.Flags{}, "", ""},
		{"nothing is kept", "left", "", config.Flags{NoStore: &yes}, "", ""},
		{"switched off", "left", "", config.Flags{}, "TOKTEE_RAW", ""},
	} {
		h, err := host.Open(host.Options{
			Dir: home, Flags: tt.flags, Session: tt.callers, Fetch: host.ShowCommand,
			Getenv: func(key string) (string, bool) {
				v := map[string]string{"HOME": home, "TOKTEE_STORE": store, tt.variable: "1"}[key]
				return v, v != ""
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := h.Group(tt.session); got != tt.want || h.IsControl(tt.session) != (tt.want == assign.Control) {
			t.Errorf("%s: group %q, want %q", tt.name, got, tt.want)
		}
		r, err := h.Deliver(t.Context(), h.Config(), summarize.Request{
			Tool: "exec", Command: "make", Session: tt.session, Stdout: []byte(output),
		})
		whole := tt.want == assign.Control || tt.variable != ""
		if err != nil || (r.LLMContent() == output) != whole {
			t.Errorf("%s: %v, a text of %d bytes", tt.name, err, len(r.LLMContent()))
		}
	}
	if got := host.Library(nil).Group("left"); got != "" {
		t.Errorf("a library's host: group %q", got)
	}
}
