package collectortest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/receiver/otlpreceiver"
	"go.opentelemetry.io/collector/receiver/receivertest"

	"github.com/toktee/toktee/internal/desk/telemetry"
	"github.com/toktee/toktee/internal/host/journal"
)

// A collector is the receiver of OTLP over HTTP, on a port of this machine, and what it hands on.
type collector struct {
	url     string
	traces  consumertest.TracesSink
	metrics consumertest.MetricsSink
}

func startCollector(t *testing.T) *collector {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	c := &collector{url: "http://" + addr}
	factory := otlpreceiver.NewFactory()
	config := factory.CreateDefaultConfig()
	protocols := map[string]any{"protocols": map[string]any{"http": map[string]any{"endpoint": addr}}}
	if err := confmap.NewFromStringMap(protocols).Unmarshal(config); err != nil {
		t.Fatal(err)
	}
	settings := receivertest.NewNopSettings(factory.Type())
	traces, err := factory.CreateTraces(t.Context(), settings, config, &c.traces)
	if err != nil {
		t.Fatal(err)
	}
	metrics, err := factory.CreateMetrics(t.Context(), settings, config, &c.metrics)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []component.Component{traces, metrics} {
		if err := part.Start(t.Context(), componenttest.NewNopHost()); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { part.Shutdown(context.Background()) })
	}
	return c
}

// spans are all that have arrived.
func (c *collector) spans() (all []ptrace.Span) {
	for _, traces := range c.traces.AllTraces() {
		for _, rs := range traces.ResourceSpans().All() {
			for _, ss := range rs.ScopeSpans().All() {
				for _, span := range ss.Spans().All() {
					all = append(all, span)
				}
			}
		}
	}
	return all
}

// counter is the value of a counter in the last request, by one of its attributes.
func (c *collector) counter(name, by string) map[string]int64 {
	sums := map[string]int64{}
	all := c.metrics.AllMetrics()
	if len(all) == 0 {
		return sums
	}
	for _, rm := range all[len(all)-1].ResourceMetrics().All() {
		for _, sm := range rm.ScopeMetrics().All() {
			for _, m := range sm.Metrics().All() {
				if m.Name() == name && m.Type() == pmetric.MetricTypeSum {
					for _, p := range m.Sum().DataPoints().All() {
						sums[text(p.Attributes(), by)] += p.IntValue()
					}
				}
			}
		}
	}
	return sums
}

// seconds are how many durations there are, and their sum.
func (c *collector) seconds() (n uint64, sum float64) {
	all := c.metrics.AllMetrics()
	for _, rm := range all[len(all)-1].ResourceMetrics().All() {
		for _, sm := range rm.ScopeMetrics().All() {
			for _, m := range sm.Metrics().All() {
				if m.Name() == "gen_ai.execute_tool.duration" {
					for _, p := range m.Histogram().DataPoints().All() {
						n, sum = n+p.Count(), sum+p.Sum()
					}
				}
			}
		}
	}
	return n, sum
}

func text(attributes pcommon.Map, key string) string {
	v, ok := attributes.Get(key)
	if !ok {
		return ""
	}
	return v.AsString()
}

// A row is what an event and a span have in common.
type row struct {
	Name, Session, Agent, ID, Door, Tool, Strategy, Outcome, Raw, Given string

	End, Length time.Duration // since 1970, and of the span
	Failed      bool
	Links       int
}

// TestCollector sends a journal of two days in three exports, one of them with gzip and one as JSON, and compares each
// span and each counter.
func TestCollector(t *testing.T) {
	c := startCollector(t)
	dir := t.TempDir()
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", c.url)
	random := rand.New(rand.NewPCG(1, 2))
	now := time.Date(2026, 11, 22, 23, 50, 0, 0, time.UTC)
	var events []journal.Event
	for part, env := range [][2]string{{}, {"COMPRESSION", "gzip"}, {"PROTOCOL", "http/json"}} {
		if env[0] != "" {
			t.Setenv("OTEL_EXPORTER_OTLP_"+env[0], env[1])
		}
		for range 700 {
			now = now.Add(time.Duration(random.IntN(3000)) * time.Millisecond)
			e := anEvent(random, now)
			if err := journal.Append(filepath.Join(dir, "journal"), e); err != nil {
				t.Fatal(err)
			}
			events = append(events, e)
		}
		sent, err := telemetry.Export(t.Context(), telemetry.Options{
			Journal: filepath.Join(dir, "journal"), Dir: dir, Version: "1.2.3", Getenv: os.LookupEnv,
		})
		if err != nil || sent.Spans != 700 || sent.Rejected != 0 {
			t.Fatalf("export %d: %+v, %v", part, sent, err)
		}
	}
	compare(t, c, events)
}

