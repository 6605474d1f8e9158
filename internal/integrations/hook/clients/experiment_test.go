package clients

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/integrations/hook/clients/fakemodel"
	"github.com/toktee/toktee/internal/measure/experiment"
	"github.com/toktee/toktee/internal/measure/experiment/assign"
)

// inGroup is a session's name that an experiment puts into a group.
func inGroup(e *assign.Experiment, group assign.Group) string {
	for i := 0; ; i++ {
		if name := fmt.Sprintf("00000000-0000-4000-8000-%012d", i); e.Of(name) == group {
			return name
		}
	}
}

// TestClaudeExperiment has one session in each group. Where outputs pass through, the model gets what it got without
// toktee, by hooks, shims, the proxy and "toktee run" alike; and the report reads what either session was billed.
func TestClaudeExperiment(t *testing.T) {
	s := chosenSite(t, "claude")
	names := []string{"red", "list", "huge", "long read", "mcp"}
	typed := "seq -f 'typed %g of a long list' 400"
	var calls []fakemodel.Call
	for _, name := range names {
		sm := sampleNamed(t, name)
		calls = append(calls, sm.call(s.c, s))
	}
	raw := s.play("without", append(slices.Clone(calls), s.c.shell(typed)))
	s.serve(slices.Concat([]string{s.toktee, "mcp-proxy", "--server", mcpName, "--"}, s.mcp)...)
	s.install()
	s.command(s.toktee, "experiment", "start", "--name", "t")
	store := s.under(".local/share/toktee")
	e, err := assign.Running(store)
	if err != nil || e == nil {
		t.Fatalf("the experiment: %v, %v", e, err)
	}
	calls, args := append(calls, s.c.shell("toktee run -- "+typed)), s.c.args
	for _, group := range []assign.Group{assign.Control, assign.Treatment} {
		session := inGroup(e, group)
		s.c.args = with(args, "--session-id", session)
		got := s.play(string(group), calls)
		for i := range got {
			name := append(slices.Clone(names), "typed")[i]
			if same := s.c.same(raw[i], got[i]); same != (group == assign.Control) {
				t.Errorf("%s, %s: what it was without toktee: %v\n%s", group, name, same, difference(raw[i], got[i]))
			}
		}
		if group == assign.Control {
			for _, q := range s.model.Requests() {
				if strings.Contains(string(q.Body), "toktee_output") {
					t.Errorf("%s: the model is told of toktee_output", group)
				}
			}
		}
	}
	text := s.command(s.toktee, "experiment", "report")
	if !strings.Contains(text, "2 sessions: not over yet") {
		t.Errorf("the report:\n%s", text)
	}
	rows, err := experiment.Rows(store, "t")
	if err != nil || len(rows) != 2 {
		t.Fatalf("%+v, %v", rows, err)
	}
	for _, r := range rows {
		bill, project := r.Bill[r.Model], filepath.Base(s.project)
		if r.ID != inGroup(e, r.Group) || filepath.Base(r.Dir) != project || bill.Requests != len(calls)+1 ||
			bill.Input == 0 || bill.Output == 0 {
			t.Errorf("what is known of a session: %+v", r)
		}
	}
}
