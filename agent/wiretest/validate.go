package wiretest

import (
	"fmt"

	"github.com/toktee/toktee/session"
)

var sessionFormats = map[Wire]session.Provider{Anthropic: session.Anthropic, Chat: session.Chat, Responses: session.Responses}

// validate returns the first rule of the format that the conversation in a request breaks.
func validate(w Wire, body []byte) error {
	broken, err := session.Validate(sessionFormats[w], body)
	if err != nil {
		return fmt.Errorf("validating the request: %w", err)
	}
	if len(broken) > 0 {
		return fmt.Errorf("%d rules broken, the first is %v", len(broken), broken[0])
	}
	return nil
}
