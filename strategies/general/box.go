package general

import "strings"

// unboxed returns a line of a drawn box without the bars at its sides. A line with other bars, such as a row of a
// table, is returned as it is.
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
	t = strings.Trim(strings.TrimSuffix(t, bar), " ")
	if t == "" || strings.Contains(t, bar) || strings.HasPrefix(t, "├") || strings.HasPrefix(t, "└") {
		return s
	}
	return t
}

// bar is the vertical line of drawn boxes, tables and trees.
const bar = "│"
