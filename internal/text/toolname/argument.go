package toolname

import "encoding/json"

// RawArg returns the string argument of that name from a tool call's arguments, or "".
func RawArg(args json.RawMessage, name string) string {
	if len(args) == 0 {
		return ""
	}
	var m map[string]json.RawMessage
	if json.Unmarshal(args, &m) != nil {
		return ""
	}
	var s string
	if json.Unmarshal(m[name], &s) != nil {
		return ""
	}
	return s
}
