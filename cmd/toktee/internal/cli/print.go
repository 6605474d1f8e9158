package cli

import (
	"io"
	"os"
	"strings"

	"github.com/toktee/toktee/internal/proc"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// live lets a person at a terminal see what is printed while the command runs.
func (a *app) live(keep io.Writer) io.Writer {
	f, ok := a.stderr.(*os.File)
	if !ok || !proc.IsTerminal(f) {
		return keep
	}
	return &tee{keep, f}
}

// tee writes to both; the person's terminal may fail.
type tee struct {
	keep io.Writer
	live *os.File
}

func (t *tee) Write(p []byte) (int, error) {
	n, err := t.keep.Write(p)
	t.live.Write(p)
	return n, err
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

// printSpawnFailure prints the result of a command that couldn't be started.
func (a *app) printSpawnFailure(cfg summarize.Config, err error) {
	r := result.Failure(toolExec, result.ToolError{Kind: result.KindSpawn, Message: err.Error()}, "", counter(cfg.Encoding))
	if werr := r.WriteJSON(a.stdout); werr != nil && !brokenPipe(werr) {
		a.say("%v", werr)
	}
}

// copyRaw prints an output as it is.
func copyRaw(w io.Writer, src summarize.Source) error {
	r, err := src.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	_, err = io.Copy(w, r)
	return err
}
