// Package decodertest is what every decoder of a provider's stream promises, whatever comes: for fuzz tests.
package decodertest

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/agent/internal/call"
	"github.com/toktee/toktee/agent/internal/sse"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/session"
)

// Check feeds a stream to a decoder and fails unless
//
//   - errors are of the provider's kind, and nothing panics;
//   - what was told as done is what the response holds, in that order;
//   - a call's arguments are a JSON object.
func Check(t *testing.T, stream string, decoder func(emit func(model.Event)) call.Decoder) {
	t.Helper()
	var told []session.Item
	d := decoder(func(e model.Event) {
		if e, ok := e.(model.Done); ok {
			told = append(told, e.Item)
		}
	})
	for r := sse.NewReader(strings.NewReader(stream)); ; {
		e, err := r.Next()
		if err != nil {
			if _, err := d.End(); err != nil && !errors.As(err, new(*model.Error)) {
				t.Errorf("error %T %v, want a *model.Error", err, err)
			}
			break
		}
		done, err := d.Event(e)
		if err != nil {
			var failed *model.Error
			if !errors.As(err, &failed) {
				t.Errorf("error %T %v, want a *model.Error", err, err)
			}
		}
		if done || err != nil {
			break
		}
	}
	resp := d.Response()
	if again := d.Response(); !reflect.DeepEqual(resp, again) {
		t.Errorf("the response is %+v, and then %+v", resp, again)
	}
	if !reflect.DeepEqual(told, resp.Items) {
		t.Errorf("told %+v, returned %+v", told, resp.Items)
	}
	for _, it := range resp.Items {
		if it.Kind == session.KindCall {
			if args, ok := session.Arguments(string(it.Call.Arguments)); !ok || !json.Valid(args) {
				t.Errorf("call %+v: its arguments aren't a JSON object", it.Call)
			}
		}
	}
	if slices.ContainsFunc(resp.Items, func(it session.Item) bool { return it.Kind == session.KindText && it.Text == "" }) {
		t.Error("an empty text")
	}
}
