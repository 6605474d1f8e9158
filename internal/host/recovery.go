package host

import (
	"fmt"
	"strconv"

	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/summarize"
)

// ShowCommand returns the command that prints the full output of a result: the [Options].Fetch for callers with a
// shell.
func ShowCommand(id string) string { return "toktee show " + id }

// ShowLines returns the command that prints some lines of an output: the [Options].FetchLines for callers with a shell.
func ShowLines(id string, first, last int) string {
	return fmt.Sprintf("toktee show %s --lines %d:%d", id, first, last)
}

// Recovery returns a function that writes the last line of a text with gaps: how many lines are left out, and the call
// that prints the full output. It returns nil for an integration without such a call.
//
//	… 112 lines left out: toktee show 401882137095
func Recovery(fetch func(id string) string) func(id string, lines int) string {
	if fetch == nil {
		return nil
	}
	return func(id string, lines int) string { return leftOut(lines) + ": " + fetch(id) }
}

// ReadOn returns a function that writes the last line of a text whose full output is too large for one call. The line
// ends with the call that prints the start of the largest gap:
//
//	… 1873 lines left out; next: toktee show 401882137095 --lines 211:410
//
// For the text of a file, the line also names the largest gap by its lines in the file. The call always counts the
// lines of the output:
//
//	… 1389 lines left out, most at 610-1400; next: toktee show 401882137095 --lines 211:410
//
// Without "; next", the call prints all omitted lines. ReadOn returns nil for an integration that can't print
// single lines.
func ReadOn(fetchLines func(id string, first, last int) string) func(id string, left summarize.Rest) string {
	if fetchLines == nil {
		return nil
	}
	return func(id string, left summarize.Rest) string {
		line := leftOut(left.Lines)
		if left.InFile {
			line += ", most at " + strconv.Itoa(left.Most[0])
			if left.Most[1] > left.Most[0] {
				line += "-" + strconv.Itoa(left.Most[1])
			}
		}
		if n := left.Next[1] - left.Next[0] + 1; n < left.Lines {
			line += "; next"
		}
		return line + ": " + fetchLines(id, left.Next[0], left.Next[1])
	}
}

// leftOut returns the start of the last line: "… 112 lines left out".
func leftOut(lines int) string { return "… " + words.Count(lines, "line", "lines") + " left out" }
