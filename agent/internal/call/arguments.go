package call

import (
	"encoding/json"
	"strings"

	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/session"
)

// Complete is the event for a call that the model has ended. Only a JSON object is a call's arguments; none at all are an
// empty one, which is how providers stream a call without arguments.
func Complete(c session.Call, response, arguments string) model.Done {
	args, ok := session.Arguments(arguments)
	c.Arguments = args
	d := model.Done{Item: session.Item{Kind: session.KindCall, Response: response, Call: &c}}
	if !ok {
		d.Malformed = "its arguments are not a JSON object"
		var v any
		if err := json.Unmarshal([]byte(arguments), &v); err != nil {
			d.Malformed = "its arguments are not valid JSON: " + err.Error()
		}
	}
	return d
}

// IsObject reports whether arguments are a JSON object. Since no beginning of an object is one, they are complete then.
func IsObject(arguments string) bool {
	_, ok := session.Arguments(arguments)
	return ok && strings.TrimSpace(arguments) != ""
}
