package telemetry

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	colmetrics "go.opentelemetry.io/proto/otlp/collector/metrics/v1"
	coltraces "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/toktee/toktee/internal/host/journal"
)

// TestSpans compares each span with the event that it comes from.
func TestSpans(t *testing.T) {
	c, s := newCollector(t), newSite(t)
	at(t, c)
	failure := aCall("401882137095", "s1/reviewer", "fail", 2450, 48)
	failure.CallID, failure.ExitCode, failure.Error, failure.DurationMS = "toolu_1", code(2), "exit", 1500
	failure.Command, failure.Dir, failure.Repeat, failure.Fallback = "go test ./secret", "/home/me/secret", true, true
	s.note(failure,
		journal.Event{
			Kind: journal.Fetched, ID: failure.ID, Door: "show", Given: 300, Bytes: 1200, Lines: [2]int{5, 9},
		},
		journal.Event{Kind: journal.Passed, Session: "s1", Door: "hook", Program: "claude", Tool: "Read", Bytes: 12},
		journal.Event{Kind: journal.Compacted, Session: "s1", Door: "hook", Program: "claude"},
		journal.Event{Kind: "from a newer toktee", Session: "s1"},
	)
	sent := s.export(s.options())
	if want := (Sent{Spans: 4, Events: 5}); sent != want {
		t.Errorf("sent %+v, want %+v", sent, want)
	}
	if len(c.spans) != 4 {
		t.Fatalf("%d spans arrived, want 4", len(c.spans))
	}
	call, fetched, passed, compacted := c.spans[0], c.spans[1], c.spans[2], c.spans[3]
	want := map[string]string{
		"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "Bash", "gen_ai.tool.type": "function",
		"gen_ai.tool.call.id": "toolu_1", "gen_ai.conversation.id": "s1", "gen_ai.agent.name": "claude",
		"gen_ai.agent.id": "reviewer", "error.type": "exit", "toktee.result.id": "401882137095", "toktee.door": "hook",
		"toktee.strategy": "general", "toktee.level": "balanced", "toktee.outcome": "fail", "toktee.exit_code": "2",
		"toktee.raw_tokens": "2450", "toktee.given_tokens": "48", "toktee.saved_tokens": "2402",
		"toktee.encoding": "o200k_base", "toktee.bytes": "9800", "toktee.repeat": "true", "toktee.fallback": "true",
	}
	if diff := cmp.Diff(want, texts(call.Attributes)); diff != "" {
		t.Errorf("attributes of the call mismatch (-want +got):\n%s", diff)
	}
	if call.Name != "execute_tool Bash" || call.Kind != tracepb.Span_SPAN_KIND_INTERNAL || len(call.ParentSpanId) > 0 {
		t.Errorf("the call's span is %q, kind %v, parent %x", call.Name, call.Kind, call.ParentSpanId)
	}
	if got := call.EndTimeUnixNano - call.StartTimeUnixNano; got != 1.5e9 {
		t.Errorf("the call took %d ns, want 1500 ms", got)
	}
	if got := call.Status; got.Code != tracepb.Status_STATUS_CODE_ERROR || got.Message != "exit 2" {
		t.Errorf("the call's status is %v", got)
	}
	want = map[string]string{
		"gen_ai.conversation.id": "s1", "gen_ai.agent.name": "claude", "gen_ai.agent.id": "reviewer",
		"gen_ai.tool.name": "Bash", "toktee.result.id": "401882137095", "toktee.door": "show",
		"toktee.strategy": "general", "toktee.given_tokens": "300", "toktee.bytes": "1200", "toktee.lines": "[5 9]",
	}
	if diff := cmp.Diff(want, texts(fetched.Attributes)); diff != "" {
		t.Errorf("attributes of the regret mismatch (-want +got):\n%s", diff)
	}
	if fetched.Name != "toktee.fetched" || len(fetched.Links) != 1 ||
		!bytes.Equal(fetched.Links[0].SpanId, call.SpanId) || !bytes.Equal(fetched.Links[0].TraceId, call.TraceId) {
		t.Errorf("the regret is %q with links %v", fetched.Name, fetched.Links)
	}
	if passed.Name != "execute_tool Read" || texts(passed.Attributes)["toktee.passed"] != "true" {
		t.Errorf("what passed is %q %v", passed.Name, passed.Attributes)
	}
	if compacted.Name != "toktee.compacted" {
		t.Errorf("the compaction is %q", compacted.Name)
	}
	for _, span := range c.spans {
		if !bytes.Equal(span.TraceId, call.TraceId) {
			t.Errorf("%q has trace %x, want that of its session, %x", span.Name, span.TraceId, call.TraceId)
		}
	}
	if got := c.resource["service.name"] + c.resource["service.version"]; got != "toktee1.2.3" {
		t.Errorf("the service is %q", got)
	}
}

// TestContents looks at every byte that leaves the machine.
func TestContents(t *testing.T) {
	c, s := newCollector(t), newSite(t)
	at(t, c)
	e := aCall("401882137095", "s1", "pass", 10, 5)
	e.Command, e.Dir = "cat plan.txt", "/home/me"
	for _, contents := range []bool{false, true} {
		s.note(e)
		o := s.options()
		o.Contents = contents
		s.export(o)
		all := bytes.Join(c.bodies, nil)
		for _, text := range []string{e.Command, e.Dir} {
			if got := bytes.Contains(all, []byte(text)); got != contents {
				t.Errorf("with contents %v, %q was sent: %v", contents, text, got)
			}
		}
	}
}

