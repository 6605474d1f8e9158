package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/result"
)

// live returns the terminal on which a person watches the output, or nil.
func (a *app) live() io.Writer {
	if f, ok := a.stderr.(*os.File); ok && proc.IsTerminal(f) {
		return f
	}
	return nil
}

// isTerminal reports whether a stream is a person's.
func (a *app) isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && proc.IsTerminal(f)
}

// printApart prints a result's text to a person who has just seen the output, below a title, and its saving at the end.
func (a *app) printApart(person io.Writer, r result.ToolResult) error {
	if _, err := fmt.Fprintln(person, "── toktee: sent to the model ──"); err != nil {
		return err
	}
	if err := a.print(r, false); err != nil {
		return err
	}
	_, err := fmt.Fprintf(person, "── %s ──\n", result.SavingsLine(r))
	return err
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
	a.noteShow(text, r.ID())
	return err
}

// printLine prints a value as one line of JSON.
func (a *app) printLine(v any) error {
	enc := json.NewEncoder(a.stdout)
	enc.SetEscapeHTML(false)
	return failed(enc.Encode(v))
}

// noteShow prints a form of "toktee show" that works, if the text names a result by it and this is "go run" with no
// toktee on PATH:
//
//	toktee: toktee isn't on PATH; for the full output: go run ./cmd/toktee show 448101351162
func (a *app) noteShow(text, id string) {
	self, err := os.Executable()
	if err != nil || !strings.Contains(text, host.ShowCommand(id)) || !desk.FromGoRun(self) {
		return
	}
	if _, err := exec.LookPath("toktee"); err == nil {
		return
	}
	if words := desk.GoRun(self, workingDir(), "toktee"); words != nil {
		a.note("toktee isn't on PATH; for the full output: %s show %s", strings.Join(words, " "), id)
	}
}
