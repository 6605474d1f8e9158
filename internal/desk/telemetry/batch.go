package telemetry

import (
	"context"
	"time"

	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"github.com/toktee/toktee/internal/host/journal"
)

// Limits of a batch. By default, a collector accepts 20 MiB in one request.
const (
	maxEvents = 512
	maxTexts  = 4 << 20
)

// A batch is one request: the spans of some events, and the counters after these.
type batch struct {
	x      *export
	totals *totals
	events int // that were looked at
	spans  int
	texts  int // bytes of texts sent to models
}

func newBatch(x *export) *batch {
	return &batch{x: x, totals: newTotals(x.state.Series)}
}

func (b *batch) full() bool { return b.events >= maxEvents || b.texts >= maxTexts }

// ended are the spans of the batch. The batch is sent after that.
func (b *batch) ended() []sdktrace.ReadOnlySpan {
	all := b.x.out.ended.take()
	b.spans = len(all)
	return all
}

// add makes the span of an event, and counts it. What isn't about a model is left out.
func (b *batch) add(ctx context.Context, e *journal.Event, at journal.Position) {
	b.events++
	id := spanContext(e, at)
	if e.Kind == journal.Result {
		b.x.calls.note(e, id)
	}
	if e.Time.Before(b.x.o.Since) {
		return
	}
	var text string
	if e.Kind == journal.Result && b.x.o.Contents {
		text = b.x.text(e)
		b.texts += len(text)
	}
	switch e.Kind {
	case journal.Result, journal.Passed:
		b.totals.call(e)
		b.span(ctx, id, e, executeTool+" "+toolOf(e), trace.WithAttributes(callAttributes(e, b.x.o.Contents, text)...))
	case journal.Fetched, journal.Again, journal.Whole:
		of, known := b.x.calls.of(ctx, e.ID)
		b.totals.later(e, of)
		options := []trace.SpanStartOption{trace.WithAttributes(laterAttributes(e, of)...)}
		if known {
			options = append(options, trace.WithLinks(trace.Link{SpanContext: of.span}))
			if e.Session == "" { // as after "toktee show": it belongs to the call's session
				id = id.WithTraceID(of.span.TraceID())
			}
		}
		b.span(ctx, id, e, "toktee."+string(e.Kind), options...)
	case journal.Compacted:
		b.span(ctx, id, e, "toktee."+string(e.Kind), trace.WithAttributes(sessionAttributes(e)...))
	}
}

// span makes a span with these ids that ended when the event was noted.
func (b *batch) span(
	ctx context.Context, id trace.SpanContext, e *journal.Event, name string, options ...trace.SpanStartOption,
) {
	if !b.x.to.traces {
		return
	}
	start := e.Time.Add(-time.Duration(e.DurationMS) * time.Millisecond)
	options = append(options, trace.WithNewRoot(), trace.WithTimestamp(start),
		trace.WithSpanKind(trace.SpanKindInternal))
	_, span := b.x.out.tracer.Start(context.WithValue(ctx, named{}, id), name, options...)
	if e.Outcome == failed {
		span.SetStatus(codes.Error, errorText(e))
	}
	span.End(trace.WithTimestamp(e.Time))
}
