package result_test

import (
	"errors"
	"fmt"
	"os"

	"github.com/toktee/toktee/result"
)

func ExampleNew() {
	r, err := result.New(result.Parts{
		CallID: "call_7", Tool: "exec",
		Status:   result.Status{Known: true, Code: 1},
		LLM:      "1 of 412 failed: TestParse",
		UI:       []byte("--- FAIL: TestParse (0.00s)\n..."),
		Metadata: result.Metadata{Strategy: "exec/gotest", LLMTokens: 9, UITokens: 2450},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.IsError(), r.Error())
	fmt.Println(result.SavingsLine(r))
	// Output:
	// true exit status 1
	// exec: 2,450 → 9 tokens (>99% saved)
}

func ExampleSimple() {
	r := result.Simple("weather", "12 °C & rain", 6)
	if err := r.WriteJSON(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"schema_version":1,"id":"","call_id":"","tool_name":"weather","success":true,"is_error":false,"exit_code":null,"signal":"","error":null,"llm_content":"12 °C & rain","ui_content":"12 °C & rain","payload":{"sha256":"c276688d9c05a27a75057bee3262d75f6e30448049eab008cc08b027eb55a12f","bytes":13},"metadata":{"files":[],"data":{},"strategy":"","level":"","budget":0,"encoding":"","llm_tokens":6,"ui_tokens":6,"savings_tokens":0,"savings_percent":0.0,"shown":[],"omissions":[],"warnings":[]}}
}

func ExampleToolResult_Err() {
	r, err := result.New(result.Parts{Tool: "exec", Status: result.Status{Aborted: true, Reason: "wrong branch"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	if errors.Is(r.Err(), result.ErrAborted) {
		fmt.Println(r.Err())
	}
	// Output: command stopped on request: wrong branch
}
