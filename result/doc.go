// Package result holds the result of one tool call: a [ToolResult] with a short text for the model, the full output for
// the person, and exact numbers about both.
//
// [New] makes a result from its [Parts] and enforces the promises of every result. [Simple] makes the result of a tool
// whose output isn't shortened. [Failure] makes the result of a call that failed without an output.
//
//	r, err := result.New(result.Parts{
//		CallID:   "call_7",
//		Tool:     "exec",
//		Status:   result.Status{Known: true, Code: 1},
//		LLM:      "1 of 412 failed: TestParse",
//		UI:       output,
//		Metadata: result.Metadata{LLMTokens: 9, UITokens: 2450},
//	})
//
// # Who sees what
//
// The model sees only the return value of [ToolResult.ForModel]: a text or blocks, whether the call failed, and the
// call's id. Converters to a provider's wire format start from that [ModelMessage], so details and the person's text
// can't leak. The person's programs see the rest: the full output ([ToolResult.UIContent]), typed [Details],
// [Metadata], and a line about the savings ([SavingsLine]).
//
// # Success and errors
//
// A call has one of three outcomes:
//
//   - [Pass]: exit status and output prove that it went well ([ToolResult.Passed]).
//   - [Fail]: it failed ([ToolResult.Failed]). [ToolResult.Error] returns the reason, a [ToolError] with a kind and a
//     message.
//   - [Unknown]: neither is proved, as with a failed test in the output of a filter that exits with 0.
//
// The failure of a tool is data, not an error of this package. [New] and the With methods return errors only for parts
// that contradict themselves, such as more tokens after shortening than before.
//
// # Failures of tests and diagnostics
//
// A failed test or a diagnostic is a [Finding] from here on. These are its forms from the parser to the page:
//
//	report.Finding    a parser finds it; the general engine gathers and ranks it
//	result.Finding    [RunDetails] records it, in a [RunReport] of its program
//	JSON              the store keeps it, as details of type "runs"
//	ledger.Finding    a result.Finding with its call; one row of the ledger
//	view.Test         the terminal and the page print it, with texts that are safe to draw; or a view.Diagnostic
//
// The package summarize reads result.Finding to compare a run with the last one ([Details.Runs], without decoding).
//
// # The record
//
// The JSON of a ToolResult is the record for stores, frontends and pipes. It holds everything, in a fixed order of
// keys, on one line. It has a schema_version, which is 1. Unknown keys are ignored on load. A record without a version
// or with a newer one is an error. A result that is written and read again is equal to the first.
//
// [json.Marshal] escapes <, > and &. An encoder with SetEscapeHTML(false), and a direct call of
// [ToolResult.MarshalJSON], leave them as they are. Both forms decode to the same.
//
// # Units
//
// Tokens belong to the vocabulary that [Metadata] names. This package doesn't count them: it receives the counts and
// checks them. Line numbers start at 1 and ranges include both ends. Sizes are in bytes, durations in whole
// milliseconds.
//
// # Limits, cost and concurrency
//
// The person's text is part of the result up to 64 KiB. If it is longer, the result has its hash and size, and a store
// has the bytes. Making, encoding and decoding a result take time linear in its size.
//
// A ToolResult is an immutable value: accessors return copies, With methods return changed copies. So goroutines may
// share it without a lock.
package result
