package host

import (
	"encoding/json"
	"path/filepath"
	"strings"

	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
)

// MinOutput is the size in bytes below which integrations leave an output as it is: a look at it costs more than it
// saves.
const MinOutput = 256

// GatewayVariable names the variable with the name of an agent whose requests all go through a gateway. The gateway
// shortens its results, so other integrations leave them as they are.
const GatewayVariable = "TOKTEE_GATEWAY"

// maxShortened is the limit in bytes of other output next to a text that is short already. With more, both are
// shortened.
const maxShortened = 12 << 10

// A Call is a call of a tool, for integrations that get outputs of tools that others run.
type Call struct {
	Tool, Command, Path string
	Args                json.RawMessage
	MCP                 bool   // the tool is one of an MCP server
	Output              string // "" if it is in a file
}

// Untouched reports whether a call's output stays as it is, whatever it is: a sub-agent's report, memories, texts that
// are short already, lines fetched from the store, and the answer of an edit.
func (h *Host) Untouched(c Call) bool {
	if toolname.Untouched(c.Tool) || h.Never(c.Command) {
		return true
	}
	if (c.Command != "" || c.MCP) && len(c.Output) <= maxShortened && h.Shortened(c.Output) {
		return true // a shim has shortened it, toktee run, or toktee mcp-proxy
	}
	dir := h.StoreDir()
	if c.Command != "" {
		return isRun(c.Command) || Retrieves(c.Command) ||
			dir != "" && strings.Contains(c.Command, dir+string(filepath.Separator))
	}
	if dir != "" && strings.HasPrefix(filepath.Clean(c.Path), dir+string(filepath.Separator)) {
		return true
	}
	switch toolname.FamilyOfCall(c.Tool, c.Args, shell.Line{}) {
	case toolname.FamilyProse:
		return true
	case toolname.FamilyEdit:
		return !c.MCP
	}
	return false
}

// isRun reports whether a command line is one under toktee, so that its output is a short text.
func isRun(command string) bool {
	words, ok := shell.Simple(command)
	if !ok || len(words) < 2 || words[1] != "run" {
		return false
	}
	name := filepath.Base(words[0])
	return name == "toktee" || name == "toktee.exe"
}
