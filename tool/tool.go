// Package tool holds the tools that an agent gives to its model.
//
// A [Tool] takes JSON arguments and returns a result with two channels: a short text for the model, and the full output
// for the person. [New] makes the built-in ones:
//
//	exec           runs a command line in a shell
//	execute_code   runs a program in Python, JavaScript or Go
//	grep           searches files, with rg where it is installed
//	list, read     tell what is in a folder and in a file
//	edit           replaces a text that stands once in a file by another one
//	patch          applies a unified diff or an apply_patch envelope, all of it or nothing
//	write          writes a file
//
// # What holds for each of them
//
// It takes cancellation from its context alone. One that has ended before the call leaves no trace: nothing is run, opened
// or written. One that ends during it leaves what there was until then as a result, with the context's cause as error; a
// command's whole process tree is gone by then. A bad call is a result that says what is allowed, since its reader is a
// model that will try again.
//
// Paths are relative to a root, and neither "..", nor an absolute path, nor a symbolic link leads out of it unless that is
// asked for. Commands aren't confined: a root is a guard against slips, not against a program.
//
// Files are replaced by a rename, so that a reader sees the old content or the new one; mode and, where that is allowed,
// owner stay, other hard links keep the old content. Changes keep byte order marks and line ends.
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
	Schema      json.RawMessage // of the arguments, a JSON schema of type object
	// Cancellable says that a call stops when its context ends. A tool that isn't runs to its end, and callers are told.
	Cancellable bool
	// Run does it. A tool that was cancelled returns what there was until then as a result, and the context's cause as
	// error; every other failure is a result with IsError and no error.
	Run func(ctx context.Context, args json.RawMessage) (result.ToolResult, error)
}
