// Package sessiontest checks requests to a model against the rules of the three wire formats that package session
// writes: Anthropic Messages, OpenAI Chat Completions and OpenAI Responses. It is for tests of programs that make such
// requests, with package session or by other means. They find a request that the provider would refuse without a
// network:
//
//	broken, err := sessiontest.Validate(sessiontest.Anthropic, body)
//	if err != nil {
//		t.Fatal(err)
//	}
//	for _, v := range broken {
//		t.Error(v) // A2 messages[1]: tool_use "toolu_1" has 0 results in the next message: want 1
//	}
//
// # The rules
//
// Each rule has an id: A1 to A13 for Anthropic, C1 to C9 for Chat Completions, O1 to O10 for Responses. anthropic.go,
// chat.go and responses.go list them above the code that checks them. They come from the providers' documentation and
// from the servers' error messages, in their strictest reading. So a request without violations is accepted by the
// provider and by servers that copy its format.
//
// # Limits
//
// Only the messages themselves are checked. A few things can't be seen in them: whether a signature is genuine (A9),
// extra wishes of some servers (C8), and whether reasoning was dropped before a call that has kept its id (O5). Tools,
// limits and other parameters of a request aren't looked at.
//
// A check takes time and memory in proportion to the request. It never panics, whatever the bytes are. The functions
// keep no state and can be called concurrently.
package sessiontest
