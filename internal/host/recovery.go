package host

import (
	"fmt"
	"strconv"

	"github.com/toktee/toktee/internal/words"
	"github.com/toktee/toktee/summarize"
)

// ShowCommand is the command that prints the whole output of a result: the [Options].Fetch for callers with a shell.
func ShowCommand(id string) string { return "toktee show " + id }

// ShowLines is the command that prints some lines of an output: the [Options].FetchLines for callers with a shell.
func ShowLines(id string, first, last int) string {
	return fmt.Sprintf("toktee show %s --lines %d:%d", id, first, last)
}

// recovery returns what writes the last line of a text that leaves something out, such as
//
//	… 1873 lines: toktee show 401882137095
//
// or nil where the door has no way to the rest.
func (h *Host) recovery() func(id string, lines int) string {
	if h.o.Fetch == nil {
		return nil
	}
	return func(id string, lines int) string {
		return fmt.Sprintf("… %s: %s", words.Count(lines, "line", "lines"), h.o.Fetch(id))
	}
}

// readOn returns what writes that line where it names lines to go on with: of an output, the start of the largest gap.
//
//	… 1873 lines: toktee show 401882137095 --lines 211:410
//
// For the text of a file it names the largest gap as the text does, by the lines
// of the file, and the call that prints its start, which counts the lines of the output:
//
//	… 1389 lines, most at 610-1400: toktee show 401882137095 --lines 211:410
//
// It is nil where the door can't fetch single lines.
func (h *Host) readOn() func(id string, left summarize.Rest) string {
	if h.o.FetchLines == nil {
		return nil
	}
	return func(id string, left summarize.Rest) string {
		if !left.InFile {
			return fmt.Sprintf("… %s: %s", words.Count(left.Lines, "line", "lines"),
				h.o.FetchLines(id, left.Next[0], left.Next[1]))
		}
		most := strconv.Itoa(left.Most[0])
		if left.Most[1] > left.Most[0] {
			most += "-" + strconv.Itoa(left.Most[1])
		}
		return fmt.Sprintf("… %s, most at %s: %s", words.Count(left.Lines, "line", "lines"), most,
			h.o.FetchLines(id, left.Next[0], left.Next[1]))
	}
}
