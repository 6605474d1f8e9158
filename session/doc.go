// Package session keeps a conversation between a person, a model and tools in a file that survives a crash or an abort,
// and builds what each provider is sent.
//
// # The log
//
// A [Log] is a file of JSON lines: a header with its schema version, then one [Item] a line. Each item is appended by one
// write when it is complete and is never changed. A [Turn] appends what happens in one turn of the person as it happens,
// and ends it; a turn that was aborted, timed out or failed ends with a marker that tells the model what had been done.
// [Load] and [Read] read a log at any time, whatever state it is in: a line that a crash cut off is left out, damaged ones
// are counted and named. Results stay whole, both channels, for the person.
//
// # What a model is told
//
// [Repair] brings any list of items into an order that every provider takes: each call has one result, right behind its
// response. A [View] is the conversation from the last epoch on, repaired, as a list of [Entry], which by its type holds
// only what a model may see. [View.Anthropic], [View.Chat] and [View.Responses] are its messages for the three wire
// formats, and [Validate] checks such messages, whoever made them, against the rules of the format.
//
// # Limits and cost
//
// A record holds up to [MaxRecord] bytes. A log has one writer at a time, which holds a lock on it, and any number of
// readers. Opening a log for writing reads it once, in memory that doesn't grow with it. A repair takes time and memory
// in proportion to the number of items.
package session
