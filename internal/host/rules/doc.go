// Package rules lets a user select the important lines of a command's output. The rules, in TOML files, keep, drop,
// replace, fold, group or rank lines, or set the level and the budget.
//
// Rules work on a [strategies.Digest], between the strategy that makes it and the fitter that prints it. They never
// delete text: a dropped line is an omitted fact, and a gap counts it.
//
// # Limits of a rule
//
// A rule changes no exit code, no verdict and no count. On a run that failed, by its status or by its text, facts of
// rank Critical and Evidence stay as they are. If the end of a run is unknown, those of rank Critical stay. On a failed
// run, raised facts come after those that the strategy ranked so, and no words of a rule are printed. Every number in a
// line that a rule rewrote comes from the original line.
//
// # Precedence and trust
//
// A project's rules override the user's, and those the built-in ones. A project's author may be a stranger: its files
// count once the user has trusted their content, see [Trust].
//
// # Limits and cost
//
// A file has at most 64 KiB and 100 rules, a rule 50 line entries, a regular expression 500 bytes; a folder has at
// most 100 files. Regular expressions are Go's, which take linear time, are compiled when a rule first matches a
// command, and see the first 4 KiB of a line. Without files, loading costs one attempt to list each folder; built-in
// rules are read when the command line names their program.
package rules

// MinBudget is the smallest budget that a rule can set, in tokens.
const MinBudget = 32

// The limits of files and rules.
const (
	maxFile    = 64 << 10 // bytes
	maxFiles   = 100      // files of a folder
	maxRules   = 100      // rules of a file
	maxLines   = 50       // line entries of a rule
	maxTests   = 200      // tests of a file
	maxPattern = 500      // bytes of a regular expression
	maxText    = 500      // bytes of a replacement, and of any other short text
	maxNames   = 50       // names in a list
	maxLook    = 4 << 10  // bytes of a line that regular expressions see
)