// compare recounts the journal, without the code under test.
func compare(t *testing.T, c *collector, events []journal.Event) {
	t.Helper()
	last := map[string]journal.Event{} // call of a result
	calls, raw, given, regrets := map[string]int64{}, map[string]int64{}, map[string]int64{}, map[string]int64{}
	var durations uint64
	var seconds float64
	var want []row
	for _, e := range events {
		r := row{
			Name: "execute_tool " + e.Tool, Session: e.Session, Agent: e.Program, ID: e.ID, Door: e.Door, Tool: e.Tool,
			Strategy: e.Strategy, Outcome: e.Outcome, Raw: fmt.Sprint(e.Raw), Given: fmt.Sprint(e.Given),
			End: time.Duration(e.Time.UnixNano()), Length: time.Duration(e.DurationMS) * time.Millisecond,
			Failed: e.Outcome == "fail",
		}
		if e.Kind == journal.Result {
			last[e.ID] = e
			calls[e.Tool]++
			raw[e.Tool] += int64(e.Raw)
			given[e.Tool] += int64(e.Given)
			if e.DurationMS > 0 {
				durations++
				seconds += float64(e.DurationMS) / 1000
			}
		} else {
			of, known := last[e.ID]
			r.Name, r.Tool, r.Strategy, r.Outcome, r.Raw = "toktee."+string(e.Kind), of.Tool, of.Strategy, "", ""
			if known {
				r.Links = 1
			}
			regrets[string(e.Kind)]++
		}
		want = append(want, r)
	}
	var got []row
	traces := map[string]string{} // of a session
	for _, s := range c.spans() {
		a := s.Attributes()
		r := row{
			Name: s.Name(), Session: text(a, "gen_ai.conversation.id"), Agent: text(a, "gen_ai.agent.name"),
			ID: text(a, "toktee.result.id"), Door: text(a, "toktee.door"), Tool: text(a, "gen_ai.tool.name"),
			Strategy: text(a, "toktee.strategy"), Outcome: text(a, "toktee.outcome"), Raw: text(a, "toktee.raw_tokens"),
			Given: text(a, "toktee.given_tokens"), End: time.Duration(s.EndTimestamp()),
			Length: time.Duration(s.EndTimestamp() - s.StartTimestamp()),
			Failed: s.Status().Code() == ptrace.StatusCodeError, Links: s.Links().Len(),
		}
		got = append(got, r)
		if trace := s.TraceID().String(); traces[r.Session] == "" {
			traces[r.Session] = trace
		} else if traces[r.Session] != trace {
			t.Errorf("session %s has traces %s and %s", r.Session, traces[r.Session], trace)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("spans mismatch (-journal +collector):\n%.3000s", diff)
	}
	for _, m := range []struct {
		name, by string
		want     map[string]int64
	}{
		{"toktee.calls", "gen_ai.tool.name", calls},
		{"toktee.raw_tokens", "gen_ai.tool.name", raw},
		{"toktee.given_tokens", "gen_ai.tool.name", given},
		{"toktee.regrets", "toktee.how", regrets},
	} {
		if diff := cmp.Diff(m.want, c.counter(m.name, m.by)); diff != "" {
			t.Errorf("%s mismatch (-journal +collector):\n%s", m.name, diff)
		}
	}
	if n, sum := c.seconds(); n != durations || sum < seconds-0.001 || sum > seconds+0.001 {
		t.Errorf("%d durations of %f s arrived, want %d of %f s", n, sum, durations, seconds)
	}
}

// anEvent draws a call, or a regret of one of the last calls.
func anEvent(random *rand.Rand, now time.Time) journal.Event {
	id := random.IntN(40)
	e := journal.Event{
		Kind: journal.Result, Time: now, ID: fmt.Sprint(401882137000 + id), Door: "hook", Program: "claude",
		Session: fmt.Sprint("s", id%3), Given: 10 + random.IntN(90),
	}
	switch random.IntN(8) {
	case 0:
		e.Kind, e.Door, e.Bytes = journal.Fetched, "show", 400
		return e
	case 1:
		e.Kind = journal.Again
		return e
	}
	code := random.IntN(2)
	e.ExitCode, e.Outcome = &code, []string{"pass", "fail"}[code]
	e.Tool = []string{"Bash", "Read", "mcp__github__create_issue"}[random.IntN(3)]
	e.Strategy = []string{"general", "search"}[random.IntN(2)]
	e.Raw, e.Bytes = random.IntN(5000), int64(random.IntN(20000))
	e.DurationMS = int64(random.IntN(3) * 750)
	return e
}
