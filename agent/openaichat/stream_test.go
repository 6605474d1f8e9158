package openaichat

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/agent/internal/call"
	"github.com/toktee/toktee/agent/internal/decodertest"
	"github.com/toktee/toktee/agent/internal/sse"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/session"
)

func FuzzStream(f *testing.F) {
	for _, s := range streams {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, stream string) {
		decodertest.Check(t, stream, func(emit func(model.Event)) call.Decoder { return &decoder{emit: emit} })
	})
}

// streams are whole ones, and parts that servers send in an unusual way.
var streams = []string{
	"data: {\"id\":\"c\",\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n" +
		"data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"t\",\"function\":{\"name\":\"n\",\"arguments\":\"{\\\"x\\\"\"}}]}}]}\n\n" +
		"data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\":1}\"}}]}}]}\n\n" +
		"data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\ndata: {\"choices\":[],\"usage\":{\"prompt_tokens\":1}}\n\ndata: [DONE]\n\n",
	"data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"id\":\"t\",\"function\":{\"name\":\"n\",\"arguments\":{\"x\":1}}},{\"id\":\"u\",\"function\":{\"name\":\"m\"}}]},\"finish_reason\":\"stop\"}]}\n\n",
	"data: {\"choices\":[{\"delta\":{\"refusal\":\"no\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n",
	"data: {\"error\":\"x\"}\n\n", "data: {\"error\":{\"code\":429}}\n\n", "data: [DONE]\n\n", "data: null\n\n",
}

// Servers that aren't OpenAI's number calls in other ways.
func TestCallsOfOtherServers(t *testing.T) {
	for _, c := range []struct {
		name, stream string
		want         []string
	}{
		{"no index", `{"tool_calls":[{"id":"t","function":{"name":"n","arguments":"{\"x\":"}}]} {"tool_calls":[{"function":{"arguments":"1}"}}]} {"tool_calls":[{"id":"u","function":{"name":"m","arguments":"{}"}}]}`, []string{`t n {"x":1}`, `u m {}`}},
		{"the same index, other ids", `{"tool_calls":[{"index":0,"id":"t","function":{"name":"n","arguments":"{}"}}]} {"tool_calls":[{"index":0,"id":"u","function":{"name":"m","arguments":"{}"}}]}`, []string{`t n {}`, `u m {}`}},
		{"the id in every piece", `{"tool_calls":[{"index":0,"id":"t","function":{"name":"n","arguments":"{\"x\":"}}]} {"tool_calls":[{"index":0,"id":"t","function":{"name":"n","arguments":"1}"}}]}`, []string{`t n {"x":1}`}},
		{"interleaved", `{"tool_calls":[{"index":0,"id":"t","function":{"name":"n"}},{"index":1,"id":"u","function":{"name":"m"}}]} {"tool_calls":[{"index":1,"function":{"arguments":"{}"}}]} {"tool_calls":[{"index":0,"function":{"arguments":"{\"x\":1}"}}]}`, []string{`t n {"x":1}`, `u m {}`}},
		{"arguments that aren't a text", `{"tool_calls":[{"index":0,"id":"t","function":{"name":"n","arguments":{"x":1}}}]}`, []string{`t n {"x":1}`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			d := &decoder{emit: func(e model.Event) {
				if e, ok := e.(model.Done); ok {
					got = append(got, e.Item.Call.ID+" "+e.Item.Call.Name+" "+string(e.Item.Call.Arguments))
				}
			}}
			dec := json.NewDecoder(strings.NewReader(c.stream))
			for dec.More() {
				var delta json.RawMessage
				if err := dec.Decode(&delta); err != nil {
					t.Fatal(err)
				}
				if _, err := d.Event(sse.Event{Data: `{"choices":[{"delta":` + string(delta) + `}]}`}); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := d.Event(sse.Event{Data: `{"choices":[{"delta":{},"finish_reason":"stop"}]}`}); err != nil {
				t.Fatal(err)
			}
			if done, err := d.End(); !done || err != nil || d.Response().Stop != session.StopToolUse {
				t.Errorf("stop %q", d.Response().Stop)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("calls (-want +got):\n%s", diff)
			}
		})
	}
}

// Servers that close the stream without [DONE] say as well why the answer ended.
func TestEndWithoutDone(t *testing.T) {
	for finish, want := range map[string]string{"stop": "", "content_filter": model.KindRefused, "tired": model.KindProtocol} {
		d := &decoder{emit: func(model.Event) {}}
		if _, err := d.Event(sse.Event{Data: `{"choices":[{"delta":{"content":"x"},"finish_reason":"` + finish + `"}]}`}); err != nil {
			t.Fatal(err)
		}
		done, err := d.End()
		var failed *model.Error
		if errors.As(err, &failed); !done || (err != nil) != (want != "") || err != nil && failed.Kind != want {
			t.Errorf("%s: done %v, error %v, want %q", finish, done, err, want)
		}
	}
}
