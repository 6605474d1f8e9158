package openaichat

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/agent/internal/decodertest"
	"github.com/toktee/toktee/agent/internal/sse"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/agent/session"
)

// The seeds are a whole stream, and parts that servers send in an unusual way.
func FuzzStream(f *testing.F) {
	decodertest.Fuzz(f, newDecoder,
		decodertest.Events(
			`{"id":"c","choices":[{"delta":{"content":"a"}}]}`,
			deltaOfCalls(`{"index":0,"id":"t","function":{"name":"n","arguments":"{\"x\""}}`),
			deltaOfCalls(`{"index":0,"function":{"arguments":":1}"}}`),
			`{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}`,
			`{"choices":[],"usage":{"prompt_tokens":1}}`,
			`[DONE]`,
		),
		decodertest.Events(`{"choices":[{"finish_reason":"stop","delta":{"tool_calls":[`+
			`{"id":"t","function":{"name":"n","arguments":{"x":1}}},{"id":"u","function":{"name":"m"}}]}}]}`),
		decodertest.Events(`{"choices":[{"delta":{"refusal":"no"},"finish_reason":"stop"}]}`, `[DONE]`),
		decodertest.Events(`{"error":"x"}`),
		decodertest.Events(`{"error":{"code":429}}`),
		decodertest.Events(`[DONE]`),
		decodertest.Events(`null`),
	)
}

// deltaOfCalls is a chunk with pieces of calls, which are separated by commas.
func deltaOfCalls(calls string) string {
	return `{"choices":[{"delta":{"tool_calls":[` + calls + `]}}]}`
}

// Servers that aren't OpenAI's number calls in other ways.
func TestCallsOfOtherServers(t *testing.T) {
	for _, c := range []struct {
		name   string
		chunks []string // the calls in each
		want   []string
	}{
		{
			"no index",
			[]string{
				`{"id":"t","function":{"name":"n","arguments":"{\"x\":"}}`,
				`{"function":{"arguments":"1}"}}`,
				`{"id":"u","function":{"name":"m","arguments":"{}"}}`,
			},
			[]string{`t n {"x":1}`, `u m {}`},
		}, {
			"the same index, other ids",
			[]string{
				`{"index":0,"id":"t","function":{"name":"n","arguments":"{}"}}`,
				`{"index":0,"id":"u","function":{"name":"m","arguments":"{}"}}`,
			},
			[]string{`t n {}`, `u m {}`},
		}, {
			"the id in every piece",
			[]string{
				`{"index":0,"id":"t","function":{"name":"n","arguments":"{\"x\":"}}`,
				`{"index":0,"id":"t","function":{"name":"n","arguments":"1}"}}`,
			},
			[]string{`t n {"x":1}`},
		}, {
			"interleaved",
			[]string{
				`{"index":0,"id":"t","function":{"name":"n"}},{"index":1,"id":"u","function":{"name":"m"}}`,
				`{"index":1,"function":{"arguments":"{}"}}`,
				`{"index":0,"function":{"arguments":"{\"x\":1}"}}`,
			},
			[]string{`t n {"x":1}`, `u m {}`},
		}, {
			"arguments that aren't a text",
			[]string{`{"index":0,"id":"t","function":{"name":"n","arguments":{"x":1}}}`},
			[]string{`t n {"x":1}`},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			d := newDecoder(func(e model.Event) {
				if e, ok := e.(model.Done); ok {
					got = append(got, e.Item.Call.ID+" "+e.Item.Call.Name+" "+string(e.Item.Call.Arguments))
				}
			})
			for _, calls := range c.chunks {
				if _, err := d.Event(sse.Event{Data: deltaOfCalls(calls)}); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := d.Event(sse.Event{Data: `{"choices":[{"delta":{},"finish_reason":"stop"}]}`}); err != nil {
				t.Fatal(err)
			}
			if done, err := d.StreamEnded(); !done || err != nil || d.Response().Stop != session.StopToolUse {
				t.Errorf("stop %q", d.Response().Stop)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("calls (-want +got):\n%s", diff)
			}
		})
	}
}

// Servers that close the stream without [DONE] report as well why the answer ended.
func TestEndWithoutDone(t *testing.T) {
	for finish, want := range map[string]string{
		"stop": "", "content_filter": model.KindRefused, "tired": model.KindProtocol,
	} {
		d := newDecoder(func(model.Event) {})
		chunk := `{"choices":[{"delta":{"content":"x"},"finish_reason":"` + finish + `"}]}`
		if _, err := d.Event(sse.Event{Data: chunk}); err != nil {
			t.Fatal(err)
		}
		done, err := d.StreamEnded()
		kind := ""
		if failed := new(model.Error); errors.As(err, &failed) {
			kind = failed.Kind
		}
		if !done || kind != want {
			t.Errorf("%s: done %v, error %v, want %q", finish, done, err, want)
		}
	}
}
