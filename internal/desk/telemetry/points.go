package telemetry

import (
	"time"

	"go.opentelemetry.io/otel/attribute"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
)

// A shape is the form of a metric's points: totals since the start, or differences since the collector's last
// acceptance.
type shape struct {
	how         metricdata.Temporality
	start, time time.Time
}

func shapeOf(how metricdata.Temporality, s *state, now time.Time) shape {
	start := s.Start
	if how == metricdata.DeltaTemporality && !s.Counted.IsZero() {
		start = s.Counted
	}
	return shape{how, start, now}
}

// of returns the point of a series, and false without one.
func (h shape) of(s *series) (point, bool) {
	if h.how != metricdata.DeltaTemporality {
		return s.Total, true
	}
	p := s.Total.minus(s.Sent)
	return p, p.Count != 0
}

// metricsOf are the counters of a state in OpenTelemetry's form.
func metricsOf(s *state, temporality sdkmetric.TemporalitySelector, now time.Time) []metricdata.Metrics {
	sums := shapeOf(temporality(sdkmetric.InstrumentKindCounter), s, now)
	histograms := shapeOf(temporality(sdkmetric.InstrumentKindHistogram), s, now)
	var all []metricdata.Metrics
	for _, m := range metrics {
		var data metricdata.Aggregation
		if m == durations {
			data = histogram(s.Series, m, histograms)
		} else {
			data = sum(s.Series, m, sums)
		}
		if data != nil {
			all = append(all, metricdata.Metrics{Name: m.name, Description: m.about, Unit: m.unit, Data: data})
		}
	}
	return all
}

// sum returns the points of a metric, or nil without any.
func sum(all []series, m metric, h shape) metricdata.Aggregation {
	var points []metricdata.DataPoint[int64]
	for i := range all {
		if p, ok := h.of(&all[i]); ok && all[i].Metric == m.name {
			points = append(points, metricdata.DataPoint[int64]{
				Attributes: set(all[i].Labels), StartTime: h.start, Time: h.time, Value: p.Count,
			})
		}
	}
	if points == nil {
		return nil
	}
	return metricdata.Sum[int64]{DataPoints: points, Temporality: h.how, IsMonotonic: true}
}

func histogram(all []series, m metric, h shape) metricdata.Aggregation {
	var points []metricdata.HistogramDataPoint[float64]
	for i := range all {
		if p, ok := h.of(&all[i]); ok && all[i].Metric == m.name {
			points = append(points, metricdata.HistogramDataPoint[float64]{
				Attributes: set(all[i].Labels), StartTime: h.start, Time: h.time, Count: uint64(p.Count), Sum: p.Sum,
				Bounds: bounds, BucketCounts: p.Buckets,
			})
		}
	}
	if points == nil {
		return nil
	}
	return metricdata.Histogram[float64]{DataPoints: points, Temporality: h.how}
}

func set(labels map[string]string) attribute.Set {
	var all []attribute.KeyValue
	for k, v := range labels {
		if k == overflow {
			all = append(all, attribute.Bool(k, true))
			continue
		}
		all = append(all, attribute.String(k, v))
	}
	return attribute.NewSet(all...)
}
