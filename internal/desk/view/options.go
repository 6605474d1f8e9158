package view

// Options are the user's three settings of the same names. The zero Options give plain text.
type Options struct {
	Rich   bool // tool_ui_rich_formatting: the output's own colours, changed words of diffs, widgets
	Syntax bool // tool_ui_syntax_highlighting: classes of code
	Links  bool // tool_ui_clickable_paths: places in files

	// Exists reports whether a path is that of a file, for links. Nil asks the disk.
	Exists func(path string) bool
}

// AllOn are the options with everything on.
var AllOn = Options{Rich: true, Syntax: true, Links: true}
