// Package hook answers the events that coding agents hand to their hooks: the result of a tool call comes in, and the
// short text that the model is to get instead goes out, in the agent's own form. `toktee hook AGENT` is its command.
//
// It replaces results and nothing else. No call is changed, allowed or refused, so an agent's rules keep their meaning.
//
// Each agent has a dialect, in the file of its name: it turns an event into a call, and formats the answer. The steps
// between are the same for all agents (hook.go), and delivery is that of every integration (internal/host).
//
// # When nothing is printed
//
// An agent that gets nothing keeps the result as it is. The hook answers only with a text that is shorter than the
// output, and only if the full output is kept. It prints nothing for calls that pass (pass.go), outputs that can't be
// kept, events of more than 64 MiB and junk. The same holds for its own errors and panics, which go to the log of
// TOKTEE_DEBUG alone.
//
// # Sessions
//
// A session is the agent's, joined with its sub-agent's name. The data that the hook needs at the next call is in a
// small file in the store's folder (state.go): how often the agent has compacted its context, which results it was
// given, and which it re-read.
package hook
