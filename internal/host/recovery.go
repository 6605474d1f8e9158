package host

import "fmt"

// ShowCommand is the command that prints the whole output of a result: the [Options].Fetch for callers with a shell.
func ShowCommand(id string) string { return "toktee show " + id }

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
		noun := "lines"
		if lines == 1 {
			noun = "line"
		}
		return fmt.Sprintf("… %d %s: %s", lines, noun, h.o.Fetch(id))
	}
}
