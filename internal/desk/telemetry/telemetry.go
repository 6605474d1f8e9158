// Package telemetry sends the journal to an OpenTelemetry collector, over OTLP and HTTP: a span for each output sent to
// a model, spans for re-reads, and counters of tokens. docs/telemetry.md lists every attribute.
//
//	sent, err := telemetry.Export(ctx, telemetry.Options{
//		Journal: s.JournalDir(), Dir: storeDir, Store: s, Version: version, Getenv: os.LookupEnv,
//	})
//
// Nothing leaves the machine unless the environment names an endpoint, by OpenTelemetry's own variables. Commands,
// paths and texts stay here unless [Options].Contents is set; then keys and tokens of well-known shapes are masked.
//
// # Delivery
//
// After the collector has accepted a batch, the place in the journal is stored in the store's folder. If a process dies
// between the two, spans are sent twice, with the same ids: these derive from the event's place in the journal.
// Counters are stored with that place and sent as totals since a fixed start, so sending them twice changes nothing.
// Only as differences (OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE=delta) may one count twice.
//
// A span can't be changed after it is sent. So a re-read, which comes later, is a span of its own with a link to that
// of its call. The spans of a session have the same trace, whose id derives from the session's. They have no parents,
// since the end of a session is never known.
//
// # Limits and cost
//
// A batch is 512 events or 4 MiB of texts. One process exports from a folder at a time ([ErrBusy]). The first re-read
// of a call that an earlier process sent makes it read the whole journal, which has at most 64 MiB.
package telemetry

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/text/words"
)

// Options selects the events to send.
type Options struct {
	Journal  string       // the journal's folder
	Dir      string       // the store's folder, which has the state
	Store    *store.Store // has the texts, which are sent with Contents alone; nil sends none
	Contents bool         // commands, folders and texts are sent too
	Since    time.Time    // events before it are left out, for good
	Follow   bool         // waits for more until the context ends, and for a collector that can't be reached
	Version  string       // of toktee

	// Getenv is the process's environment. It can be no other, since the exporters of OpenTelemetry read that too.
	Getenv func(string) (string, bool)
	Warn   func(error)                                // what goes wrong besides; nil drops it
	Report func(events int)                           // gets how many events were sent so far; may be nil
	Now    func() time.Time                           // nil is time.Now
	Wait   func(context.Context, time.Duration) error // nil waits by the clock

	firstWait time.Duration // before a second try; 0 is firstWait, and tests take less
}

// Sent counts what the collector has accepted.
type Sent struct {
	Spans    int
	Events   int   // of the journal that were read
	Rejected int64 // spans and points dropped by the collector
	Bad      int   // lines of the journal that aren't events
}

// String is one line: sent 12 spans for 14 events of the journal, 3 spans or points of these rejected.
func (s Sent) String() string {
	text := fmt.Sprintf("sent %s for %s of the journal",
		words.Count(s.Spans, "span", "spans"), words.Count(s.Events, "event", "events"))
	if s.Rejected > 0 {
		text += fmt.Sprintf("; the collector rejected %d spans or points", s.Rejected)
	}
	if s.Bad > 0 {
		text += fmt.Sprintf("; lines of the journal that aren't events: %d", s.Bad)
	}
	return text
}

// ErrBusy means that another process exports from the same folder.
var ErrBusy = errors.New("another process is exporting from this store")

// The pace of an exporter.
const (
	poll         = 5 * time.Second  // between looks into the journal
	metricsEvery = time.Minute      // default of OTEL_METRIC_EXPORT_INTERVAL
	patience     = time.Minute      // how long a collector that can't be reached is tried, unless we follow
	firstWait    = time.Second      // before the second try
	longestWait  = 30 * time.Second // between tries
)

