package transcript

import (
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// Kind says what an item is.
type Kind uint8

// The kinds of items.
const (
	Text   Kind = iota // something that was said, or put into the context
	Call               // the model calls a tool
	Result             // what the model got back
	Break              // the context was compacted: what came before is gone for the model
)

// Role says who wrote a text.
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
	Message string // what the model wrote in one go has one name; "" where that isn't known
	Model   string // on what the model wrote, where it is known
	// When its record says that it was written, or the last one before it that says so; zero where none does.
	Time time.Time

	// Of calls and results.
	ID   string         // pairs them; the reader makes one up where the format has none
	Tool string         // of a Call
	Args jsontext.Value // of a Call: a JSON object, or nil

	// Of results.
	Failed   bool // the agent says that the call failed
	Exit     *int // the command's exit code, where the transcript has it as a field
	Original int  // tokens before the agent's cut as the agent counts them, 0 where it doesn't say
	Cut      bool // the agent says that it cut the output
	Images   int  // images, which aren't counted
}
