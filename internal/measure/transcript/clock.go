package transcript

import (
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// clock takes a record's time, if it has one:
//
//	{"timestamp":"2026-10-01T09:02:00.000Z",...}
//	{"time":{"created":1790845320000},...}           opencode's messages, in milliseconds
//	{"time":{"start":1790845320000},...}             its parts
//	{"info":{"time":{"created":1790845320000}},...}  a message of its exports
func (r *reader) clock(f *face) {
	if at := timeOf(f.Timestamp); !at.IsZero() {
		r.at = at
		return
	}
	stamps := f.Time
	if f.Info.Kind() == '{' && stamps.Kind() != '{' {
		var info struct {
			Time jsontext.Value `json:"time"`
		}
		if json.Unmarshal(f.Info, &info, tolerant...) == nil {
			stamps = info.Time
		}
	}
	var t struct {
		Created jsontext.Value `json:"created"`
		Start   jsontext.Value `json:"start"`
	}
	if stamps.Kind() != '{' || json.Unmarshal(stamps, &t, tolerant...) != nil {
		return
	}
	for _, v := range []jsontext.Value{t.Created, t.Start} {
		if at := timeOf(v); !at.IsZero() {
			r.at = at
			return
		}
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
