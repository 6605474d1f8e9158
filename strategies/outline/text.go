package outline

import "strings"

// text is what is known of an output: how the program is called, and sections of items.
type text struct {
	usage    []string // lines that say how it is called, without indentation
	sections []section
	settings bool // entries are keys with their values
	behind   int  // lines without indentation behind the first list, which are no headings
}

// section is a heading with what stands below it, up to the next.
type section struct {
	title string // as in the output, without indentation; "" for what stands above the first
	kind  kind   // of its items
	items []item
	view
}

// view is how much of a section is shown.
type view struct {
	titled bool
	named  int  // items that are named
	lines  int  // items that have a line of their own
	full   int  // of them, those with all that is kept of what is said of them
	last   bool // the last item is shown too, since it may sum up what a program did
}

// kind is what the items of a section are, as a singular noun.
type kind string

const (
	flags    kind = "flag"
	commands kind = "command"
	entries  kind = "entry"
	prose    kind = "line"
)

// item is a flag, a command, a key, or a line.
type item struct {
	name  string // "-A --after-context"
	line  string // the item in a line, with the start of what is said of it
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
