package telemetry

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetrichttp"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/instrumentation"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

const scope = "github.com/toktee/toktee"

// A sender passes spans and points to the exporters of OpenTelemetry, which read headers, compression, certificates and
// time limits from the environment. It retries while the collector can't accept them.
type sender struct {
	o        *Options
	resource *resource.Resource
	traces   *otlptrace.Exporter
	metrics  *otlpmetrichttp.Exporter
	provider *sdktrace.TracerProvider
	tracer   trace.Tracer
	ended    *ended
	rejected int64
}

// newSender makes the exporters, which connect to nothing yet.
func newSender(ctx context.Context, o *Options, to targets, instance string) (*sender, error) {
	res, err := resource.New(ctx, resource.WithAttributes(
		attribute.String("service.name", "toktee"),
		attribute.String("service.version", o.Version),
		attribute.String("service.instance.id", instance),
	), resource.WithTelemetrySDK(), resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	s := &sender{o: o, resource: res, ended: &ended{}}
	s.provider = sdktrace.NewTracerProvider(
		sdktrace.WithResource(res), sdktrace.WithIDGenerator(givenIDs{}), sdktrace.WithSpanProcessor(s.ended))
	s.tracer = s.provider.Tracer(scope, trace.WithInstrumentationVersion(o.Version))
	if to.traces {
		s.traces, err = otlptracehttp.New(ctx, otlptracehttp.WithRetry(otlptracehttp.RetryConfig{
			Enabled: true, InitialInterval: o.firstWait, MaxInterval: longestWait, MaxElapsedTime: patience,
		}))
	}
	if to.metrics && err == nil {
		s.metrics, err = otlpmetrichttp.New(ctx, otlpmetrichttp.WithRetry(otlpmetrichttp.RetryConfig{
			Enabled: true, InitialInterval: o.firstWait, MaxInterval: longestWait, MaxElapsedTime: patience,
		}))
	}
	if err != nil {
		return nil, fmt.Errorf("the exporter: %w", err)
	}
	return s, nil
}

// close ends idle connections. Nothing is left to be sent.
func (s *sender) close() {
	ctx := context.Background()
	s.provider.Shutdown(ctx)
	if s.traces != nil {
		s.traces.Shutdown(ctx)
	}
	if s.metrics != nil {
		s.metrics.Shutdown(ctx)
	}
}

// spans sends spans.
func (s *sender) spans(ctx context.Context, all []sdktrace.ReadOnlySpan) error {
	if s.traces == nil || len(all) == 0 {
		return nil
	}
	return s.deliver(ctx, func(ctx context.Context) error { return s.traces.ExportSpans(ctx, all) })
}

// points sends the counters of a state.
func (s *sender) points(ctx context.Context, st *state, now time.Time) error {
	all := metricsOf(st, s.metrics.Temporality, now)
	if len(all) == 0 {
		return nil
	}
	data := &metricdata.ResourceMetrics{Resource: s.resource, ScopeMetrics: []metricdata.ScopeMetrics{{
		Scope: instrumentation.Scope{Name: scope, Version: s.o.Version}, Metrics: all,
	}}}
	return s.deliver(ctx, func(ctx context.Context) error { return s.metrics.Export(ctx, data) })
}

// deliver sends until the collector accepts or refuses. The exporters wait for a busy collector, as long as it asks;
// this function waits for one that can't be reached.
func (s *sender) deliver(ctx context.Context, send func(context.Context) error) error {
	begun := s.o.Now()
	for pause := s.o.firstWait; ; pause = min(2*pause, longestWait) {
		err := send(ctx)
		switch dropped, partly := partial(err); {
		case err == nil:
			return nil
		case partly:
			s.rejected += dropped
			s.o.Warn(err)
			return nil // dropped spans must not be sent again
		case ctx.Err() != nil:
			return ctx.Err()
		case !temporary(err):
			return err
		case !s.o.Follow && s.o.Now().Sub(begun) > patience:
			return err
		}
		if pause == s.o.firstWait {
			s.o.Warn(fmt.Errorf("trying again: %w", err))
		}
		if err := s.o.Wait(ctx, pause); err != nil {
			return err
		}
	}
}

// temporary reports whether the same may be accepted later. The exporters' own error for that isn't exported.
func temporary(err error) bool {
	var unreachable *url.Error
	return errors.As(err, &unreachable) || strings.Contains(err.Error(), "retry-able request failure")
}

// partial reads the number of spans or points that a collector has dropped, while it accepted the others. The
// exporters' own error for that isn't exported:
//
//	OTLP partial success: too old (3 spans rejected)
func partial(err error) (dropped int64, ok bool) {
	if err == nil || strings.Contains(err.Error(), "failed to send to") {
		return 0, false // an answer that may have anything in it
	}
	_, text, ok := strings.Cut(err.Error(), "OTLP partial success: ")
	if i := strings.LastIndexByte(text, '('); ok && i >= 0 {
		fmt.Sscanf(text[i:], "(%d", &dropped)
	}
	return dropped, ok
}

// ended gathers the spans of a batch.
type ended struct{ spans []sdktrace.ReadOnlySpan }

func (e *ended) take() []sdktrace.ReadOnlySpan {
	all := e.spans
	e.spans = nil
	return all
}

func (e *ended) OnEnd(s sdktrace.ReadOnlySpan)                 { e.spans = append(e.spans, s) }
func (*ended) OnStart(context.Context, sdktrace.ReadWriteSpan) {}
func (*ended) Shutdown(context.Context) error                  { return nil }
func (*ended) ForceFlush(context.Context) error                { return nil }
