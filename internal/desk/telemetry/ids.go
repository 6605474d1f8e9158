package telemetry

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"

	"go.opentelemetry.io/otel/trace"

	"github.com/toktee/toktee/internal/host/journal"
)

// spanID derives an id from the event's place in the journal, so that an event that is sent twice is the same span.
// Time and subject distinguish events at the same place in the journals of two machines.
func spanID(e *journal.Event, at journal.Position) (id trace.SpanID) {
	text := fmt.Sprintf("span\x00%s%d\x00%s%d\x00%s\x00%s",
		at.File, at.Offset, e.Kind, e.Time.UnixNano(), e.Session, e.ID)
	sum := sha256.Sum256([]byte(text))
	copy(id[:], sum[:])
	return id
}

// traceID is the same for all spans of a session, those of its sub-agents too. A call without a session has a trace of
// its own.
func traceID(e *journal.Event, span trace.SpanID) (id trace.TraceID) {
	session, _ := sessionOf(e)
	text := "session\x00" + session
	if session == "" {
		text = "call\x00" + string(span[:])
	}
	sum := sha256.Sum256([]byte(text))
	copy(id[:], sum[:])
	return id
}

// sessionOf is the session of an event, and the sub-agent, if there is one.
func sessionOf(e *journal.Event) (session, agent string) {
	session, agent, _ = strings.Cut(e.Session, "/")
	return session, agent
}

// named is the key of a context's value with the ids of the span that is started with it.
type named struct{}

// givenIDs hands out the ids of the context, in place of random ones.
type givenIDs struct{}

func (givenIDs) NewIDs(ctx context.Context) (trace.TraceID, trace.SpanID) {
	id, _ := ctx.Value(named{}).(trace.SpanContext)
	return id.TraceID(), id.SpanID()
}

func (g givenIDs) NewSpanID(ctx context.Context, _ trace.TraceID) trace.SpanID {
	_, id := g.NewIDs(ctx)
	return id
}
