package toolname

import (
	"encoding/json"
	"path/filepath"
	"strings"

	"github.com/toktee/toktee/internal/text/shell"
)

// Kind returns the common name of calls of one kind: the program and its subcommand ("go test"), the ending of the file
// that is read ("read.go"), or else the tool.
func Kind(tool, command, path string, args json.RawMessage) string {
	if command != "" {
		line := shell.Parse(command)
		if len(line.Commands) == 0 {
			return tool
		}
		return strings.TrimSpace(line.Commands[0].Name + " " + line.Commands[0].Sub())
	}
	if FamilyOfCall(tool, args, shell.Line{}) == FamilyRead {
		return "read" + filepath.Ext(path)
	}
	return tool
}