// TestNothingIsSentTwice exports again, and again after more.
func TestNothingIsSentTwice(t *testing.T) {
	c, s := newCollector(t), newSite(t)
	at(t, c)
	s.note(aCall("1", "s1", "pass", 100, 10))
	s.export(s.options())
	if sent := s.export(s.options()); sent != (Sent{}) {
		t.Errorf("the second export sent %+v", sent)
	}
	s.note(journal.Event{Kind: journal.Again, ID: "1", Session: "s1", Given: 20}, aCall("2", "", "pass", 50, 5))
	if sent := s.export(s.options()); sent.Spans != 2 {
		t.Errorf("the third export sent %+v", sent)
	}
	if len(c.spans) != 3 || len(c.byID()) != 3 {
		t.Errorf("%d spans arrived with %d ids, want 3", len(c.spans), len(c.byID()))
	}
	again := c.spans[1]
	if len(again.Links) != 1 || !bytes.Equal(again.Links[0].SpanId, c.spans[0].SpanId) {
		t.Errorf("the regret of a call that another process sent has links %v", again.Links)
	}
	for name, want := range map[string]int64{
		"toktee.calls": 2, "toktee.raw_tokens": 150, "toktee.given_tokens": 15, "toktee.regrets": 1,
		"toktee.regretted_tokens": 20,
	} {
		if got := c.counter(name); got != want {
			t.Errorf("%s is %d, want %d", name, got, want)
		}
	}
}

// TestWhole counts what the model has after all.
func TestWhole(t *testing.T) {
	c, s := newCollector(t), newSite(t)
	at(t, c)
	s.note(aCall("1", "s1", "pass", 100, 10), journal.Event{Kind: journal.Whole, ID: "1", Session: "s1"})
	s.export(s.options())
	if got := c.counter("toktee.given_tokens"); got != 100 {
		t.Errorf("given is %d, want all 100", got)
	}
}

// TestAnswers has collectors that don't take everything at once.
func TestAnswers(t *testing.T) {
	busy := func(status, times int) func(http.ResponseWriter, *http.Request) bool {
		return func(w http.ResponseWriter, _ *http.Request) bool {
			if times--; times >= 0 {
				http.Error(w, "later", status)
			}
			return times >= 0
		}
	}
	for _, tt := range []struct {
		name   string
		answer func(http.ResponseWriter, *http.Request) bool
		want   Sent
		err    string // a part of it
		spans  int    // that arrive
	}{
		{name: "all", want: Sent{Spans: 2, Events: 2}, spans: 2},
		{name: "unavailable at first", answer: busy(503, 3), want: Sent{Spans: 2, Events: 2}, spans: 2},
		{name: "too many requests", answer: busy(429, 2), want: Sent{Spans: 2, Events: 2}, spans: 2},
		{name: "unauthorized", answer: busy(401, 99), err: "401 Unauthorized"},
		{name: "bad gateway that quotes a partial success", answer: func(w http.ResponseWriter, _ *http.Request) bool {
			http.Error(w, "OTLP partial success: all is well (9 spans rejected)", http.StatusBadRequest)
			return true
		}, err: "400 Bad Request"},
		{name: "a part of it", answer: partly, want: Sent{Spans: 2, Events: 2, Rejected: 3}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, s := newCollector(t), newSite(t)
			at(t, c)
			c.answer = tt.answer
			s.note(aCall("1", "s1", "pass", 100, 10), aCall("2", "s1", "pass", 100, 10))
			got, err := Export(t.Context(), s.options())
			asWanted := err == nil && tt.err == "" ||
				err != nil && tt.err != "" && strings.Contains(err.Error(), tt.err)
			if got != tt.want || !asWanted {
				t.Errorf("Export() = %+v, %v, want %+v, %q", got, err, tt.want, tt.err)
			}
			if len(c.spans) != tt.spans {
				t.Errorf("%d spans arrived, want %d", len(c.spans), tt.spans)
			}
			if tt.err == "" {
				return
			}
			c.answer = nil // it has come to its senses
			if got := s.export(s.options()); got.Spans != 2 {
				t.Errorf("the next export sent %+v", got)
			}
		})
	}
}

// partly says that a span and two points were dropped.
func partly(w http.ResponseWriter, r *http.Request) bool {
	var m proto.Message = &coltraces.ExportTraceServiceResponse{
		PartialSuccess: &coltraces.ExportTracePartialSuccess{RejectedSpans: 1, ErrorMessage: "too old"},
	}
	if r.URL.Path == "/v1/metrics" {
		m = &colmetrics.ExportMetricsServiceResponse{
			PartialSuccess: &colmetrics.ExportMetricsPartialSuccess{RejectedDataPoints: 2, ErrorMessage: "too many"},
		}
	}
	b, _ := proto.Marshal(m)
	w.Header().Set("Content-Type", "application/x-protobuf")
	w.Write(b)
	return true
}
