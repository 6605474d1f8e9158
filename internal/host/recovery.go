package host

import (
	"fmt"
	"strconv"

	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/summarize"
)

// ShowCommand is the command that prints the whole output of a result: the [Options].Fetch for callers with a shell.
func ShowCommand(id string) string { return "toktee show " + id }

// ShowLines is the command that prints some lines of an output: the [Options].FetchLines for callers with a shell.
func ShowLines(id string, first, last int) string {
	return fmt.Sprintf("toktee show %s --lines %d:%d", id, first, last)
}

// Recovery returns what writes the last line of a text that leaves something out, such as
//
//	… 1873 lines: toktee show 401882137095
//
// or nil where a door has no way to the rest.
func Recovery(fetch func(id string) string) func(id string, lines int) string {
	if fetch == nil {
		return nil
	}
	return func(id string, lines int) string {
		return fmt.Sprintf("… %s: %s", words.Count(lines, "line", "lines"), fetch(id))
	}
}

// ReadOn returns what writes that line where it names lines to go on with: of an output, the start of the largest gap,
// and how many of all that are left out these are.
//
//	… 1873 lines, 200 of them: toktee show 401882137095 --lines 211:410
//
// For the text of a file it names the largest gap as the text does, by the lines of the file; the call that prints its
// start counts the lines of the output:
//
//	… 1389 lines, most at 610-1400, 200 of them: toktee show 401882137095 --lines 211:410
//
// It is nil where a door can't fetch single lines.
func ReadOn(fetchLines func(id string, first, last int) string) func(id string, left summarize.Rest) string {
	if fetchLines == nil {
		return nil
	}
	return func(id string, left summarize.Rest) string {
		what := words.Count(left.Lines, "line", "lines")
		if left.InFile {
			what += ", most at " + strconv.Itoa(left.Most[0])
			if left.Most[1] > left.Most[0] {
				what += "-" + strconv.Itoa(left.Most[1])
			}
		}
		if n := left.Next[1] - left.Next[0] + 1; n < left.Lines {
			what += fmt.Sprintf(", %d of them", n)
		}
		return "… " + what + ": " + fetchLines(id, left.Next[0], left.Next[1])
	}
}
