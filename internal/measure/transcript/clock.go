package transcript

import (
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// clock takes a record's time, if it has one:
//
//	{"timestamp":"2026-10-01T09:02:00.000Z",...}
//	{"info":{"time":{"created":1790845320000}},...}  a message of opencode's, in milliseconds
func (r *reader) clock(f *face) {
	at := timeOf(f.Timestamp)
	if at.IsZero() && f.Info.Kind() == '{' {
		var info openCodeInfo
		if json.Unmarshal(f.Info, &info, tolerant...) == nil {
			at = timeOf(info.Time.Created)
		}
	}
	if !at.IsZero() {
		r.at = at
	}
}

// timeOf reads a time: a string of RFC 3339, or a number of milliseconds since 1970. It is
// the zero time for anything else.
func timeOf(v jsontext.Value) time.Time {
	switch v.Kind() {
	case '"':
		s := stringOf(v)
		if at, err := time.Parse(time.RFC3339, s); err == nil {
			return at.UTC()
		}
	case '0':
		var ms float64
		if json.Unmarshal(v, &ms) == nil && ms > 1e11 && ms < 1e14 { // 1973 to 5138
			return time.UnixMilli(int64(ms)).UTC()
		}
	}
	return time.Time{}
}
