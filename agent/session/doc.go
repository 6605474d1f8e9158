// Package session keeps a conversation between a user, a model and tools in a file that survives a crash. It makes the
// messages of requests to the model from it, for Anthropic Messages, OpenAI Chat Completions and OpenAI Responses.
//
// A program opens the log of a conversation and appends each event of a turn at once. It makes each request from the
// items in the log (error handling is left out):
//
//	log, err := session.Open("session.jsonl", nil)
//	defer log.Close()
//
//	turn, err := log.Begin("The test fails. Find out why.")
//	turn.Text("resp_1", "I run it.")                                // the model's answer ...
//	turn.Call("resp_1", session.Call{ID: "call_1", Name: "exec", Arguments: args})
//	turn.Result("call_1", toolResult)                               // ... and the tool's result
//
//	t, err := log.LoadEpoch()
//	messages := session.NewView(t.Items, nil).Anthropic(nil)        // of the next request: one JSON object each
//
//	aborted, err := turn.End(session.StopAborted, "wrong branch")   // the next request reports it
//
// # The log
//
// A log is a file of JSON lines: a header with the version of its schema, then one [Item] a line, in the order in
// which they were completed. An item is appended by one write and never changed. Results keep their full output there,
// for the user; only the text for the model goes into a request. Fields and kinds of items that this version doesn't
// know are kept, and no model sees them.
//
// A turn that was aborted, ran into a time limit or failed ends with a marker ([TurnAborted]). That is a note to the
// model: which calls had completed, which were interrupted and which never began. The record of its end has their
// numbers ([InvocationCounts]). A turn without an end, since the program was killed, gets its marker when the next
// turn begins. If a conversation grew too long, a program appends an epoch: an item whose text replaces everything
// before it for the model.
//
// # Requests
//
// A [View] is the part of the items that a model sees. Whatever a crash or an abort left, it can be sent to any of the
// three providers: calls without a result are answered, late results are put into their place, ids that are used twice
// or that a provider refuses are replaced. These repairs are in the requests alone; the log stays as it happened. The
// start of a request stays the same, byte by byte, while a conversation grows. Package sessiontest checks requests
// against the providers' rules.
//
// # Durability
//
// When an append has returned, the item survives the death of the process, by any means. It survives the death of the
// machine once the log has waited for the disk: by default at the beginning and the end of a turn, see [Options].
//
// A last line that a crash cut off is no item, since its append never returned: readers leave it out, and [Open] cuts
// it off. Nothing else is ever removed. Damaged lines are counted and named, and reading continues after them.
//
// # Limits and cost
//
// A record is shorter than [MaxRecord], 64 MiB. A log has one writer at a time, which holds a lock on the file. On
// systems without file locks, the program must ensure that itself. Any number of readers need no lock. [Open] reads a
// log once, in memory that doesn't grow with it; [Load] takes memory for all records. A view takes time and memory in
// proportion to its items.
//
// # Errors and concurrency
//
// After an error of an append, the item isn't in the log, unless waiting for the disk was what failed. [ErrTooLarge],
// [ErrLocked] and [os.ErrClosed] are errors that a program may act on. Damage in a log is no error of [Load].
//
// The methods of [Log] and [Turn] are safe for concurrent use, a [View] is immutable, and functions of items don't
// change them.
package session