// Export sends new events of the journal. Without Follow it returns after the last.
func Export(ctx context.Context, o Options) (Sent, error) {
	o.defaults()
	to, err := readTargets(o.Getenv)
	if err != nil {
		return Sent{}, err
	}
	unlock, err := lockDir(o.Dir)
	if err != nil {
		return Sent{}, err
	}
	defer unlock()
	st, err := loadState(o.Dir, o.Now)
	if err != nil {
		return Sent{}, err
	}
	out, err := newSender(ctx, &o, to, st.Instance)
	if err != nil {
		return Sent{}, err
	}
	defer out.close()
	x := &export{o: &o, to: to, out: out, state: st}
	x.calls = newCalls(o.Journal, st.Read)
	err = x.run(ctx)
	x.sent.Rejected = out.rejected
	if err != nil && ctx.Err() != nil {
		return x.sent, ctx.Err()
	}
	return x.sent, err
}

func (o *Options) defaults() {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Wait == nil {
		o.Wait = wait
	}
	if o.firstWait == 0 {
		o.firstWait = firstWait
	}
	if o.Warn == nil {
		o.Warn = func(error) {}
	}
}

func wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// An export is one run of [Export].
type export struct {
	o     *Options
	to    targets
	out   *sender
	state *state
	calls *calls
	sent  Sent
}

// run sends batches until there are no more, then the counters. With Follow it starts again.
func (x *export) run(ctx context.Context) error {
	var counted time.Time // when the counters were sent last
	for {
		more, err := x.batch(ctx)
		if err != nil {
			return err
		}
		now := x.o.Now()
		if due := now.Sub(counted) >= x.to.metricsEvery; !more && (due || !x.o.Follow) {
			if err := x.counters(ctx, now); err != nil {
				return err
			}
			counted = now
		}
		switch {
		case more:
		case !x.o.Follow:
			return nil
		default:
			if err := x.o.Wait(ctx, poll); err != nil {
				return err
			}
		}
	}
}

// errFull ends the reading of a batch.
var errFull = errors.New("the batch is full")

// batch sends the spans of the next events, and stores their place. more reports that the journal goes on.
func (x *export) batch(ctx context.Context) (more bool, err error) {
	b := newBatch(x)
	to, bad, err := x.read(ctx, b)
	if err != nil || maps.Equal(to, x.state.Read) {
		return false, err
	}
	if err := x.out.spans(ctx, b.ended()); err != nil {
		return false, fmt.Errorf("sending spans: %w", err)
	}
	x.state.Read, x.state.Series = to, b.totals.all
	if err := x.state.save(x.o.Dir); err != nil {
		return false, err
	}
	x.sent.Bad += bad
	x.sent.Spans += b.spans
	x.sent.Events += b.events
	if x.o.Report != nil {
		x.o.Report(x.sent.Events)
	}
	return b.full(), nil
}

// read fills a batch, and returns how far each file is read then. Files that are gone are forgotten.
func (x *export) read(ctx context.Context, b *batch) (to map[string]int64, bad int, err error) {
	days, err := journal.Days(x.o.Journal)
	to = map[string]int64{}
	for _, day := range days {
		from := journal.Position{File: day.File, Offset: x.state.Read[day.File]}
		if from.Offset > day.Size {
			from.Offset = 0 // another file of the same name: files only grow
		}
		if err == nil && from.Offset < day.Size && !b.full() {
			var badHere int
			from, badHere, err = journal.ReadDay(ctx, x.o.Journal, from, func(
				e journal.Event, at journal.Position,
			) error {
				b.add(ctx, &e, at)
				if b.full() {
					return errFull
				}
				return nil
			})
			bad += badHere
			if errors.Is(err, errFull) {
				err = nil
			}
		}
		if from.Offset > 0 {
			to[day.File] = from.Offset
		}
	}
	return to, bad, err
}

// counters sends all counters.
func (x *export) counters(ctx context.Context, now time.Time) error {
	if !x.to.metrics || len(x.state.Series) == 0 {
		return nil
	}
	if err := x.out.points(ctx, x.state, now); err != nil {
		return fmt.Errorf("sending metrics: %w", err)
	}
	x.state.accepted(now)
	return x.state.save(x.o.Dir)
}
