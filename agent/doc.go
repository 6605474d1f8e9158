// Package agent is the loop between a model and its tools. An [Agent] asks the model, runs the tools that the model
// calls, and returns their results to it. It goes on until the model has finished, a limit is reached, or a person
// stops the run.
//
// The folders below have the parts that are useful alone:
//
//   - tool: the built-in tools (exec, grep, list, read, edit, patch, write, abort), and the way to add others
//   - session: the log of a conversation, which survives a crash, and the messages of requests made from it
//   - abort: requests of a person, a script or a model to stop runs
//   - outputs: full outputs in a folder, for programs that shorten results in their own process
//   - model: the types between the loop and a provider
//   - anthropic, openaichat, openairesponses: providers, one for each wire format
//   - examples: a small agent and a tool to start from
//   - internal/call, internal/sse: requests, retries and streams, shared by the providers
//
// An agent needs a [Provider], a model's name, a session's log and some tools. [Agent.Run] works on one text
// of the person; a front end follows it by the events that [Config.On] gets.
//
// # Guarantees
//
// Each text, call and result is in the session's log before anything else happens: a call before its tool runs, a
// result before the front end gets it. Whatever ends a run (its context, a signal, a crash), the log has all that was
// done, and the next request to the model contains it. A run that doesn't finish by itself ends its turn with a marker
// for the model with the reason of the end and the calls that had finished. The event [Aborted] comes after the marker
// is on disk.
//
// # Errors
//
// A run that doesn't end with the model's last word returns a [*StopError] with the stop reason. A tool that fails is
// no error of the run: its result goes to the model, as does the answer to a call of an unknown tool or with wrong
// arguments.
//
// What ends a run is decided by the context alone, never by the words of an error. Once the context has ended, no model
// and no tool is called. Calls that are under way have [Config.CleanUp] to return what they have.
//
// # Concurrency and limits
//
// The calls of one response run at the same time, up to [Config.Parallel] of them; their results are sent in the order
// of the calls. An agent has one run at a time: a second one gets [ErrBusy].
//
// A tool that doesn't return in time after a stop is abandoned, with a warning. Its result is logged if it comes while
// the log is open. A tool that can't be cancelled is named in a warning when it is first called.
package agent
