package host

import (
	"cmp"
	"encoding/json"

	"github.com/toktee/toktee/summarize"
)

// RequestOf describes a call by its arguments, under the names that agents and MCP servers use. Arguments of other
// shapes name nothing.
func RequestOf(tool string, args json.RawMessage) summarize.Request {
	req := summarize.Request{Tool: tool}
	if req.Args = args; len(args) > 0 && !json.Valid(args) { // a program of Codex' code mode
		req.Args, _ = json.Marshal(string(args))
	}
	var a struct {
		Command, Cmd, Path, File, Pattern, Description string
		Snake                                          string `json:"file_path"`
		Camel                                          string `json:"filePath"`
		Absolute                                       string `json:"absolute_path"`
	}
	_ = json.Unmarshal(args, &a) // members of other types are left out
	req.Command, req.Pattern, req.Intent = cmp.Or(a.Command, a.Cmd), a.Pattern, a.Description
	req.Path = cmp.Or(a.Snake, a.Camel, a.Absolute, a.Path, a.File)
	return req
}
