package agent_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/toktee/toktee/agent"
	"github.com/toktee/toktee/agent/anthropic"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/internal/wiretest"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/session"
	"github.com/toktee/toktee/tool"
)

func Example() {
	// A real program takes anthropic.FromEnv(os.Getenv, model.Endpoint{}).
	server, err := wiretest.Start(wiretest.Options{},
		wiretest.Turn{Calls: []wiretest.Call{{Name: "weather", Arguments: `{"city":"Oslo"}`}}},
		wiretest.Turn{Text: "It rains in Oslo."})
	if err != nil {
		log.Fatal(err)
	}
	defer server.Close()
	provider, err := anthropic.New(model.Endpoint{BaseURL: server.URL})
	if err != nil {
		log.Fatal(err)
	}
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

	weather := tool.Tool{
		Name: "weather", Cancellable: true,
		Schema: json.RawMessage(`{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}`),
		Run: func(context.Context, json.RawMessage) (result.ToolResult, error) {
			return result.Simple("weather", "rain", 1), nil
		},
	}
	a, err := agent.New(agent.Config{Provider: provider, Model: "scripted", Tools: []tool.Tool{weather}, Log: transcript, On: func(e agent.Event) {
		if e, ok := e.(agent.CallEnded); ok {
			fmt.Println(e.Call.Name, e.State, e.Result.LLMContent())
		}
	}})
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
