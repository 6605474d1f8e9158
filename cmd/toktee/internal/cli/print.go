package cli

import (
	"io"
	"os"
	"strings"

	"github.com/toktee/toktee/internal/proc"
	"github.com/toktee/toktee/result"
)

// live is where a person looks on while a command runs: a terminal, or nil for nobody.
func (a *app) live() io.Writer {
	if f, ok := a.stderr.(*os.File); ok && proc.IsTerminal(f) {
		return f
	}
	return nil
}

// print prints a result: its text, or all of it.
func (a *app) print(r result.ToolResult, asJSON bool) error {
	if asJSON {
		return r.WriteJSON(a.stdout)
	}
	text := r.LLMContent()
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	_, err := io.WriteString(a.stdout, text)
	return err
}
