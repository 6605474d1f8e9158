package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/internal/text/secrets"
	"github.com/toktee/toktee/internal/text/words"
)

// listed is a record as "toktee ls --json" prints it, one a line.
type listed struct {
	ID             string    `json:"id"`
	Time           time.Time `json:"time"`
	Tool           string    `json:"tool_name"`
	Command        string    `json:"command"`
	Outcome        string    `json:"outcome"`
	ExitCode       *int      `json:"exit_code"`
	Bytes          int64     `json:"bytes"`
	UITokens       int       `json:"ui_tokens"`
	LLMTokens      int       `json:"llm_tokens"`
	SavingsPercent float64   `json:"savings_percent"`
	Folder         string    `json:"folder,omitempty"`
	PTY            bool      `json:"pty,omitempty"`    // the output was printed to a terminal
	Unread         string    `json:"unread,omitempty"` // why there is no more of it than id, time and perhaps command
	signal         string    // that ended the command
}

// newList is "toktee ls".
func newList(a *app) *cobra.Command {
	var n given[int]
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "ls",
		Short: "List the recent results, newest first",
		Long: `Lists the recent results, newest first. On a terminal, the columns are id, time, outcome, raw (tokens
of the output), sent (tokens of the short text), saved (in percent), folder and command. On a narrow terminal, the list
has fewer columns. If the list goes into a pipe or a file, each line has id, time, raw → sent, saved, and the command.
If a call has no command, the line has the name of the tool.`,
		Example: `  toktee ls
  toktee ls --limit 0 --json | jq -r .id`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			h, err := a.open()
			if err != nil {
				return err
			}
			kept, damaged, err := h.Store().List(n.value)
			if err != nil {
				return failed(err)
			}
			list, unread := entries(kept)
			if damaged += unread; damaged > 0 {
				a.note("%s damaged and not listed; toktee store verify names the files",
					words.Count(damaged, "result is", "results are"))
			}
			if len(list) == 0 {
				if damaged == 0 && !asJSON {
					where := cmp.Or(h.StoreDir(), "any folder: HOME and TOKTEE_STORE are not set")
					a.note("no outputs are kept in %s", where)
				}
				return nil
			}
			if out, ok := a.stdout.(*os.File); ok && !asJSON && proc.IsTerminal(out) {
				home, _ := os.UserHomeDir() // without one, folders are whole
				t := listTable{cmp.Or(proc.Columns(out), 80), time.Now(), home, a.colours(h.Settings())}
				return failed(t.print(a.stdout, list))
			}
			for _, e := range list {
				if asJSON {
					err = a.printLine(e)
				} else {
					err = printRow(a.stdout, &e)
				}
				if err != nil {
					return failed(err)
				}
			}
			return nil
		},
	}
	cmd.SuggestFor = []string{"list", "log"}
	n.value = 20
	n.add(cmd, "limit", "N", natural, "number of results, 0 for all; by default 20")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON lines")
	return cmd
}

// entries are the lines of records, without those whose result is damaged.
func entries(kept []store.Record) (list []listed, damaged int) {
	for _, r := range kept {
		e, err := entry(r)
		if err != nil {
			damaged++
			continue
		}
		list = append(list, e)
	}
	return list, damaged
}

// entry returns the line of a record. A record of a newer toktee has only its own fields.
func entry(r store.Record) (listed, error) {
	e := listed{
		ID: r.ID, Time: r.Time, Command: secrets.Mask(r.Command), Bytes: r.Bytes, Folder: r.Dir, PTY: r.Terminal,
	}
	res, err := r.Load()
	switch {
	case r.Newer > 0:
		e.Unread = fmt.Sprintf("kept by a newer toktee, in version %d", r.Newer)
		return e, nil
	case errors.Is(err, store.ErrNewer):
		e.Unread = err.Error()
		return e, nil
	case err != nil:
		return e, err
	}
	m := res.Metadata()
	e.Tool, e.Outcome, e.signal = res.ToolName(), res.Outcome().String(), res.Signal()
	e.UITokens, e.LLMTokens, e.SavingsPercent = m.UITokens, m.LLMTokens, m.SavingsPercent
	if code, ok := res.ExitCode(); ok {
		e.ExitCode = &code
	}
	return e, nil
}

// printRow prints a record for a pipe or a file: id, time, tokens of the output and of its text, and what ran.
//
//	401882137095  2026-11-22 12:00:00     2450 → 48      98.0%  go test ./...
//	174920558210  2026-11-22 11:58:13  go vet ./...  (kept by a newer toktee, in version 2)
func printRow(w io.Writer, e *listed) error {
	numbers, limit := "", 300
	if e.Unread == "" {
		numbers, limit = fmt.Sprintf("%8d → %-6d %5.1f%%  ", e.UITokens, e.LLMTokens, e.SavingsPercent), 80
	}
	what := oneLine(e.what(), limit)
	_, err := fmt.Fprintf(w, "%s  %s  %s%s\n", e.ID, e.Time.Local().Format(time.DateTime), numbers, what)
	return err
}

// oneLine is a text on one line that does nothing to a terminal, cut to limit characters.
func oneLine(s string, limit int) string { return words.Cut(words.Printable(s), limit) }
