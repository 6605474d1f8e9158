package telemetry

import (
	"maps"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/host/journal"
)

// A metric is a counter, or the histogram of durations.
type metric struct {
	name, unit, about string
}

// The metrics, in the order in which they are sent.
var (
	durations = metric{"gen_ai.execute_tool.duration", "s", "The duration of a tool's execution."}
	counts    = metric{"toktee.calls", "{call}", "Outputs of tools for which a model got a text."}
	passed    = metric{"toktee.passed_calls", "{call}", "Other calls, whose output passed through unchanged."}
	raw       = metric{keyRawTokens, "{token}", "Tokens of the outputs."}
	given     = metric{"toktee.given_tokens", "{token}", "Tokens of the texts that models got instead of the outputs."}
	regrets   = metric{"toktee.regrets", "{regret}", "Re-reads: calls that got lines that a text had omitted."}
	regretted = metric{"toktee.regretted_tokens", "{token}", "Tokens of the re-reads."}

	metrics = []metric{durations, counts, passed, raw, given, regrets, regretted}
)

// bounds are those that the conventions ask for, in seconds.
var bounds = []float64{0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92}

// maxSeries limits the attribute sets of a metric. Further ones are counted together, as the SDK does.
const (
	maxSeries = 2000
	overflow  = "otel.metric.overflow"
)

// A series counts one metric for one set of attributes.
type series struct {
	Metric string            `json:"metric"`
	Labels map[string]string `json:"labels,omitempty"`
	Total  point             `json:"total"`
	Sent   point             `json:"sent,omitzero"` // last accepted by the collector
}

// A point is the value of a series. For a histogram, Count is the number of values.
type point struct {
	Count   int64    `json:"count"`
	Sum     float64  `json:"sum,omitempty"`
	Buckets []uint64 `json:"buckets,omitempty"`
}

func (p point) clone() point {
	p.Buckets = slices.Clone(p.Buckets)
	return p
}

// minus returns the difference to an earlier point.
func (p point) minus(o point) point {
	p = p.clone()
	p.Count -= o.Count
	p.Sum -= o.Sum
	for i := range min(len(p.Buckets), len(o.Buckets)) {
		p.Buckets[i] -= o.Buckets[i]
	}
	return p
}

// totals adds up events.
type totals struct {
	all   []series
	index map[string]int // of a series, by metric and labels
	of    map[string]int // how many series a metric has
}

// newTotals goes on from series, which stay as they are.
func newTotals(from []series) *totals {
	t := &totals{all: slices.Clone(from), index: map[string]int{}, of: map[string]int{}}
	for i := range t.all {
		t.all[i].Total = t.all[i].Total.clone()
		t.index[key(t.all[i].Metric, t.all[i].Labels)] = i
		t.of[t.all[i].Metric]++
	}
	return t
}

func key(metric string, labels map[string]string) string {
	var b strings.Builder
	b.WriteString(metric)
	for _, k := range slices.Sorted(maps.Keys(labels)) {
		b.WriteString("\x00" + k + "\x00" + labels[k])
	}
	return b.String()
}

// at is the point of a metric and labels, a new one if there is none.
func (t *totals) at(m metric, labels map[string]string) *point {
	k := key(m.name, labels)
	if _, ok := t.index[k]; !ok && t.of[m.name] >= maxSeries {
		labels = map[string]string{overflow: "true"}
		k = key(m.name, labels)
	}
	i, ok := t.index[k]
	if !ok {
		i = len(t.all)
		t.all = append(t.all, series{Metric: m.name, Labels: labels})
		t.index[k] = i
		t.of[m.name]++
	}
	return &t.all[i].Total
}

func (t *totals) add(m metric, n int, labels map[string]string) {
	t.at(m, labels).Count += int64(max(n, 0)) // a counter never falls
}

// call counts a call.
func (t *totals) call(e *journal.Event) {
	if e.Kind == journal.Passed {
		t.add(passed, 1, labels(e, keyTool, keyDoor, keyAgent))
	} else {
		by := labels(e, keyTool, keyDoor, keyAgent, keyStrategy, keyOutcome)
		t.add(counts, 1, by)
		t.add(raw, e.WithoutToktee(), by)
		t.add(given, e.Given, by)
	}
	if e.DurationMS > 0 {
		t.duration(e)
	}
}

// duration counts how long a call took.
func (t *totals) duration(e *journal.Event) {
	p := t.at(durations, labels(e, keyTool, keyToolType, keyAgent, keyError))
	if p.Buckets == nil {
		p.Buckets = make([]uint64, len(bounds)+1)
	}
	seconds := float64(e.DurationMS) / 1000
	i, _ := slices.BinarySearch(bounds, seconds) // a bound belongs to the bucket below it
	p.Buckets[i]++
	p.Count++
	p.Sum += seconds
}

// later counts an event that is about an earlier call, under that call's attributes.
func (t *totals) later(e *journal.Event, of call) {
	if e.Kind == journal.Whole {
		if n := givenLater(e, of); n > 0 {
			t.add(given, n, labels(&of.event, keyTool, keyDoor, keyAgent, keyStrategy, keyOutcome))
		}
		return
	}
	by := labels(&of.event, keyTool, keyAgent, keyStrategy)
	by[keyHow] = string(e.Kind)
	t.add(regrets, 1, by)
	t.add(regretted, e.Given, by)
}

// labels are some attributes of an event, those that it has.
func labels(e *journal.Event, keys ...string) map[string]string {
	m := make(map[string]string, len(keys)+1)
	for _, a := range callAttributes(e, false, "") {
		if key := string(a.Key); slices.Contains(keys, key) {
			m[key] = a.Value.AsString()
		}
	}
	return m
}
