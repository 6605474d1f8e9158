// Package hook answers the events that coding agents hand to their hooks: the result of a tool call comes in, and the
// short text that the model is to get instead goes out, in the agent's own form. `toktee hook AGENT` is its command.
//
// It replaces results and nothing else. No call is allowed or refused, so an agent's rules keep their meaning.
// Commands are rewritten if the user has switched that on and nothing depends on their text (rewrite.go,
// internal/integrations/permit).
//
// Each agent has a dialect, in the file of its name: it turns an event into a call, and words the answer. What lies
// between is one road for all (hook.go), and delivery is that of every door (internal/host).
//
// # When nothing is printed
//
// An agent that gets nothing keeps the result as it is. That is the answer to everything but a text that is shorter
// than the output, whose whole is kept: to calls that pass (pass.go), to outputs that can't be kept, to events of more
// than 64 MiB, to junk, and to errors and panics of ours, which go to the log of TOKTEE_DEBUG alone.
//
// # Sessions
//
// A session is the agent's, joined with its sub-agent's name. The data that the hook needs at the next call is in a
// small file in the store's folder (state.go): how often the agent has compacted its context, which results it was
// given, and which it re-read.
package hook
