package sdktest

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"
	anthropicoption "github.com/anthropics/anthropic-sdk-go/option"
	"github.com/google/go-cmp/cmp"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/responses"

	ours "github.com/toktee/toktee/agent/anthropic"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/agent/openaichat"
	"github.com/toktee/toktee/agent/openairesponses"
	"github.com/toktee/toktee/agent/session"
	"github.com/toktee/toktee/agent/tool"
	"github.com/toktee/toktee/internal/testing/wiretest"
)

// answer is what a client has read from a stream.
type answer struct {
	Text, Thought string
	Calls         []string
	Stop          string
	Input, Output int64
}

// use takes over the counts of the Responses API.
func (a *answer) use(u responses.ResponseUsage) { a.Input, a.Output = u.InputTokens, u.OutputTokens }

var turns = []wiretest.Turn{
	{Thought: "I have to look first.", Text: "I'll look. Größe <b> & \"ü\" 漢字", Calls: []wiretest.Call{
		{Name: "list", Arguments: `{"path":".","n":12345678901234567890}`},
		{Name: "exec", Arguments: `{"command":"git status && echo \"<ü>\""}`},
		{Name: "none", Arguments: `{}`},
	}},
	{Text: "Done."},
	{Calls: []wiretest.Call{{Name: "exec", Arguments: `{"command":"ls"}`}}},
	{Text: "And then", Stop: session.StopLength},
}

func compactArgs(t *testing.T, id, name string, args []byte) string {
	t.Helper()
	if len(args) == 0 {
		args = []byte("{}")
	}
	if !json.Valid(args) {
		t.Errorf("arguments %q aren't JSON", args)
	}
	return fmt.Sprintf("%s %s %s", id, name, args)
}

// readOurs is what our client reads.
func readOurs(t *testing.T, p interface {
	Stream(context.Context, model.Request, func(model.Event)) (model.Response, error)
}, req model.Request) answer {
	t.Helper()
	resp, err := p.Stream(t.Context(), req, func(model.Event) {})
	if err != nil {
		t.Fatal(err)
	}
	a := answer{Stop: string(resp.Stop), Input: int64(resp.Usage.Input), Output: int64(resp.Usage.Output)}
	for _, it := range resp.Items {
		switch it.Kind {
		case session.KindText:
			a.Text += it.Text
		case session.KindReasoning:
			a.Thought += it.Thought.Text
		case session.KindCall:
			a.Calls = append(a.Calls, compactArgs(t, it.Call.ID, it.Call.Name, it.Call.Arguments))
		}
	}
	return a
}

// request is a request with everything in it.
func request(t *testing.T) model.Request {
	t.Helper()
	items := []session.Item{
		{Kind: session.KindUser, ID: "1", Turn: 1, Text: "look <here>"},
		{Kind: session.KindText, ID: "2", Turn: 1, Response: "r", Text: "I look"},
	}
	const schema = `{"type":"object","properties":{"command":{"type":"string"}},"required":["command"]}`
	return model.Request{
		Model: "m", System: "Be brief.", Effort: "low", MaxTokens: 5000, View: session.NewView(items, nil),
		Tools: []tool.Tool{
			{Name: "exec", Description: "runs <it>", Schema: json.RawMessage(schema)},
			{Name: "none"},
		},
	}
}

// serve starts a server that plays each turn twice: for the provider's library, and for us.
func serve(t *testing.T, turn wiretest.Turn) *wiretest.Server {
	t.Helper()
	for i := range turn.Calls {
		turn.Calls[i].ID = fmt.Sprintf("call_%d", i)
	}
	s, err := wiretest.Start(wiretest.Options{Key: "k", Piece: 5}, turn, turn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// sameBody checks that a type of the library takes all that our request holds, but for the switch of streaming, which
// the libraries add themselves.
func sameBody[T any](t *testing.T, body []byte) {
	t.Helper()
	var typed T
	if err := json.Unmarshal(body, &typed); err != nil {
		t.Fatalf("%T doesn't take the request: %v\n%s", typed, err, body)
	}
	back, err := json.Marshal(typed)
	if err != nil {
		t.Fatal(err)
	}
	var want, got map[string]any
	if err := json.Unmarshal(body, &want); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(back, &got); err != nil {
		t.Fatal(err)
	}
	delete(want, "stream")
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("request through %T (-ours +theirs):\n%s", typed, d)
	}
}

func TestAnthropic(t *testing.T) {
	stops := map[anthropic.StopReason]string{"end_turn": "stop", "tool_use": "tool_use", "max_tokens": "length"}
	for _, turn := range turns {
		s := serve(t, turn)
		client := anthropic.NewClient(
			anthropicoption.WithBaseURL(s.BaseURL(wiretest.Anthropic)), anthropicoption.WithAPIKey("k"))
		stream := client.Messages.NewStreaming(t.Context(), anthropic.MessageNewParams{
			Model: "m", MaxTokens: 100,
			Messages: []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock("hi"))},
		})
		var message anthropic.Message
		for stream.Next() {
			if err := message.Accumulate(stream.Current()); err != nil {
				t.Fatal(err)
			}
		}
		if err := stream.Err(); err != nil {
			t.Fatal(err)
		}
		theirs := answer{
			Stop: stops[message.StopReason], Input: message.Usage.InputTokens, Output: message.Usage.OutputTokens,
		}
		for _, b := range message.Content {
			switch b := b.AsAny().(type) {
			case anthropic.TextBlock:
				theirs.Text += b.Text
			case anthropic.ThinkingBlock:
				theirs.Thought += b.Thinking
			case anthropic.ToolUseBlock:
				theirs.Calls = append(theirs.Calls, compactArgs(t, b.ID, b.Name, b.Input))
			}
		}
		c, err := ours.New(model.Endpoint{BaseURL: s.BaseURL(wiretest.Anthropic), Key: "k"})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(theirs, readOurs(t, c, request(t))); d != "" {
			t.Errorf("the answer (-theirs +ours):\n%s", d)
		}
		sameBody[anthropic.MessageNewParams](t, s.Requests()[1].Body)
	}
}

