package outline

import "strings"

// text holds an output's parts: the usage of the program, and sections of items.
type text struct {
	usage    []string // usage lines, without indentation
	sections []section
	behind   int // lines without indentation after the first list that aren't headings
}

// section is a heading with the lines below it, up to the next heading.
type section struct {
	title string // as in the output, without indentation; "" above the first heading
	kind  kind   // of its items
	items []item
	view
}

// view is how much of a section is shown.
type view struct {
	titled bool
	named  int // items that are named
	lines  int // items that have a line of their own
	full   int // of them, those with all the kept lines of their descriptions
}

// kind is the singular noun for the items of a section.
type kind string

const (
	flags    kind = "flag"
	commands kind = "command"
	entries  kind = "entry"
	prose    kind = "line"
)

// item is a flag, a command, another entry, or a line.
type item struct {
	name  string // "-A --after-context"
	line  string // the item in a line, with the start of its description
	whole string // with more of it
}

// indent is how far a line is indented, a tab counting as eight.
func indent(s string) int {
	n := 0
	for i := range len(s) {
		switch s[i] {
		case ' ':
			n++
		case '\t':
			n += 8 - n%8
		default:
			return n
		}
	}
	return n
}

// squeeze makes one blank of each run of blanks.
func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }
