package result_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/toktee/toktee/result"
)

func ExampleNew() {
	r, err := result.New(result.Parts{
		CallID: "call_7",
		Tool:   "exec",
		Status: result.Status{Known: true, Code: 1},
		LLM:    "1 of 412 failed: TestParse",
		UI:     []byte("--- FAIL: TestParse (0.00s)\n..."),
		Metadata: result.Metadata{
			Strategy:  "exec/gotest",
			Data:      map[string]int64{"failed": 1, "passed": 411},
			LLMTokens: 9,
			UITokens:  2450,
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Failed(), r.Error())
	fmt.Println(result.SavingsLine(r))
	// Output:
	// true exit status 1
	// exec: 2,450 → 9 tokens (>99% saved)
}

// The record of a result, as a store keeps it. An encoder that doesn't escape writes <, > and & as they are.
func ExampleSimple() {
	r := result.Simple("weather", "12 °C & rain", 6)
	enc := json.NewEncoder(os.Stdout)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(r); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {
	//   "schema_version": 1,
	//   "id": "",
	//   "call_id": "",
	//   "tool_name": "weather",
	//   "outcome": "unknown",
	//   "success": null,
	//   "is_error": false,
	//   "exit_code": null,
	//   "signal": "",
	//   "error": null,
	//   "llm_content": "12 °C & rain",
	//   "ui_content": "12 °C & rain",
	//   "payload": {
	//     "sha256": "c276688d9c05a27a75057bee3262d75f6e30448049eab008cc08b027eb55a12f",
	//     "bytes": 13
	//   },
	//   "metadata": {
	//     "files": [],
	//     "data": {},
	//     "strategy": "",
	//     "level": "",
	//     "budget": 0,
	//     "encoding": "",
	//     "llm_tokens": 6,
	//     "ui_tokens": 6,
	//     "savings_tokens": 0,
	//     "savings_percent": 0.0,
	//     "shown": [],
	//     "omissions": [],
	//     "sources": [],
	//     "warnings": []
	//   }
	// }
}

// A program that serves people reads results from a log of records: exact numbers from the metadata, and whatever the
// strategy of the tool has to show from the details.
func ExampleToolResult_Details() {
	const record = `{"schema_version":1,"tool_name":"exec","success":true,"llm_content":"2 matches",
		"details":{"type":"search","files":["a.go","b.go"]},
		"metadata":{"data":{"matches":2},"llm_tokens":3,"ui_tokens":40}}`
	var r result.ToolResult
	if err := json.Unmarshal([]byte(record), &r); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Metadata().Data["matches"], "matches,", r.Metadata().SavingsTokens, "tokens saved")
	if d := r.Details(); d.Type() == "search" {
		var found struct {
			Files []string `json:"files"`
		}
		if err := d.Decode(&found); err != nil {
			fmt.Println(err)
		}
		fmt.Println(found.Files)
	}
	// Output:
	// 2 matches, 37 tokens saved
	// [a.go b.go]
}

// What a converter to a provider's wire format starts from.
func ExampleToolResult_ForModel() {
	png := []byte("\x89PNG\r\n\x1a\n...")
	r, err := result.New(result.Parts{
		CallID: "call_8",
		Tool:   "screenshot",
		Blocks: []result.Block{
			{Text: "the page after the click:"},
			{MediaType: "image/png", Data: base64.StdEncoding.EncodeToString(png)},
		},
		UI: png,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	m := r.ForModel()
	fmt.Println(m.CallID, m.IsError)
	for _, b := range m.Blocks {
		if b.IsImage() {
			fmt.Println(b.MediaType, len(b.Data))
		} else {
			fmt.Println(b.Text)
		}
	}
	// Output:
	// call_8 false
	// the page after the click:
	// image/png 16
}

func ExampleFailure() {
	trace := "connecting to the database\nretrying\nno such table: orders\n  at query.go:88\n  at main.go:12\n"
	r := result.Failure("query", result.ToolError{Kind: result.KindInput, Message: "no such table: orders"}, trace, nil)
	fmt.Println(r.LLMContent())
	// Output:
	// … 2 lines (1-2)
	// error: no such table: orders
	// … 2 lines (4-5)
}

// A caller branches on the kind of an error, or compares it as any error.
func ExampleToolResult_Error() {
	r, err := result.New(result.Parts{
		Tool:   "exec",
		Status: result.Status{Aborted: true, Reason: "wrong branch"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	if e := r.Error(); errors.Is(e, result.ErrAborted) {
		fmt.Println(e.Kind, "-", e.Message)
	}
	// Output: aborted - command stopped on request: wrong branch
}
