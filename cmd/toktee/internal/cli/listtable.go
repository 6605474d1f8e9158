package cli

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/result"
)

// A listTable prints records to a person, fitted to the terminal:
//
//	ID            TIME   OUTCOME    RAW  SENT  SAVED  FOLDER  COMMAND
//	401882137095  14:02  passed   2,450    48    98%  ~/shop  go test ./...
//	174920558210  13:58  exit 2      12    12     0%  ~/shop  make
type listTable struct {
	width int // of the terminal
	now   time.Time
	home  string // the user's home folder
	color bool
}

// maxFolder is the most characters of a folder that are shown, minCommand the least space that a command gets.
const (
	maxFolder  = 24
	minCommand = 20
)

// A listColumn is a column before the command.
type listColumn struct {
	name  string
	right bool
	cell  func(t *listTable, e *listed) string
}

var listColumns = []listColumn{
	{"ID", false, func(_ *listTable, e *listed) string { return e.ID }},
	{"TIME", false, (*listTable).time},
	{"OUTCOME", false, func(_ *listTable, e *listed) string { return e.result() }},
	{"RAW", true, func(_ *listTable, e *listed) string { return words.Thousands(e.UITokens) }},
	{"SENT", true, func(_ *listTable, e *listed) string { return words.Thousands(e.LLMTokens) }},
	{"SAVED", true, func(_ *listTable, e *listed) string { return e.saved() }},
	{"FOLDER", false, (*listTable).folder},
}

// listDropped are the columns that go on a narrow terminal, the first ones first.
var listDropped = [][]string{{"FOLDER"}, {"RAW", "SENT"}, {"SAVED"}, {"TIME"}}

// print prints a header and a line for each record.
func (t *listTable) print(w io.Writer, list []listed) error {
	columns, rows := listColumns, [][]string(nil)
	for i := 0; ; i++ {
		var used int
		rows, used = t.rows(columns, list)
		if used+minCommand <= t.width || i == len(listDropped) {
			t.width = max(t.width-used, minCommand/2)
			break
		}
		columns = slices.DeleteFunc(slices.Clone(columns), func(c listColumn) bool {
			return slices.Contains(listDropped[i], c.name)
		})
	}
	for i, cells := range rows {
		line, style := strings.Join(cells, "  ")+"  ", ""
		switch {
		case i == 0:
			line, style = line+"COMMAND", "\x1b[2m"
		default:
			e := &list[i-1]
			if strings.HasPrefix(e.result(), "exit ") || e.result() == "failed" || e.signal != "" {
				style = "\x1b[31m"
			}
			line += oneLine(e.what(), t.width)
		}
		if t.color && style != "" {
			line = style + line + "\x1b[0m"
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}

// rows returns the cells of the header and the records, each padded to the width of its column, and the width of all
// columns with the gaps after them.
func (t *listTable) rows(columns []listColumn, list []listed) (rows [][]string, used int) {
	rows = make([][]string, len(list)+1)
	for _, c := range columns {
		cells, width := []string{c.name}, len(c.name)
		for i := range list {
			cell := ""
			if e := &list[i]; e.Unread == "" || c.name == "ID" || c.name == "TIME" {
				cell = c.cell(t, e)
			}
			cells, width = append(cells, cell), max(width, utf8.RuneCountInString(cell))
		}
		for i, cell := range cells {
			padding := strings.Repeat(" ", width-utf8.RuneCountInString(cell))
			if c.right {
				rows[i] = append(rows[i], padding+cell)
			} else {
				rows[i] = append(rows[i], cell+padding)
			}
		}
		used += width + 2
	}
	return rows, used
}

// time is a record's time of today, its day of this year, or its date.
func (t *listTable) time(e *listed) string {
	at, now := e.Time.Local(), t.now.Local()
	switch {
	case at.Format(time.DateOnly) == now.Format(time.DateOnly):
		return at.Format("15:04")
	case at.Year() == now.Year():
		return at.Format("Jan _2 15:04")
	}
	return at.Format(time.DateOnly)
}

// folder is a record's folder, the user's home as "~". Of a long one, the end is shown.
func (t *listTable) folder(e *listed) string {
	f := words.Printable(e.Folder)
	if rest, ok := strings.CutPrefix(f, t.home); ok && t.home != "" && (rest == "" || rest[0] == filepath.Separator) {
		f = "~" + rest
	}
	if r := []rune(f); len(r) > maxFolder {
		f = "…" + string(r[len(r)-maxFolder+1:])
	}
	return f
}

// result is how a call ended, in a word: passed, failed, exit 2, SIGKILL, or unknown.
func (e *listed) result() string {
	switch {
	case e.Outcome == result.Pass.String():
		return "passed"
	case e.signal != "":
		return e.signal
	case e.ExitCode != nil && *e.ExitCode != 0:
		return fmt.Sprintf("exit %d", *e.ExitCode)
	case e.Outcome == result.Fail.String():
		return "failed"
	}
	return "unknown"
}

// saved is the share of the tokens that aren't in the text.
func (e *listed) saved() string {
	if e.SavingsPercent > 99 && e.LLMTokens > 0 {
		return ">99%"
	}
	return fmt.Sprintf("%.0f%%", e.SavingsPercent)
}

// what returns the command of a record, else its tool, and the reason if it couldn't be read.
func (e *listed) what() string {
	what := cmp.Or(e.Command, e.Tool, "(an output without a command)")
	if e.Unread != "" {
		what += "  (" + oneLine(e.Unread, 120) + ")"
	}
	return what
}
