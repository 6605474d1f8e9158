package hook

import (
	"path/filepath"
	"strings"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
)

// Shorter outputs stay: a look at them costs more than it saves.
const minOutput = 256

// maxShortened is the limit in bytes of other output next to a text that is short already. With more, both are
// shortened.
const maxShortened = 12 << 10

// passes reports whether a call's result stays as it is, whatever its output: a sub-agent's report, memories, lines
// fetched from the store, and the answer of an edit.
func (c *call) passes(h *host.Host) bool {
	if toolname.Untouched(c.tool) {
		return true
	}
	if (c.command != "" || c.mcp) && c.file == "" && len(c.output) <= maxShortened && h.Shortened(c.output) {
		return true // a shim has shortened it, toktee run, or toktee mcp-proxy
	}
	storeDir := h.StoreDir()
	if c.command != "" {
		return isRun(c.command) || host.Retrieves(c.command) || readsStore(c.command, storeDir)
	}
	if inside(c.path, storeDir) {
		return true
	}
	switch toolname.FamilyOfCall(c.tool, c.args, shell.Line{}) {
	case toolname.FamilyProse:
		return true
	case toolname.FamilyEdit:
		return !c.mcp
	}
	return false
}

// readsStore reports whether a command line names a file of the store.
func readsStore(command, storeDir string) bool {
	return storeDir != "" && strings.Contains(command, storeDir+string(filepath.Separator))
}

// inside reports whether a path is below a folder.
func inside(path, dir string) bool {
	return dir != "" && strings.HasPrefix(filepath.Clean(path), dir+string(filepath.Separator))
}
