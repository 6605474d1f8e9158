package session

// Provider names a wire format.
type Provider string

// The wire formats.
const (
	Anthropic Provider = "anthropic" // Anthropic Messages
	Chat      Provider = "chat"      // OpenAI Chat Completions
	Responses Provider = "responses" // OpenAI Responses
)

// Violation is a place where messages break a rule of a provider.
type Violation struct {
	Rule   string // A1 to A12, C1 to C7, O1 to O9
	Place  string // such as "messages[3].content[1]", where messages are numbered behind the system's text
	Detail string
}

// String is the violation on one line.
func (v Violation) String() string { return v.Rule + " " + v.Place + ": " + v.Detail }

// Validate checks messages as they would be sent, whoever made them: the JSON array of messages, or of the input for
// Responses; or the whole body of a request, which it finds them in. Its error says that this isn't JSON of such a form,
// or that the provider is unknown. An empty list breaks no rule but A1.
func Validate(p Provider, request []byte) ([]Violation, error) { return nil, nil }
