package sessiontest_test

import (
	"fmt"

	"github.com/toktee/toktee/agent/session/sessiontest"
)

// A request whose call was never answered is one that the provider refuses.
func ExampleValidate() {
	broken, err := sessiontest.Validate(sessiontest.Anthropic, []byte(`[
		{"role":"user","content":"go"},
		{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"read","input":{}}]},
		{"role":"user","content":"and?"}]`))
	fmt.Println(broken, err)
	// Output: [A2 messages[1]: tool_use "toolu_1" has 0 results in the next message: want 1] <nil>
}
