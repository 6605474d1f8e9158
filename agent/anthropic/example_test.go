package anthropic_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"

	"github.com/toktee/toktee/agent/anthropic"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/agent/session"
)

// answer is what the API streams.
const answer = `data: {"type":"message_start","message":{"id":"msg_1","usage":{"input_tokens":12}}}

data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"It "}}

data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"rains."}}

data: {"type":"content_block_stop","index":0}

data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":4}}

data: {"type":"message_stop"}

`

func Example() {
	// A server of our own in place of the API.
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, answer)
	}))
	defer server.Close()

	client, err := anthropic.New(model.Endpoint{BaseURL: server.URL, Key: "secret"})
	if err != nil {
		log.Fatal(err)
	}
	question := []session.Item{{Kind: session.KindUser, Text: "How is the weather?"}}
	request := model.Request{Model: "some-model", View: session.NewView(question, nil)}
	resp, err := client.Stream(context.Background(), request, func(e model.Event) {
		if e, ok := e.(model.TextDelta); ok {
			fmt.Printf("%q\n", e.Text)
		}
	})
	fmt.Println(resp.Stop, resp.Usage.Input, resp.Usage.Output, err)
	// Output:
	// "It "
	// "rains."
	// stop 12 4 <nil>
}
