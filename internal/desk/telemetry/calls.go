package telemetry

import (
	"context"
	"errors"
	"maps"
	"slices"

	"go.opentelemetry.io/otel/trace"

	"github.com/toktee/toktee/internal/host/journal"
)

// A call has the fields of a call that later events need.
type call struct {
	span  trace.SpanContext
	event journal.Event // without texts
}

// calls finds the last call of a result. It knows those of this process; earlier ones are read from the journal when
// they are first needed.
type calls struct {
	dir    string
	before map[string]int64 // bytes of each file at this process's start
	loaded bool
	byID   map[string]call
	older  map[string]call // of the generation before: so a process that follows for days forgets some
}

// generation is how many calls are known before the older ones go.
const generation = 50_000

func newCalls(dir string, before map[string]int64) *calls {
	return &calls{dir: dir, before: before, byID: map[string]call{}}
}

// note enters a call.
func (c *calls) note(e *journal.Event, span trace.SpanContext) {
	if e.ID == "" {
		return
	}
	kept := *e
	kept.Command, kept.Dir = "", ""
	if len(c.byID) >= generation {
		c.older, c.byID = c.byID, map[string]call{}
	}
	c.byID[e.ID] = call{span, kept}
}

// of is the last call of a result.
func (c *calls) of(ctx context.Context, id string) (call, bool) {
	found, ok := c.known(id)
	if !ok && !c.loaded && len(c.before) > 0 {
		c.load(ctx)
		found, ok = c.known(id)
	}
	return found, ok
}

func (c *calls) known(id string) (call, bool) {
	found, ok := c.byID[id]
	if !ok {
		found, ok = c.older[id]
	}
	return found, ok
}

var errReached = errors.New("the rest was read already")

// load reads the calls from before this process. If that fails, some re-reads have no link.
func (c *calls) load(ctx context.Context) {
	c.loaded = true
	earlier := newCalls(c.dir, nil)
	for _, file := range slices.Sorted(maps.Keys(c.before)) {
		end := c.before[file]
		journal.ReadDay(ctx, c.dir, journal.Position{File: file}, func(e journal.Event, at journal.Position) error {
			if at.Offset > end {
				return errReached
			}
			if e.Kind == journal.Result {
				earlier.note(&e, spanContext(&e, at))
			}
			return nil
		})
	}
	for _, all := range []map[string]call{earlier.byID, earlier.older} {
		for id, found := range all {
			if _, ok := c.known(id); !ok {
				c.byID[id] = found
			}
		}
	}
}

// spanContext are the ids of an event's span.
func spanContext(e *journal.Event, at journal.Position) trace.SpanContext {
	id := spanID(e, at)
	return trace.NewSpanContext(trace.SpanContextConfig{
		TraceID: traceID(e, id), SpanID: id, TraceFlags: trace.FlagsSampled,
	})
}
