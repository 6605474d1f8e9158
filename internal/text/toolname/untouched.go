package toolname

import "strings"

// Untouched reports whether the results of a tool of this name stay unchanged: memories and plans were written for the
// model, and the results of toktee's own tools are already short.
func Untouched(name string) bool {
	name = strings.ToLower(name)
	for _, word := range [...]string{"toktee", "memory", "memories", "remember", "todo"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}