func TestChat(t *testing.T) {
	stops := map[string]string{"stop": "stop", "tool_calls": "tool_use", "length": "length"}
	for _, turn := range turns {
		s := serve(t, turn)
		client := openai.NewClient(option.WithBaseURL(s.BaseURL(wiretest.Chat)), option.WithAPIKey("k"))
		stream := client.Chat.Completions.NewStreaming(t.Context(), openai.ChatCompletionNewParams{Model: "m",
			Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage("hi")}})
		var acc openai.ChatCompletionAccumulator
		for stream.Next() {
			if !acc.AddChunk(stream.Current()) {
				t.Fatalf("a chunk isn't taken: %s", stream.Current().RawJSON())
			}
		}
		if err := stream.Err(); err != nil {
			t.Fatal(err)
		}
		got := acc.Choices[0]
		// Thought is no part of OpenAI's format: other servers add it.
		theirs := answer{
			Text: got.Message.Content, Thought: turn.Thought, Stop: stops[got.FinishReason],
			Input: acc.Usage.PromptTokens, Output: acc.Usage.CompletionTokens,
		}
		for _, c := range got.Message.ToolCalls {
			theirs.Calls = append(theirs.Calls, compactArgs(t, c.ID, c.Function.Name, []byte(c.Function.Arguments)))
		}
		c, err := openaichat.New(model.Endpoint{BaseURL: s.BaseURL(wiretest.Chat), Key: "k"})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(theirs, readOurs(t, c, request(t))); d != "" {
			t.Errorf("the answer (-theirs +ours):\n%s", d)
		}
		sameBody[openai.ChatCompletionNewParams](t, s.Requests()[1].Body)
	}
}

func TestResponses(t *testing.T) {
	for _, turn := range turns {
		s := serve(t, turn)
		client := openai.NewClient(option.WithBaseURL(s.BaseURL(wiretest.Responses)), option.WithAPIKey("k"))
		hi := responses.ResponseInputParam{responses.ResponseInputItemParamOfMessage("hi", "user")}
		stream := client.Responses.NewStreaming(t.Context(), responses.ResponseNewParams{
			Model: "m", Input: responses.ResponseNewParamsInputUnion{OfInputItemList: hi},
		})
		var theirs answer
		for stream.Next() {
			switch e := stream.Current().AsAny().(type) {
			case responses.ResponseOutputItemDoneEvent:
				switch it := e.Item.AsAny().(type) {
				case responses.ResponseOutputMessage:
					theirs.Text += it.Content[0].Text
				case responses.ResponseReasoningItem:
					theirs.Thought += it.Summary[0].Text
				case responses.ResponseFunctionToolCall:
					theirs.Calls = append(theirs.Calls, compactArgs(t, it.CallID, it.Name, []byte(it.Arguments)))
				}
			case responses.ResponseCompletedEvent:
				theirs.Stop = "stop"
				theirs.use(e.Response.Usage)
				if len(theirs.Calls) > 0 {
					theirs.Stop = "tool_use"
				}
			case responses.ResponseIncompleteEvent:
				theirs.Stop = "length"
				theirs.use(e.Response.Usage)
			}
		}
		if err := stream.Err(); err != nil {
			t.Fatal(err)
		}
		c, err := openairesponses.New(model.Endpoint{BaseURL: s.BaseURL(wiretest.Responses), Key: "k"})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(theirs, readOurs(t, c, request(t))); d != "" {
			t.Errorf("the answer (-theirs +ours):\n%s", d)
		}
		sameBody[responses.ResponseNewParams](t, s.Requests()[1].Body)
	}
}
