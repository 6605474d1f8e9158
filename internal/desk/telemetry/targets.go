package telemetry

import (
	"fmt"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A SettingError names a variable of the environment, its bad value and the allowed ones, in one line.
type SettingError struct {
	Name, Value string // an empty value means that it is missing
	Want        string
}

func (e *SettingError) Error() string {
	if e.Value == "" {
		return e.Name + " is not set: want " + e.Want
	}
	return fmt.Sprintf("%s %q: want %s", e.Name, e.Value, e.Want)
}

// targets are the signals with an endpoint in the environment.
type targets struct {
	traces, metrics bool
	metricsEvery    time.Duration
}

const (
	prefix      = "OTEL_EXPORTER_OTLP_"
	wantURL     = "the URL of a collector, such as http://localhost:4318"
	wantMS      = "milliseconds, such as 10000"
	wantZip     = "gzip or none"
	wantHTTP    = "http/protobuf or http/json: a collector has its port 4318 for these, and 4317 for grpc"
	wantFile    = "a file that can be read"
	wantHeaders = "NAME=VALUE, with commas between several, and % escapes in values"
	wantTime    = "cumulative, delta or lowmemory"
)

// checks are the exporters' requirements for variables, by the ends of their names. The exporters would only log a bad
// value and use a default, which may be another endpoint.
var checks = []struct {
	name string // after OTEL_EXPORTER_OTLP_, or that with the signal
	want string
	ok   func(string) bool
}{
	{"ENDPOINT", wantURL, isURL},
	{"PROTOCOL", wantHTTP, oneOf("http/protobuf", "http/json")},
	{"TIMEOUT", wantMS, isMilliseconds},
	{"COMPRESSION", wantZip, oneOf("gzip", "none")},
	{"HEADERS", wantHeaders, areHeaders},
	{"CERTIFICATE", wantFile, isFile},
	{"CLIENT_CERTIFICATE", wantFile, isFile},
	{"CLIENT_KEY", wantFile, isFile},
}

// readTargets reads and checks the variables of the exporters.
func readTargets(getenv func(string) (string, bool)) (targets, error) {
	env := func(name string) string {
		v, _ := getenv(name)
		return strings.TrimSpace(v)
	}
	if v := env("OTEL_SDK_DISABLED"); strings.EqualFold(v, "true") {
		return targets{}, &SettingError{"OTEL_SDK_DISABLED", v, "it unset: nothing is sent while it is true"}
	}
	t := targets{
		traces:       target(env, "TRACES"),
		metrics:      target(env, "METRICS"),
		metricsEvery: metricsEvery,
	}
	for _, c := range checks {
		for _, signal := range []string{"", "TRACES_", "METRICS_"} {
			name := prefix + signal + c.name
			if v := env(name); v != "" && !c.ok(v) {
				if c.name == "HEADERS" || strings.Contains(v, "@") {
					v = "…" // it may have a password
				}
				return targets{}, &SettingError{name, v, c.want}
			}
		}
	}
	if !t.traces && !t.metrics {
		return targets{}, noTarget(env)
	}
	const temporality = prefix + "METRICS_TEMPORALITY_PREFERENCE"
	if v := env(temporality); v != "" && !oneOf("cumulative", "delta", "lowmemory")(strings.ToLower(v)) {
		return targets{}, &SettingError{temporality, v, wantTime}
	}
	const interval = "OTEL_METRIC_EXPORT_INTERVAL"
	if v := env(interval); v != "" {
		if !isMilliseconds(v) {
			return targets{}, &SettingError{interval, v, wantMS}
		}
		ms, _ := strconv.Atoi(v)
		t.metricsEvery = time.Duration(ms) * time.Millisecond
	}
	return t, nil
}

// target reports whether a signal has an endpoint and isn't switched off, as by OTEL_METRICS_EXPORTER=none.
func target(env func(string) string, signal string) bool {
	if env("OTEL_"+signal+"_EXPORTER") == "none" {
		return false
	}
	return env(prefix+"ENDPOINT") != "" || env(prefix+signal+"_ENDPOINT") != ""
}

// noTarget returns the reason that nothing can be sent.
func noTarget(env func(string) string) error {
	for _, signal := range []string{"TRACES", "METRICS"} {
		name := "OTEL_" + signal + "_EXPORTER"
		if env(name) == "none" && (env(prefix+"ENDPOINT") != "" || env(prefix+signal+"_ENDPOINT") != "") {
			return &SettingError{name, "none", "otlp for one of OTEL_TRACES_EXPORTER and OTEL_METRICS_EXPORTER"}
		}
	}
	return &SettingError{Name: prefix + "ENDPOINT", Want: wantURL}
}

func isURL(v string) bool {
	u, err := url.Parse(v)
	return err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https")
}

func oneOf(all ...string) func(string) bool {
	return func(v string) bool { return slices.Contains(all, v) }
}

func isMilliseconds(v string) bool {
	ms, err := strconv.Atoi(v)
	return err == nil && ms > 0
}

func isFile(v string) bool {
	f, err := os.Open(v)
	if err == nil {
		f.Close()
	}
	return err == nil
}

func areHeaders(v string) bool {
	for pair := range strings.SplitSeq(v, ",") {
		name, value, ok := strings.Cut(pair, "=")
		if _, err := url.PathUnescape(value); err != nil || !ok || strings.TrimSpace(name) == "" {
			return false
		}
	}
	return true
}
