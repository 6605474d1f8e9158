// Package tool holds the tools that an agent gives to its model.
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
