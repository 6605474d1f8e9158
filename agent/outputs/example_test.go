package outputs_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"

	"github.com/toktee/toktee/agent/outputs"
	"github.com/toktee/toktee/summarize"
)

// A function that prints 3001 lines becomes a tool with a short text, and the model asks for two lines of the rest.
func Example() {
	dir, err := os.MkdirTemp("", "outputs")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)

	kept, err := outputs.Open(dir)
	if err != nil {
		log.Fatal(err)
	}
	cfg := kept.Config(summarize.Config{Enabled: true, Budget: 100})
	tools := map[string]summarize.Func{
		"deploy":         summarize.Wrap("deploy", cfg, deploy, kept.Keep),
		outputs.ToolName: kept.Call,
	}

	for _, call := range []struct{ name, args string }{
		{"deploy", `{"target": "shop"}`},
		{outputs.ToolName, `{"id": "506483304747", "lines": "2999:3000"}`},
	} {
		text, err := tools[call.name](context.Background(), json.RawMessage(call.args))
		fmt.Println("--", call.name, err)
		fmt.Println(text)
	}
	// Output:
	// -- deploy <nil>
	// step 1: copied asset 0 of this release to the bucket
	// step 2: copied asset 1eef of this release to the bucket
	// … 2997 lines
	// step 3000: copied asset 109540451f of this release to the bucket
	// error: no route to db-2
	// … 2997 lines left out; next: toktee_output {"id": "506483304747", "lines": "3:202"}
	// -- toktee_output <nil>
	// step 2999: copied asset 10926ba05c of this release to the bucket
	// step 3000: copied asset 109540451f of this release to the bucket
}
