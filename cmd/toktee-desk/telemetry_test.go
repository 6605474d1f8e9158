package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	coltraces "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/toktee/toktee/internal/host/journal"
)

// telemetryEnvironment is one with a collector, and its store's folder.
func telemetryEnvironment(t *testing.T, collector string) (env []string, store string) {
	env = append(environment(t), "OTEL_EXPORTER_OTLP_ENDPOINT="+collector)
	for _, v := range env {
		if dir, ok := strings.CutPrefix(v, "TOKTEE_STORE="); ok {
			store = dir
		}
	}
	return env, store
}

// TestTelemetryKilled kills an exporter whose second batch has arrived and isn't answered.
func TestTelemetryKilled(t *testing.T) {
	const events = 1100 // three batches
	var mu sync.Mutex
	arrived := map[string]int{}
	batches, waiting, over := 0, make(chan struct{}), make(chan struct{})
	c := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		var m coltraces.ExportTraceServiceRequest
		b, err := io.ReadAll(r.Body)
		if r.URL.Path != "/v1/traces" || err != nil || proto.Unmarshal(b, &m) != nil {
			return
		}
		mu.Lock()
		for _, s := range m.ResourceSpans[0].ScopeSpans[0].Spans {
			arrived[string(s.SpanId)]++
		}
		batches++
		second := batches == 2
		mu.Unlock()
		if second {
			close(waiting)
			<-over
		}
	}))
	defer c.Close()
	env, store := telemetryEnvironment(t, c.URL)
	for i := range events {
		e := journal.Event{Kind: journal.Result, Time: time.Now(), ID: fmt.Sprint(i), Tool: "Bash", Raw: 100, Given: 10}
		if err := journal.Append(filepath.Join(store, "journal"), e); err != nil {
			t.Fatal(err)
		}
	}
	export := func() *exec.Cmd {
		cmd := exec.Command(filepath.Join(programs, "toktee"), "telemetry", "export")
		cmd.Env, cmd.Dir = env, t.TempDir()
		return cmd
	}
	first := export()
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	<-waiting
	first.Process.Kill()
	first.Wait()
	close(over)
	if out, err := export().CombinedOutput(); err != nil || !bytes.HasPrefix(out, []byte("sent 588 spans")) {
		t.Errorf("the second exporter: %v, %s", err, out)
	}
	twice := 0
	for _, n := range arrived {
		twice += n - 1
	}
	if len(arrived) != events || twice != 512 {
		t.Errorf("%d spans arrived, %d of them twice, want %d and 512", len(arrived), twice, events)
	}
}

// TestTelemetry runs "toktee telemetry export" as a person does.
func TestTelemetry(t *testing.T) {
	var requests atomic.Int32
	c := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { requests.Add(1) }))
	defer c.Close()
	env, store := telemetryEnvironment(t, c.URL)
	e := journal.Event{Kind: journal.Result, Time: time.Now(), ID: "401882137095", Tool: "Bash", Raw: 100, Given: 10}
	if err := journal.Append(filepath.Join(store, "journal"), e); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name           string
		args           []string
		env            []string
		code, requests int
		stdout, stderr string
	}{
		{name: "no endpoint", env: []string{"OTEL_EXPORTER_OTLP_ENDPOINT="}, code: 2,
			stderr: "toktee: OTEL_EXPORTER_OTLP_ENDPOINT is not set: want the URL of a collector, such as " +
				"http://localhost:4318\n"},
		{name: "no such day", args: []string{"--since", "noon"}, code: 2,
			stderr: "toktee: --since \"noon\": not a time: want today, yesterday, week, month, days or hours " +
				"such as 7d or 12h, or a date such as 2026-11-23\n"},
		{name: "all", args: []string{"--since", "7d"}, requests: 2, stdout: "sent 1 span for 1 event of the journal\n"},
		{name: "again", requests: 1, stdout: "sent 0 spans for 0 events of the journal\n"}, // the counters
	} {
		t.Run(tt.name, func(t *testing.T) {
			requests.Store(0)
			var stdout, stderr bytes.Buffer
			args := append([]string{"telemetry", "export"}, tt.args...)
			cmd := exec.Command(filepath.Join(programs, "toktee"), args...)
			cmd.Env, cmd.Stdout, cmd.Stderr, cmd.Dir = append(env, tt.env...), &stdout, &stderr, t.TempDir()
			cmd.Run()
			if got := cmd.ProcessState.ExitCode(); got != tt.code || int(requests.Load()) != tt.requests {
				t.Errorf("exit code %d after %d requests, want %d after %d", got, requests.Load(), tt.code, tt.requests)
			}
			if stdout.String() != tt.stdout || stderr.String() != tt.stderr {
				t.Errorf("it printed %q and %q, want %q and %q", &stdout, &stderr, tt.stdout, tt.stderr)
			}
		})
	}

	cmd := exec.Command(filepath.Join(programs, "toktee"), "telemetry", "export", "--follow")
	cmd.Env, cmd.Dir = env, t.TempDir()
	requests.Store(0)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); requests.Load() == 0 && time.Now().Before(deadline); {
		time.Sleep(10 * time.Millisecond)
	}
	cmd.Process.Signal(os.Interrupt)
	if err := cmd.Wait(); err != nil || requests.Load() == 0 {
		t.Errorf("following ended with %v after %d requests", err, requests.Load())
	}
}
