package toolname

import "strings"

// Untouched reports whether the results of a tool of this name stay as they are: what was remembered or planned was
// written for the model, and what our own tools say is short already.
func Untouched(name string) bool {
	name = strings.ToLower(name)
	for _, word := range [...]string{"toktee", "memory", "memories", "remember", "todo"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}
