// Package shell reads a shell command line far enough to know what its output is: which programs print to it, whether a
// filter has cut it, and whose exit status the whole reports.
package shell

// Line is what a command line says. The zero Line says nothing.
type Line struct {
	OK       bool   // it was parsed; the other fields mean nothing otherwise
	Commands []Call // the calls whose output reaches the line's standard output, filters left out, in order
	Filters  []Call // what stands after a pipe behind the last of them: head, tail, grep, sort, wc ...
	Cut      bool   // a filter drops lines: head, tail, sed -n, a counting grep ...
	OwnExit  bool   // the exit status is that of the last of Commands
	Setup    []Call // calls that print nothing of note: cd, export, mkdir, set, source
}

// Call is one simple command.
type Call struct {
	Name string   // the program's base name: "rg" of "/usr/bin/rg"
	Args []string // its words, quotes removed; a word that only the shell could expand keeps its source text
}
