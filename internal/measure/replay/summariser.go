package replay

import (
	"context"
	"encoding/json"

	"github.com/toktee/toktee/internal/text/envelope"
)

// Call is a tool call with its result, as a summariser takes it.
type Call struct {
	Tool    string
	Command string          // if the arguments hold it as words; else it is in Args
	Args    json.RawMessage // may be nil
	Offset  int
	Limit   int
	Intent  string // the text of the model just before
	Session string
	Exit    *int // nil when it isn't known
	Failed  bool // the agent states that it failed
	Raw     string
	// Envelope is the agent of the transcript if it wraps this result in lines of its own, else "".
	Envelope envelope.Agent
}

// A Summariser makes the text for the model at a level, and names the strategy that made it.
type Summariser func(ctx context.Context, c *Call, level string) (text, strategy string, err error)
