package openairesponses

import (
	"testing"

	"github.com/toktee/toktee/agent/internal/decodertest"
	"github.com/toktee/toktee/agent/internal/sse"
	"github.com/toktee/toktee/agent/model"
)

// The seeds are a whole stream, and parts that servers send in an unusual way.
func FuzzStream(f *testing.F) {
	decodertest.Fuzz(f, newDecoder,
		decodertest.Events(
			`{"type":"response.created","response":{"id":"r"}}`,
			`{"type":"response.output_item.added","output_index":0,"item":{"type":"message"}}`,
			`{"type":"response.output_text.delta","output_index":0,"delta":"a"}`,
			`{"type":"response.output_item.done","output_index":0,`+
				`"item":{"type":"message","content":[{"type":"output_text","text":"a"}]}}`,
			`{"type":"response.output_item.done","output_index":1,`+
				`"item":{"type":"function_call","call_id":"t","id":"fc_1","name":"n","arguments":"{}"}}`,
			`{"type":"response.completed","response":{"id":"r","usage":{"input_tokens":1}}}`,
		),
		decodertest.Events(
			`{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","name":"n"}}`,
			`{"type":"response.function_call_arguments.delta","output_index":0,"delta":"{"}`,
			`{"type":"response.output_text.delta","output_index":0,"delta":"a"}`,
		),
		decodertest.Events(`{"type":"response.failed","response":{"error":null}}`),
		decodertest.Events(`{"type":"error","code":"server_error","message":"m"}`),
		decodertest.Events(`{"type":"response.incomplete"}`),
		decodertest.Events(`{"type":"response.function_call_arguments.delta","output_index":7,"delta":"{"}`),
		decodertest.Events(`null`),
	)
}

// A server that announces an item twice and breaks off leaves its text once.
func TestItemAddedTwice(t *testing.T) {
	d := newDecoder(func(model.Event) {})
	for _, data := range []string{
		`{"type":"response.output_item.added","output_index":0,"item":{"type":"message"}}`,
		`{"type":"response.output_item.added","output_index":0,"item":{"type":"message"}}`,
		`{"type":"response.output_text.delta","output_index":0,"delta":"once"}`,
	} {
		if _, err := d.Event(sse.Event{Data: data}); err != nil {
			t.Fatal(err)
		}
	}
	if items := d.Response().Items; len(items) != 1 || items[0].Text != "once" {
		t.Errorf("items %+v, want the text once", items)
	}
}
