package general

import "strings"

// unboxed returns a line of a drawn box, which is open on the right, without the bar at its left. A line with other
// bars, such as a row of a table, is returned as it is.
//
//	╷
//	│ Error: Invalid value for variable
//	│
//	│   on main.tf line 1:
//	╵
func unboxed(s string) string {
	t, ok := strings.CutPrefix(s, bar)
	if !ok {
		return s
	}
	t = strings.Trim(t, " ")
	if t == "" || strings.Contains(t, bar) || strings.HasPrefix(t, "├") || strings.HasPrefix(t, "└") {
		return s
	}
	return t
}

// bar is the vertical line of drawn boxes, tables and trees.
const bar = "│"
