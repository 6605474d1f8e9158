package transcript

import (
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// A Kind is the kind of an item.
type Kind uint8

// The kinds of items.
const (
	Text   Kind = iota // a text in the context
	Call               // the model calls a tool
	Result             // the result of a call
	Break              // the context was compacted: what came before is gone for the model
)

// A Role is the author of a text.
type Role uint8

// The roles.
const (
	User      Role = iota // the user, the system, or the harness
	Assistant             // the model, its thoughts included
)

// Item is one step of a session.
type Item struct {
	Kind    Kind
	Session string // names the session within the source; a sub-agent has its own
	Role    Role
	Text    string // of a Text or a Result
	Message string // one name for each message of the model; "" if it isn't known
	Model   string // of the model's own items, if it is known
	// The time of its record, or of the last earlier one that has a time; zero without one.
	Time time.Time

	// For calls and results.
	ID   string         // pairs them; the reader makes one up if the format has none
	Tool string         // of a Call
	Args jsontext.Value // of a Call: a JSON object, or nil
	Dir  string         // of the model's own items: the folder that the agent was in, if it is known

	// For results.
	Format   Format // of the source: whose lines may be around the text
	Failed   bool   // the agent states that the call failed
	Done     bool   // the agent states that the call didn't fail
	Exit     *int   // the command's exit code, if the transcript has it as a field
	Original int    // tokens before the agent's cut by its own count, 0 without one
	Cut      bool   // the agent states that it cut the output
	Images   int    // images, which aren't counted
}
