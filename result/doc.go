// Package result holds what becomes of the output of one tool call: a [ToolResult] with a short text for the model, the
// full output for the person, and exact numbers about both.
//
// [New] makes a result from its [Parts] and enforces what every result promises. [Simple] makes the result of a tool
// whose output is passed on as it is, [Failure] that of a call that failed without an output.
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
// The model sees what [ToolResult.ForModel] returns and nothing else: a text or blocks, whether the call failed, and
// the call's id. Converters to a provider's wire format start from that [ModelMessage], so details and the person's
// text can't leak. The person and the programs that serve it see the rest: the full output ([ToolResult.UIContent]),
// typed [Details], [Metadata], and a line on what was saved ([SavingsLine]).
//
// # Success and errors
//
// Of each call one of three things is true:
//
//   - it went well ([ToolResult.Success]);
//   - it failed ([ToolResult.IsError]): [ToolResult.Error] says how, by a [ToolError] with a kind and a message;
//   - it ran well, but its output reports a failure, such as a red test behind a filter that exits with 0: neither of
//     the two.
//
// That a tool failed is data, not an error of this package. [New] and the With methods return errors only for parts
// that contradict themselves, such as more tokens after shortening than before.
//
// # Failures of tests and diagnostics
//
// A failed test or a diagnostic has one type on its way to the person, [Finding]. Its whole way:
//
//	report.Finding    a parser finds it; the general engine gathers and ranks it
//	result.Finding    [RunDetails] records it, in a [RunReport] of its program
//	JSON              the store keeps it, as details of type "runs"
//	ledger.Finding    a result.Finding with its call; one row of the ledger
//	view.Test         what the terminal and the page print: texts that are safe to draw, or a view.Diagnostic
//
// The package summarize reads result.Finding to compare a run with the last one ([Details.Runs], without decoding).
//
// # The record
//
// The JSON of a ToolResult is the record for stores, frontends and pipes. It holds everything, in a fixed order of
// keys, on one line. It has a schema_version, which is 1. Unknown keys are ignored on load. A record without a version
// is an older one with a single text and becomes a simple result; one with a newer version is an error. A result that
// is written and read again is equal to the first.
//
// [json.Marshal] escapes <, > and &. An encoder with SetEscapeHTML(false), and a direct call of
// [ToolResult.MarshalJSON], leave them as they are. Both forms decode to the same.
//
// # Units
//
// Tokens are those of the vocabulary that [Metadata] names; this package counts none, it takes the counts and checks
// them. Line numbers start at 1 and ranges include both ends. Sizes are in bytes, durations in whole milliseconds.
//
// # Limits, cost and concurrency
//
// The person's text is part of the result up to 64 KiB. Of a longer one the result has the hash and the size, and a
// store has the bytes. Making, encoding and decoding a result take time linear in its size.
//
// A ToolResult is an immutable value: accessors return copies, With methods return changed copies. So goroutines may
// share it without a lock.
package result
