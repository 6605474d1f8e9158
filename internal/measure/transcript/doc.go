// Package transcript reads the sessions that coding agents store: those of Claude Code, Codex, Copilot CLI, pi and
// opencode (exports).
//
// [Find] turns files and folders into sources; the format is recognised by content alone. [Source.Read] streams a
// source as [Item]s in the order in which the model wrote and saw them: texts, tool calls, results, and breaks at which
// the agent compacted its context. Sub-agents are separate sessions.
//
// # Cut results
//
// Agents cut long outputs before they store and send them. A result's text is the stored one, which is also the
// model's. If the agent states the size before its cut, the item has it ([Item.Original], [Item.Cut]).
//
// # Limits and cost
//
// Nothing that a file holds is fatal. Half a last line, lines that aren't JSON, records of unknown kinds and records of
// more than [maxRecord] bytes are counted in [Stats] and passed over. Memory is that of the largest record, besides a
// small entry for every call without a result. A source is read to the size that it had when it was found, so that a
// session that goes on meanwhile reads the same twice.
package transcript
