package telemetry

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	metricspb "go.opentelemetry.io/proto/otlp/metrics/v1"

	"github.com/toktee/toktee/internal/host/journal"
)

func listen(addr string) (net.Listener, error) { return net.Listen("tcp", addr) }

// TestTargets reads environments.
func TestTargets(t *testing.T) {
	const url = "http://localhost:4318"
	for _, tt := range []struct {
		name string
		env  map[string]string
		want targets
		err  string
	}{
		{"nothing", nil, targets{},
			"OTEL_EXPORTER_OTLP_ENDPOINT is not set: want the URL of a collector, such as " + url},
		{"blanks", map[string]string{"ENDPOINT": " "}, targets{}, "OTEL_EXPORTER_OTLP_ENDPOINT is not set"},
		{"both", map[string]string{"ENDPOINT": url}, targets{true, true, time.Minute}, ""},
		{"traces", map[string]string{"TRACES_ENDPOINT": url}, targets{true, false, time.Minute}, ""},
		{"metrics", map[string]string{"METRICS_ENDPOINT": url}, targets{false, true, time.Minute}, ""},
		{"metrics off", map[string]string{"ENDPOINT": url, "OTEL_METRICS_EXPORTER": "none"},
			targets{true, false, time.Minute}, ""},
		{"all off", map[string]string{"ENDPOINT": url, "OTEL_METRICS_EXPORTER": "none", "OTEL_TRACES_EXPORTER": "none"},
			targets{}, `OTEL_TRACES_EXPORTER "none": want otlp for one of`},
		{"disabled", map[string]string{"ENDPOINT": url, "OTEL_SDK_DISABLED": "true"}, targets{},
			`OTEL_SDK_DISABLED "true": want it unset`},
		{"interval", map[string]string{"ENDPOINT": url, "OTEL_METRIC_EXPORT_INTERVAL": "500"},
			targets{true, true, 500 * time.Millisecond}, ""},
		{"no interval", map[string]string{"ENDPOINT": url, "OTEL_METRIC_EXPORT_INTERVAL": "1m"}, targets{},
			`OTEL_METRIC_EXPORT_INTERVAL "1m": want milliseconds`},
		{"no scheme", map[string]string{"ENDPOINT": "localhost:4318"}, targets{},
			`OTEL_EXPORTER_OTLP_ENDPOINT "localhost:4318": want the URL`},
		{"grpc", map[string]string{"ENDPOINT": url, "PROTOCOL": "grpc"}, targets{},
			`OTEL_EXPORTER_OTLP_PROTOCOL "grpc": want http/protobuf or http/json`},
		{"timeout", map[string]string{"ENDPOINT": url, "TRACES_TIMEOUT": "10s"}, targets{},
			`OTEL_EXPORTER_OTLP_TRACES_TIMEOUT "10s": want milliseconds`},
		{"headers", map[string]string{"ENDPOINT": url, "HEADERS": "Authorization: x"}, targets{},
			`OTEL_EXPORTER_OTLP_HEADERS`},
		{"certificate", map[string]string{"ENDPOINT": url, "CERTIFICATE": "/nowhere.pem"}, targets{},
			`OTEL_EXPORTER_OTLP_CERTIFICATE "/nowhere.pem": want a file`},
		{"temporality", map[string]string{"ENDPOINT": url, "METRICS_TEMPORALITY_PREFERENCE": "sum"}, targets{},
			`want cumulative, delta or lowmemory`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := readTargets(func(name string) (string, bool) {
				v, ok := tt.env[name]
				if short, isOTLP := strings.CutPrefix(name, prefix); !ok && isOTLP {
					v, ok = tt.env[short]
				}
				return v, ok
			})
			var setting *SettingError
			switch {
			case tt.err == "" && (err != nil || got != tt.want):
				t.Errorf("readTargets() = %+v, %v, want %+v", got, err, tt.want)
			case tt.err != "" && (!errors.As(err, &setting) || !strings.Contains(err.Error(), tt.err)):
				t.Errorf("readTargets() error = %v, want %q", err, tt.err)
			}
		})
	}
}

// TestHeaderIsSecret has a bad list of headers, which isn't repeated: it may have a password.
func TestHeaderIsSecret(t *testing.T) {
	_, err := readTargets(func(name string) (string, bool) {
		v, ok := map[string]string{prefix + "ENDPOINT": "http://h", prefix + "HEADERS": "key hunter2"}[name]
		return v, ok
	})
	if err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("the error is %v", err)
	}
}

