// Package decodertest checks what every decoder of a provider's stream promises, whatever the stream is.
package decodertest

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/agent/internal/call"
	"github.com/toktee/toktee/agent/internal/sse"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/agent/session"
)

// Events returns a stream of server-sent events with this data. A line feed in the data separates a name from it:
// "error\n{}" is an event named error.
func Events(data ...string) string {
	var stream strings.Builder
	for _, d := range data {
		if name, rest, named := strings.Cut(d, "\n"); named {
			stream.WriteString("event: " + name + "\n")
			d = rest
		}
		stream.WriteString("data: " + d + "\n\n")
	}
	return stream.String()
}

// A Stream is a stream and the result that a decoder must return for it.
type Stream struct {
	Name   string
	Events []string // as for [Events]
	Want   []string // each text as "text ...", each thought as "thought ...", each call as "call ID NAME ARGUMENTS"
	ID     string   // of the response; "" isn't compared
	Usage  model.Usage
	Error  string // a part of the error's text; "" for none
}

// Check plays streams to decoders. The streams must mean the same in each format.
func Check(t *testing.T, newDecoder func(emit func(model.Event)) call.Decoder, streams []Stream) {
	for _, s := range streams {
		t.Run(s.Name, func(t *testing.T) {
			d := newDecoder(func(model.Event) {})
			err := feed(t, d, sse.NewReader(strings.NewReader(Events(s.Events...))))
			resp := d.Response()
			var got []string
			for _, it := range resp.Items {
				switch it.Kind {
				case session.KindText:
					got = append(got, "text "+it.Text)
				case session.KindReasoning:
					got = append(got, "thought "+it.Thought.Text)
				case session.KindCall:
					got = append(got, fmt.Sprintf("call %s %s %s", it.Call.ID, it.Call.Name, it.Call.Arguments))
				}
			}
			if !slices.Equal(got, s.Want) {
				t.Errorf("got %q, want %q", got, s.Want)
			}
			if s.ID != "" && resp.ID != s.ID || resp.Usage != s.Usage {
				t.Errorf("response %q with usage %+v, want %q, %+v", resp.ID, resp.Usage, s.ID, s.Usage)
			}
			if text := fmt.Sprint(err); (err != nil) != (s.Error != "") || !strings.Contains(text, s.Error) {
				t.Errorf("error %v, want %q", err, s.Error)
			}
		})
	}
}

// Fuzz checks a provider's decoder on the streams and on the fuzzer's variants of them:
//
//   - every error is a [*model.Error], and nothing panics;
//   - the response holds exactly the items that were passed on as done, in that order;
//   - the arguments of every call are a JSON object, and no text is empty.
func Fuzz(f *testing.F, newDecoder func(emit func(model.Event)) call.Decoder, streams ...string) {
	for _, s := range streams {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, stream string) {
		var passed []session.Item
		d := newDecoder(func(e model.Event) {
			if e, ok := e.(model.Done); ok {
				passed = append(passed, e.Item)
			}
		})
		feed(t, d, sse.NewReader(strings.NewReader(stream)))
		resp := d.Response()
		if again := d.Response(); !reflect.DeepEqual(resp, again) {
			t.Errorf("the response is %+v, and then %+v", resp, again)
		}
		if !reflect.DeepEqual(passed, resp.Items) {
			t.Errorf("passed on %+v, returned %+v", passed, resp.Items)
		}
		for _, it := range resp.Items {
			checkItem(t, it)
		}
	})
}

// feed hands events to the decoder until it has enough or the stream ends, and returns the decoder's error.
func feed(t *testing.T, d call.Decoder, r *sse.Reader) (err error) {
	t.Helper()
	for done := false; !done; {
		var e sse.Event
		e, err = r.Next()
		ended := err != nil
		if ended {
			done, err = d.StreamEnded()
		} else {
			done, err = d.Event(e)
		}
		if err != nil && !errors.As(err, new(*model.Error)) {
			t.Errorf("error %T %v, want a *model.Error", err, err)
		}
		done = done || err != nil || ended
	}
	return err
}

func checkItem(t *testing.T, it session.Item) {
	t.Helper()
	switch it.Kind {
	case session.KindCall:
		if args, ok := session.Arguments(string(it.Call.Arguments)); !ok || !json.Valid(args) {
			t.Errorf("call %+v: its arguments aren't a JSON object", it.Call)
		}
	case session.KindText:
		if it.Text == "" {
			t.Error("an empty text")
		}
	}
}
