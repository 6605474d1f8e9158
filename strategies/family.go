package strategies

import (
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
)

// Family is a kind of tool, such as search or read, whatever the tool's name is.
type Family = toolname.Family

// The families.
const (
	FamilySearch = toolname.FamilySearch
	FamilyList   = toolname.FamilyList
	FamilyEdit   = toolname.FamilyEdit // edits, patches and diffs
	FamilyExec   = toolname.FamilyExec
	FamilyRead   = toolname.FamilyRead
	FamilyProse  = toolname.FamilyProse // a sub-agent's answer, a fetched page
	FamilyOther  = toolname.FamilyOther
)

// CommandLine is a parsed shell command line: its commands with their arguments, the filters after them, and the
// command that its exit status belongs to, as far as known.
type CommandLine = shell.Line

// ParseCommand parses a shell command line. It never fails: a line that it can't read has OK false.
func ParseCommand(command string) CommandLine { return shell.Parse(command) }
