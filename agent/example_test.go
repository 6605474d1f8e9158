package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/toktee/toktee/agent"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/agent/session"
	"github.com/toktee/toktee/agent/tool"
	"github.com/toktee/toktee/result"
)

// A script is a provider without a model: the n-th request gets the n-th answer. It is all that a test of an agent
// needs.
type script struct {
	answers []model.Response
	next    int
}

func (s *script) Name() string { return "script" }

func (s *script) Stream(ctx context.Context, _ model.Request, on func(model.Event)) (model.Response, error) {
	if ctx.Err() != nil {
		return model.Response{}, context.Cause(ctx)
	}
	if s.next == len(s.answers) {
		return model.Response{}, &model.Error{Provider: "script", Kind: model.KindProtocol, Message: "it is over"}
	}
	answer := s.answers[s.next]
	s.next++
	for _, item := range answer.Items {
		on(model.Done{Item: item})
	}
	return answer, nil
}

// calls is an answer that calls a tool.
func calls(name, arguments string) model.Response {
	call := session.Call{Name: name, Arguments: json.RawMessage(arguments)}
	return model.Response{
		Stop:  session.StopToolUse,
		Items: []session.Item{{Kind: session.KindCall, Call: &call}},
	}
}

// says is an answer that ends the turn.
func says(text string) model.Response {
	return model.Response{
		Stop:  session.StopEnd,
		Items: []session.Item{{Kind: session.KindText, Text: text}},
	}
}

// weather is a tool. It returns at once, so it needs not look at the context.
var weather = tool.Tool{
	Name: "weather", Cancellable: true,
	Schema: json.RawMessage(`{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}`),
	Run: func(context.Context, json.RawMessage) (result.ToolResult, error) {
		return result.Simple("weather", "rain", 1), nil
	},
}

func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	transcript, err := session.Open(filepath.Join(dir, "session.jsonl"), nil)
	if err != nil {
		log.Fatal(err)
	}
	defer transcript.Close()

	a, err := agent.New(agent.Config{
		// A real program takes a provider such as anthropic.FromEnv(os.Getenv, model.Endpoint{}).
		Provider: &script{answers: []model.Response{calls("weather", `{"city":"Oslo"}`), says("It rains in Oslo.")}},
		Model:    "none",
		Tools:    []tool.Tool{weather},
		Log:      transcript,
		On: func(e agent.Event) {
			if e, ok := e.(agent.CallEnded); ok {
				fmt.Println(e.Call.Name, e.State, e.Result.LLMContent())
			}
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	states, err := a.Run(context.Background(), "How is the weather in Oslo?")
	for _, s := range states {
		fmt.Println(s.Step, s.Stop)
	}
	fmt.Println(err)
	// Output:
	// weather completed rain
	// 1 tool_use
	// 2 stop
	// <nil>
}

// A run that is stopped returns a StopError, and its log ends with a marker for the model.
func ExampleStopError() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	transcript, err := session.Open(filepath.Join(dir, "session.jsonl"), nil)
	if err != nil {
		log.Fatal(err)
	}
	defer transcript.Close()

	ctx, cancel := context.WithCancelCause(context.Background())
	a, err := agent.New(agent.Config{
		Provider: &script{answers: []model.Response{calls("weather", `{"city":"Oslo"}`), says("never sent")}},
		Model:    "none",
		Tools:    []tool.Tool{weather},
		Log:      transcript,
		On: func(e agent.Event) {
			if _, ok := e.(agent.CallEnded); ok {
				cancel(errors.New("the person has changed their mind"))
			}
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	_, err = a.Run(ctx, "How is the weather in Oslo?")
	var stop *agent.StopError
	if errors.As(err, &stop) {
		fmt.Println(stop.Stop, "-", stop.Reason)
		fmt.Println(errors.Is(err, result.ErrAborted), agent.ExitCode(err))
	}
	// Output:
	// aborted - the person has changed their mind
	// true 2
}
