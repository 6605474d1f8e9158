package anthropic_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
	"github.com/anthropics/anthropic-sdk-go/toolrunner"

	"github.com/toktee/toktee/agent/outputs"
	toktee "github.com/toktee/toktee/contrib/adapters/anthropic"
	"github.com/toktee/toktee/internal/testing/wiretest"
	"github.com/toktee/toktee/summarize"
)

// A loop on the SDK's tool runner: the model calls a tool that prints 3000 lines, and gets the short text.
func Example() {
	deploy := toolrunner.NewBetaTool("deploy", "Deploys the shop.", sdk.BetaToolInputSchemaParam{},
		func(context.Context, json.RawMessage) (sdk.BetaToolResultBlockParamContentUnion, error) {
			return sdk.BetaToolResultBlockParamContentUnion{OfText: &sdk.BetaTextBlockParam{Text: long}}, nil
		})
	dir, err := os.MkdirTemp("", "outputs")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	kept, err := outputs.Open(dir)
	if err != nil {
		log.Fatal(err)
	}
	tools := toktee.Tools(summarize.Config{Enabled: true, Budget: 100}, kept, deploy)

	// A real client needs no options. This one talks to a server that plays a model.
	server, err := wiretest.Start(wiretest.Options{},
		wiretest.Turn{Calls: []wiretest.Call{{Name: "deploy", Arguments: "{}"}}},
		wiretest.Turn{Text: "db-2 can't be reached."})
	if err != nil {
		log.Fatal(err)
	}
	defer server.Close()
	client := sdk.NewClient(option.WithBaseURL(server.BaseURL(wiretest.Anthropic)), option.WithAPIKey("none"))
	runner := client.Beta.Messages.NewToolRunnerStreaming(tools, sdk.BetaToolRunnerParams{
		BetaMessageNewParams: sdk.BetaMessageNewParams{
			Model: "claude", MaxTokens: 1000,
			Messages: []sdk.BetaMessageParam{sdk.NewBetaUserMessage(sdk.NewBetaTextBlock("Deploy the shop."))},
		},
	})
	for events, err := range runner.AllStreaming(context.Background()) {
		if err != nil {
			log.Fatal(err)
		}
		for _, err := range events {
			if err != nil {
				log.Fatal(err)
			}
		}
	}
	for _, m := range runner.Messages() {
		for _, b := range m.Content {
			if r := b.OfToolResult; r != nil {
				fmt.Println(r.Content[0].OfText.Text)
			}
		}
	}
	fmt.Println("--", runner.LastMessage().Content[0].Text)
	// Output:
	// copied asset number 0 of this release to the bucket
	// … the same line 2998 more times, with other numbers
	// copied asset number 2999 of this release to the bucket
	// error: no route to db-2
	// … 2998 lines left out; next: toktee_output {"id": "017611653784", "lines": "2:201"}
	// -- db-2 can't be reached.
}
