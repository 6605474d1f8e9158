// Package tool holds the tools that an agent offers to its model.
//
// A [Tool] takes JSON arguments and returns a result with two channels: a short text for the model, and the full output
// for the person. [New] makes the built-in ones:
//
//	exec           runs a command line in a shell
//	execute_code   runs a program in Python, JavaScript or Go
//	grep           searches files, with rg if it is installed; its output is compared with the files
//	list, read     show the contents of a folder and of a file
//	edit           replaces a text that is in a file once by another one
//	patch          applies a unified diff or an apply_patch envelope, all of it or nothing
//	write          writes a file
//	abort          asks the run in which it is called to stop, or another one
//
// [Runner.Run] runs a command without a model, and [Runner.Make] turns a function that prints into a tool.
//
// # What each of them promises
//
// A call is cancelled by its context alone. If that has ended before the call, nothing is run, opened or written. If
// it ends during the call, what there was until then is the result, and the context's cause is the error; a command's
// whole process tree is gone by then. A bad call is a result that names the allowed values, since its reader is a
// model that will try again.
//
// Paths are relative to a root, and neither "..", nor an absolute path, nor a symbolic link leads out of it unless
// [Options.Unconfined] is set. Commands aren't confined: the root is a guard against slips, not against a program.
//
// Commands get only the environment variables that builds need, and those that [Options.PassEnv] names: a command's
// output goes to the model's provider.
//
// Files are replaced by a rename, so that a reader sees the old content or the new one. The mode stays and, if that is
// allowed, the owner; other hard links keep the old content. Changes keep byte order marks and line ends.
//
// # Limits and cost
//
// Outputs may be of any size: above 1 MiB they are spooled to disk. Files of up to 64 MiB are edited and patched, in
// memory. Making the tools takes half a millisecond, as their schemas are inferred from their arguments; a call
// starts no process but the command that it runs, or rg.
package tool

import (
	"context"
	"encoding/json"

	"github.com/toktee/toktee/result"
)

// A Tool is one thing that a model can ask for.
type Tool struct {
	Name        string
	Description string          // for the model
	Schema      json.RawMessage // of the arguments: a JSON schema of type object
	// Cancellable means that a call stops when its context ends. Another tool runs to its end, and callers that wait
	// for it is warned.
	Cancellable bool
	// Run makes a call. If the call was cancelled, the result is what there was until then, and the error is the
	// context's cause. Every other failure is a result with IsError, and no error.
	Run func(ctx context.Context, args json.RawMessage) (result.ToolResult, error)
}