// TestEnvironment has what the exporters read from it themselves.
func TestEnvironment(t *testing.T) {
	c, s := newCollector(t), newSite(t)
	at(t, c)
	t.Setenv("OTEL_EXPORTER_OTLP_HEADERS", "X-Key=a%20b")
	t.Setenv("OTEL_EXPORTER_OTLP_COMPRESSION", "gzip")
	t.Setenv("OTEL_SERVICE_NAME", "agents")
	t.Setenv("OTEL_RESOURCE_ATTRIBUTES", "team=red,service.instance.id=one")
	s.note(aCall("1", "s1", "pass", 100, 10))
	s.export(s.options())
	if len(c.requests) != 2 || len(c.spans) != 1 {
		t.Fatalf("%d requests with %d spans", len(c.requests), len(c.spans))
	}
	for _, r := range c.requests {
		if r.Header.Get("X-Key") != "a b" || r.Header.Get("Content-Encoding") != "gzip" {
			t.Errorf("headers of %s: %v", r.URL, r.Header)
		}
	}
	got := c.resource
	if got["service.name"] != "agents" || got["team"] != "red" || got["service.instance.id"] != "one" {
		t.Errorf("the resource is %v", got)
	}
}

// TestSince leaves out what was before.
func TestSince(t *testing.T) {
	c, s := newCollector(t), newSite(t)
	at(t, c)
	s.note(aCall("1", "s1", "pass", 100, 10))
	o := s.options()
	o.Since = s.now.Add(time.Millisecond)
	s.note(aCall("2", "s1", "pass", 100, 10), journal.Event{Kind: journal.Again, ID: "1"})
	if sent := s.export(o); sent.Spans != 2 || c.counter("toktee.calls") != 1 {
		t.Errorf("sent %+v with %d calls, want 2 spans and one call", sent, c.counter("toktee.calls"))
	}
	if sent := s.export(s.options()); sent.Spans != 0 {
		t.Errorf("what was left out came later: %+v", sent)
	}
}

// TestForgotten exports after results of a session were forgotten.
func TestForgotten(t *testing.T) {
	c, s := newCollector(t), newSite(t)
	at(t, c)
	s.note(aCall("1", "s1", "pass", 100, 10), aCall("2", "s2", "pass", 100, 10))
	drop := func(e journal.Event) bool { return e.Of("s1") }
	if err := journal.Forget(filepath.Join(s.dir, "journal"), drop); err != nil {
		t.Fatal(err)
	}
	if s.export(s.options()); len(c.spans) != 1 || texts(c.spans[0].Attributes)[keyConversation] != "s2" {
		t.Errorf("these arrived: %v", c.spans)
	}
}

// TestDelta sends differences.
func TestDelta(t *testing.T) {
	c, s := newCollector(t), newSite(t)
	at(t, c)
	t.Setenv("OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE", "delta")
	slow := aCall("2", "s1", "pass", 70, 7)
	slow.DurationMS = 2000
	s.note(aCall("1", "s1", "pass", 100, 10))
	s.export(s.options())
	s.note(slow)
	c.answer = func(_ http.ResponseWriter, r *http.Request) bool {
		return r.URL.Path == "/v1/metrics" && c.refuse(r)
	}
	if _, err := Export(t.Context(), s.options()); err == nil {
		t.Error("the collector refused, and there is no error")
	}
	c.answer = nil
	s.export(s.options())
	last := c.points[len(c.points)-1]
	if got := c.counter("toktee.raw_tokens"); got != 70 || c.counter(durations.name) != 1 {
		t.Errorf("the difference is %d, want 70", got)
	}
	for _, m := range last {
		if sum := m.GetSum(); sum != nil &&
			sum.AggregationTemporality != metricspb.AggregationTemporality_AGGREGATION_TEMPORALITY_DELTA {
			t.Errorf("%s is %v", m.Name, sum.AggregationTemporality)
		}
	}
	if s.export(s.options()); len(c.points) != 2 {
		t.Errorf("counters that stand still were sent: %d requests", len(c.points))
	}
}

// refuse makes the request one that isn't understood.
func (c *collector) refuse(r *http.Request) bool {
	r.URL.Path = "/nowhere"
	return false
}

// TestManySeries has more tools than a metric may tell apart.
func TestManySeries(t *testing.T) {
	all := newTotals(nil)
	for i := range maxSeries + 10 {
		e := aCall("1", "s", "pass", 10, 1)
		e.Tool = fmt.Sprint("tool", i)
		all.call(&e)
	}
	b, err := json.Marshal(all.all)
	if err != nil {
		t.Fatal(err)
	}
	var back []series
	if err := json.Unmarshal(b, &back); err != nil {
		t.Fatal(err)
	}
	var n, total int64
	for _, s := range newTotals(back).all {
		if s.Metric == counts.name {
			n++
			total += s.Total.Count
			if beyond := maps.Equal(s.Labels, map[string]string{overflow: "true"}); beyond && s.Total.Count != 10 {
				t.Errorf("%d calls are beyond the limit, want 10", s.Total.Count)
			}
		}
	}
	if n != maxSeries+1 || total != maxSeries+10 {
		t.Errorf("%d series with %d calls", n, total)
	}
}

// TestBuckets has durations at the bounds, which belong below.
func TestBuckets(t *testing.T) {
	all := newTotals(nil)
	for _, ms := range []int64{1, 10, 11, 81920, 81921} {
		all.duration(&journal.Event{DurationMS: ms})
	}
	got := all.all[0].Total.Buckets
	if got[0] != 2 || got[1] != 1 || got[13] != 1 || got[14] != 1 {
		t.Errorf("buckets are %v", got)
	}
}
