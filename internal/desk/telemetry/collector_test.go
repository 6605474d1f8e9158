package telemetry

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	colmetrics "go.opentelemetry.io/proto/otlp/collector/metrics/v1"
	coltraces "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	metricspb "go.opentelemetry.io/proto/otlp/metrics/v1"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/toktee/toktee/internal/host/journal"
)

// A collector receives what is exported, and answers as a test says.
type collector struct {
	*httptest.Server
	// answer may take over the answer to a request; false leaves it at 200.
	answer func(w http.ResponseWriter, r *http.Request) bool

	mu       sync.Mutex
	requests []*http.Request
	bodies   [][]byte // as they came over the wire, but for compression
	spans    []*tracepb.Span
	points   [][]*metricspb.Metric // of each request
	resource map[string]string
}

func newCollector(t testing.TB) *collector {
	c := &collector{resource: map[string]string{}}
	c.Server = httptest.NewServer(c)
	t.Cleanup(c.Close)
	return c
}

func (c *collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.requests = append(c.requests, r)
	if c.answer != nil && c.answer(w, r) {
		return
	}
	if err := c.receive(r); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
	}
}

func (c *collector) receive(r *http.Request) error {
	from := io.Reader(r.Body)
	if r.Header.Get("Content-Encoding") == "gzip" {
		z, err := gzip.NewReader(from)
		if err != nil {
			return err
		}
		from = z
	}
	b, err := io.ReadAll(from)
	if err != nil {
		return err
	}
	c.bodies = append(c.bodies, b)
	switch r.URL.Path {
	case "/v1/traces":
		return c.receiveSpans(b)
	case "/v1/metrics":
		return c.receivePoints(b)
	}
	return fmt.Errorf("no such path: %s", r.URL.Path)
}

func (c *collector) receiveSpans(b []byte) error {
	var m coltraces.ExportTraceServiceRequest
	if err := proto.Unmarshal(b, &m); err != nil {
		return err
	}
	for _, rs := range m.ResourceSpans {
		c.resource = texts(rs.Resource.Attributes)
		for _, ss := range rs.ScopeSpans {
			c.spans = append(c.spans, ss.Spans...)
		}
	}
	return nil
}

func (c *collector) receivePoints(b []byte) error {
	var m colmetrics.ExportMetricsServiceRequest
	if err := proto.Unmarshal(b, &m); err != nil {
		return err
	}
	var all []*metricspb.Metric
	for _, rm := range m.ResourceMetrics {
		for _, sm := range rm.ScopeMetrics {
			all = append(all, sm.Metrics...)
		}
	}
	c.points = append(c.points, all)
	return nil
}

// answers sets how requests are answered.
func (c *collector) answers(answer func(http.ResponseWriter, *http.Request) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.answer = answer
}

// byID are the spans that have arrived, each once.
func (c *collector) byID() map[string]*tracepb.Span {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := map[string]*tracepb.Span{}
	for _, s := range c.spans {
		m[string(s.SpanId)] = s
	}
	return m
}

// counter is the sum of a counter's points in the last request.
func (c *collector) counter(name string) (n int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.points) == 0 {
		return 0
	}
	for _, m := range c.points[len(c.points)-1] {
		if m.Name != name {
			continue
		}
		for _, p := range m.GetSum().GetDataPoints() {
			n += p.GetAsInt()
		}
		for _, p := range m.GetHistogram().GetDataPoints() {
			n += int64(p.GetCount())
		}
	}
	return n
}

// texts are attributes as texts.
func texts(all []*common.KeyValue) map[string]string {
	m := map[string]string{}
	for _, kv := range all {
		switch v := kv.Value.Value.(type) {
		case *common.AnyValue_StringValue:
			m[kv.Key] = v.StringValue
		case *common.AnyValue_IntValue:
			m[kv.Key] = fmt.Sprint(v.IntValue)
		case *common.AnyValue_BoolValue:
			m[kv.Key] = fmt.Sprint(v.BoolValue)
		case *common.AnyValue_ArrayValue:
			var list []int64
			for _, e := range v.ArrayValue.Values {
				list = append(list, e.GetIntValue())
			}
			m[kv.Key] = fmt.Sprint(list)
		}
	}
	return m
}

// A site is a store's folder with a journal, and a clock.
type site struct {
	t   testing.TB
	dir string
	now time.Time
}

var noon = time.Date(2026, 11, 23, 12, 0, 0, 123456789, time.UTC)

func newSite(t testing.TB) *site { return &site{t: t, dir: t.TempDir(), now: noon} }

// note appends events, a second apart.
func (s *site) note(all ...journal.Event) {
	s.t.Helper()
	for _, e := range all {
		s.now = s.now.Add(time.Second)
		e.Time = s.now
		if err := journal.Append(filepath.Join(s.dir, "journal"), e); err != nil {
			s.t.Fatal(err)
		}
	}
}

// options are those of an export from the site. Waiting takes no time.
func (s *site) options() Options {
	return Options{
		Journal: filepath.Join(s.dir, "journal"), Dir: s.dir, Version: "1.2.3", Getenv: os.LookupEnv,
		Now: func() time.Time { return s.now },
		Wait: func(ctx context.Context, d time.Duration) error {
			s.now = s.now.Add(d)
			return ctx.Err()
		},
		firstWait: time.Millisecond,
	}
}

// export sends to a collector, without errors.
func (s *site) export(o Options) Sent {
	s.t.Helper()
	sent, err := Export(s.t.Context(), o)
	if err != nil {
		s.t.Fatalf("Export: %v", err)
	}
	return sent
}

// at points the exporters at a collector.
func at(t *testing.T, c *collector) {
	t.Helper()
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", c.URL)
}

func code(n int) *int { return &n }

// aCall is a call of a session.
func aCall(id, session, outcome string, raw, given int) journal.Event {
	return journal.Event{
		Kind: journal.Result, ID: id, Session: session, Outcome: outcome, Raw: raw, Given: given,
		Door: "hook", Program: "claude", Tool: "Bash", Strategy: "general", Level: "balanced",
		Encoding: "o200k_base", Bytes: int64(4 * raw), ExitCode: code(0),
	}
}
