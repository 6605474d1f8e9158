package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/config"
	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/store"
	"github.com/toktee/toktee/result"
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
	Unread         string    `json:"unread,omitempty"` // why there is no more of it than id, time and perhaps command
}

// newList is "toktee ls".
func newList(a *app) *cobra.Command {
	var n given[int]
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "ls",
		Short: "List the recent results, the newest first",
		Long: `Lists the recent results, the newest first: id, time, tokens of the output and of its short text,
how much that saved, and the command or the tool.`,
		Example: `  toktee ls
  toktee ls --limit 0 --json | jq -r .id`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			h, err := a.open(config.Flags{}, host.RepeatsOff)
			if err != nil {
				return err
			}
			list, err := h.Store().List(n.value)
			if err != nil {
				return failed(err)
			}
			print := printTable
			if asJSON {
				print = printJSON
			} else if len(list) == 0 {
				a.say("no outputs are kept in %s", h.StoreDir())
			}
			return failed(print(a.stdout, list))
		},
	}
	n.parse, n.typ, n.value = natural, "N", 20
	cmd.Flags().Var(&n, "limit", "how many, 0 for all; 20 if not given")
	complete(cmd, "limit")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON lines")
	return cmd
}

// entry is the line of a record. One whose result can't be read has only what the record itself says.
func entry(r store.Record) listed {
	e := listed{ID: r.ID, Time: r.Time, Command: r.Command, Bytes: r.Bytes}
	if r.Newer > 0 {
		e.Unread = fmt.Sprintf("kept by a newer toktee, in version %d", r.Newer)
		return e
	}
	var res result.ToolResult
	if err := json.Unmarshal(r.Result, &res); err != nil {
		e.Unread = err.Error()
		return e
	}
	m := res.Metadata()
	e.Tool, e.Outcome = res.ToolName(), res.Outcome().String()
	e.UITokens, e.LLMTokens, e.SavingsPercent = m.UITokens, m.LLMTokens, m.SavingsPercent
	if code, ok := res.ExitCode(); ok {
		e.ExitCode = &code
	}
	return e
}

// printTable prints a line for people for each record: id, time, tokens of the output and of its text, and what ran.
//
//	401882137095  2026-11-22 12:00:00     2450 → 48      98.0%  go test ./...
//	174920558210  2026-11-22 11:58:13  go vet ./...  (kept by a newer toktee, in version 2)
func printTable(w io.Writer, list []store.Record) error {
	for _, r := range list {
		e := entry(r)
		what := e.Command
		if what == "" {
			what = cmp.Or(e.Tool, "(an output without a command)")
		}
		what = oneLine(what, 80)
		numbers := fmt.Sprintf("%8d → %-6d %5.1f%%  ", e.UITokens, e.LLMTokens, e.SavingsPercent)
		if e.Unread != "" {
			numbers, what = "", what+"  ("+oneLine(e.Unread, 80)+")"
		}
		_, err := fmt.Fprintf(w, "%s  %s  %s%s\n", e.ID, e.Time.Local().Format(time.DateTime), numbers, what)
		if err != nil {
			return err
		}
	}
	return nil
}

// printJSON prints a line of JSON for each record.
func printJSON(w io.Writer, list []store.Record) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, r := range list {
		if err := enc.Encode(entry(r)); err != nil {
			return err
		}
	}
	return nil
}

// oneLine is a text on one line without control characters, cut to limit characters.
func oneLine(s string, limit int) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	if r := []rune(s); len(r) > limit {
		return string(r[:limit-1]) + "…"
	}
	return s
}
