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

// Edits reports whether a tool changes files by its arguments, and doesn't only print changes.
func Edits(tool string) bool {
	name := plainName(tool)
	return toolFamily(tool) == FamilyEdit && name != "diff" && !strings.Contains(name, "git_")
}
