package strategies

import (
	"encoding/json"

	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/result"
)

// Input is what is known of an output besides its text.
type Input struct {
	Tool     string          // the tool's name, as the caller gave it
	Family   Family          // what [FamilyOf] makes of the tool's name and the command line
	Command  string          // the shell command, where the tool ran one
	Shell    shell.Line      // the same, parsed
	Path     string          // the file or folder that the tool was pointed at
	Pattern  string          // what it searched for
	Args     json.RawMessage // all of the tool's arguments, where the caller has them; may be nil
	Offset   int             // first line of a bounded read, from 1; 0 when not given
	Limit    int             // number of lines of a bounded read; 0 when not given
	Intent   string          // what the caller is after, in its own words; may be empty
	Status   result.Status   // how the command ended, where that is known
	Head     string          // the first KiB of the clean text, whole lines where possible
	Start    string          // the first bytes of the raw output, at most [StartBytes]; "" where they aren't the text's
	Size     int64           // bytes of the raw output; 0 where they aren't the text's
	Programs *Programs       // what the general engine can read; may be nil
	filed    bool            // the text is a report, and nothing else
	fromFile bool            // a file's, which says nothing of how the command ended
	Part     bool            // the text is one of several of an output, whose lines it doesn't number
	Cut      bool            // the text was already cut when it came in: by a pipe into head, or by the agent
}

// StartBytes is how much of the raw output a strategy may look at.
const StartBytes = 64

// Family is a kind of tool, such as search or read, whatever its name is.
type Family string

// The families.
const (
	FamilySearch Family = "search"
	FamilyList   Family = "list"
	FamilyEdit   Family = "edit" // edits, patches and diffs
	FamilyExec   Family = "exec"
	FamilyRead   Family = "read"
	FamilyProse  Family = "prose" // a sub-agent's answer, a fetched page
	FamilyOther  Family = "other"
)
