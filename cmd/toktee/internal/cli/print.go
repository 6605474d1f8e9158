package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/integrations/permit"
	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/result"
)

// live returns the terminal on which a person watches the output, or nil. An agent that runs a command on a terminal of
// its own isn't a person: it gets the short text alone.
func (a *app) live() io.Writer {
	if f, ok := a.stderr.(*os.File); ok && proc.IsTerminal(f) && !a.toAgent() {
		return f
	}
	return nil
}

// A lineWatcher knows whether the text on a terminal ends with a line end. A program may print its last line without.
// Both streams of a command write to it.
type lineWatcher struct {
	io.Writer
	inLine atomic.Bool
}

func (w *lineWatcher) Write(p []byte) (int, error) {
	if len(p) > 0 {
		w.inLine.Store(p[len(p)-1] != '\n')
	}
	return w.Writer.Write(p)
}

// toAgent reports whether an agent has called toktee.
func (a *app) toAgent() bool { return len(permit.CallersOf(a.getenv)) > 0 }

// isTerminal reports whether a stream is a person's.
func (a *app) isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && proc.IsTerminal(f)
}

// A saving is noted from this share of the tokens on, and from this many.
const (
	minNotedPercent = 10
	minNotedTokens  = 100
)

// noteSaved prints, below an output that a person has seen, how much of it a model gets, and the command to see that:
//
//	toktee: a model gets 48 of 2,450 tokens; toktee explain 401882137095 prints its text
func (a *app) noteSaved(r result.ToolResult, inLine, kept bool) {
	m := r.Metadata()
	if m.SavingsPercent < minNotedPercent || m.SavingsTokens < minNotedTokens {
		return
	}
	if inLine {
		fmt.Fprintln(a.stderr)
	}
	about, way := "", ""
	if m.Approximate {
		about = "~"
	}
	if kept {
		way = fmt.Sprintf("; %s explain %s prints its text", strings.Join(a.ownWords(), " "), r.ID())
	}
	a.note("a model gets %s of %s%s tokens%s", words.Thousands(m.LLMTokens), about, words.Thousands(m.UITokens), way)
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
	if !strings.Contains(text, host.ShowCommand(id)) {
		return
	}
	if own := a.ownWords(); len(own) > 1 {
		a.note("toktee isn't on PATH; for the full output: %s show %s", strings.Join(own, " "), id)
	}
}

// ownWords are the words that start this program: "toktee", or "go run ./cmd/toktee" if that started it and no toktee
// is on PATH.
func (a *app) ownWords() []string {
	if self, err := os.Executable(); err == nil && desk.FromGoRun(self) {
		if _, err := exec.LookPath("toktee"); err != nil {
			if own := desk.GoRun(self, workingDir(), "toktee"); own != nil {
				return own
			}
		}
	}
	return []string{"toktee"}
}
