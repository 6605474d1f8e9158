package agent_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/agent"
	"github.com/toktee/toktee/agent/session"
	"github.com/toktee/toktee/result"
)

// checkAborted checks all that must hold of a run that didn't finish by itself, wherever it was stopped.
func checkAborted(t *testing.T, b *bench, states []agent.State, err error, want session.StopReason) {
	t.Helper()
	if stopOf(err) != want {
		t.Fatalf("error %v, want stop reason %s", err, want)
	}
	if len(states) == 0 || states[len(states)-1].Stop != want {
		t.Errorf("states %+v, want the last to say %s", states, want)
	}
	items := b.items(t)
	valid(t, items)
	checkResultsLogged(t, b, items)
	turn := lastTurn(items)
	checkEnd(t, items, turn, want)
	checkAbortedEvent(t, b, turn, want)
}

// checkResultsLogged checks that the log has every result that the front end got.
func checkResultsLogged(t *testing.T, b *bench, items []session.Item) {
	t.Helper()
	results := resultsOf(items)
	for _, e := range find[agent.CallEnded](t, b) {
		if r, ok := results[e.Call.ID]; !ok || r.LLMContent() != e.Result.LLMContent() {
			t.Errorf("call %s has ended with %q, the log has %q", e.Call.ID, e.Result.LLMContent(), r.LLMContent())
		}
	}
}

// turnCalls are the calls of one turn in the log.
type turnCalls struct {
	number   int
	calls    int
	finished []string // tools of the calls that have a whole result
	notRun   []string // tools of the calls whose result says that they never began
	end      session.Item
}

// lastTurn finds the calls of the log's last turn.
func lastTurn(items []session.Item) turnCalls {
	var turn turnCalls
	results := resultsOf(items)
	for _, it := range items {
		switch it.Kind {
		case session.KindUser:
			turn = turnCalls{number: it.Turn}
		case session.KindCall:
			turn.calls++
			r, ok := results[it.Call.ID]
			if ok && (r.Error() == nil || r.Error().Kind != result.KindAborted) {
				turn.finished = append(turn.finished, it.Call.Name)
			}
			if ok && strings.Contains(r.LLMContent(), "was not run") {
				turn.notRun = append(turn.notRun, it.Call.Name)
			}
		case session.KindEnd:
			turn.end = it
		}
	}
	return turn
}

// markerText is what the marker must say of the calls that had finished.
func (c turnCalls) markerText() string {
	switch len(c.finished) {
	case 0:
		return "No tool calls completed before the abort."
	case 1:
		return "1 tool call completed before the abort: " + c.finished[0] + "."
	}
	var distinct []string
	for _, name := range c.finished {
		if !slices.Contains(distinct, name) {
			distinct = append(distinct, name)
		}
	}
	return fmt.Sprintf("%d tool calls completed before the abort: %s.", len(c.finished), strings.Join(distinct, ", "))
}

// checkEnd checks that the log ends with a marker that says what had finished, and with the end of the turn.
func checkEnd(t *testing.T, items []session.Item, turn turnCalls, want session.StopReason) {
	t.Helper()
	n := len(items)
	if n < 2 || items[n-2].Kind != session.KindMarker || items[n-1].Kind != session.KindEnd {
		t.Fatalf("the log doesn't end with a marker and the end: %+v", items[max(n-2, 0):])
	}
	if end := items[n-1]; end.Stop != want || end.Turn != turn.number {
		t.Errorf("the turn's end is %+v, want turn %d and %s", end, turn.number, want)
	}
	if marker, text := items[n-2].Text, turn.markerText(); !strings.Contains(marker, text) {
		t.Errorf("marker %q, want it to say %q", marker, text)
	}
}

// checkAbortedEvent checks that the event comes once, after all others but the last, and says the same as the log.
func checkAbortedEvent(t *testing.T, b *bench, turn turnCalls, want session.StopReason) {
	t.Helper()
	aborted := find[agent.Aborted](t, b)
	kinds := b.kinds(t)
	if last := kinds[len(kinds)-2:]; len(aborted) != 1 || !slices.Equal(last, []string{"aborted", "turn_ended"}) {
		t.Fatalf("events %v, want one aborted before the last", kinds)
	}
	e := aborted[0]
	if d := cmp.Diff(turn.finished, toolsOf(e.Completed)); d != "" {
		t.Errorf("completed calls (-in the log +in the event):\n%s", d)
	}
	if diff := cmp.Diff(turn.notRun, toolsOf(e.NotRun)); diff != "" {
		t.Errorf("calls that never began (-in the log +in the event):\n%s", diff)
	}
	counts := session.InvocationCounts{
		PartialInvocationCount: len(turn.finished),
		InterruptedCount:       turn.calls - len(turn.finished) - len(turn.notRun),
		NotRunCount:            len(turn.notRun),
	}
	if diff := cmp.Diff(counts, e.InvocationCounts); diff != "" || len(e.Interrupted) != counts.InterruptedCount {
		t.Errorf("counts of the event %+v (-in the log +in the event):\n%s", e, diff)
	}
	if diff := cmp.Diff(&counts, turn.end.Calls); diff != "" {
		t.Errorf("counts (-in the log +in the record of the end):\n%s", diff)
	}
	if e.Error != "" || e.Stop != want {
		t.Errorf("aborted event %+v", e)
	}
}

// toolsOf are the names of the tools.
func toolsOf(list []agent.Invocation) (names []string) {
	for _, in := range list {
		names = append(names, in.Tool)
	}
	return names
}
