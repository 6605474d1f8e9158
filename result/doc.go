// Package result holds what becomes of one tool call's output: a [ToolResult] with a short text for the model, the full
// payload for the person, and exact numbers about both.
//
// A ToolResult is an immutable value. [New] is its one constructor and enforces what every result promises; [Simple] and
// [Failure] are short ways to the two common kinds. Accessors return copies, With methods return changed copies, so a
// result may be shared between goroutines without a lock.
//
// # Who sees what
//
// The model sees what [ToolResult.ForModel] returns and nothing else: text or blocks, whether it is an error, and the
// call's id. Converters to a provider's wire format start from that, so details and the person's text can't leak. The
// JSON of a ToolResult is the record for stores, frontends and pipes; it holds everything.
//
// # The record
//
// The JSON has schema_version 1 and a fixed order of keys. Unknown keys are ignored on load; a record without a version
// is an older one with a single channel and becomes a simple result; a newer version is an error. [ToolResult.AppendJSON]
// and [ToolResult.WriteJSON] leave <, > and & as they are; [json.Marshal] escapes them, which decodes to the same.
//
// # Limits and cost
//
// The person's text is inlined up to [MaxInline] bytes; above that only its hash and size are kept, and a store has the
// bytes. Making, encoding and decoding a result are linear in its size; an accessor that returns a copy costs that copy.
// The package counts no tokens itself: it is given the counts and checks them.
package result
