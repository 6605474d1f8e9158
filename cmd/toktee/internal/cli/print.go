package cli

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/toktee/toktee/internal/proc"
	"github.com/toktee/toktee/result"
)

// live is the terminal on which a person watches what a command prints, nil if there is none.
func (a *app) live() io.Writer {
	if f, ok := a.stderr.(*os.File); ok && proc.IsTerminal(f) {
		return f
	}
	return nil
}

// print prints a result: its text, or all of it as JSON.
func (a *app) print(r result.ToolResult, asJSON bool) error {
	if asJSON {
		b, err := r.MarshalJSON()
		if err != nil {
			return err
		}
		if _, err := a.stdout.Write(append(b, '\n')); err != nil {
			return fmt.Errorf("writing result: %w", err)
		}
		return nil
	}
	text := r.LLMContent()
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	_, err := io.WriteString(a.stdout, text)
	return err
}
