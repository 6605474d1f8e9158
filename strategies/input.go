package strategies

import (
	"encoding/json"
	"strings"

	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/result"
)

// Input is everything known about an output except its text. Tests of a strategy set only the fields that it reads.
type Input struct {
	Tool    string          // the tool's name, as the caller calls it
	Family  Family          // what follows from the tool's name and the command line
	Command string          // the shell command; "" if the tool ran none
	Shell   CommandLine     // the same, parsed by [ParseCommand]
	Path    string          // the file or folder that the tool was pointed at
	Pattern string          // the pattern of a search
	Args    json.RawMessage // all of the tool's arguments; nil if the caller doesn't have them
	Offset  int             // first line of a bounded read, from 1; 0 for none
	Limit   int             // number of lines of a bounded read; 0 for none
	AtEnd   bool            // a bounded read is known to have reached the end of the file
	Intent  string          // the caller's goal, in its own words; may be empty
	Status  result.Status   // how the command ended, if known
	Head    string          // the first KiB of the clean text, whole lines if possible
	Start   string          // the first 64 bytes of the raw output; "" if they aren't the text's
	Size    int64           // bytes of the raw output; 0 if they aren't the text's
	Part    bool            // the text is one of several of an output, whose lines it doesn't number
	Content bool            // the text is requested content, such as a file: its words don't describe the call
	Cut     bool            // the text was already cut when it came in: by a pipe into head, or by the agent
	Held    bool            // the text is in memory until the call ends, and its lines are parts of it
}

// Keep returns a part of a line that a strategy may keep for as long as the call. It copies the part if the text is
// streamed, since the part would keep a shared block of lines. A text in memory needs no copy.
func (in *Input) Keep(part string) string {
	if in.Held {
		return part
	}
	return strings.Clone(part)
}

// Bounds returns the explicit bounds of a read, from the input's offset and limit, the tool's arguments or the command
// line. ok is false for a read of a whole file and for anything else.
func (in *Input) Bounds() (b toolname.Bounds, ok bool) {
	if in.Offset > 0 || in.Limit > 0 {
		return toolname.Range(max(in.Offset, 1), in.Limit), true
	}
	if in.Command != "" || in.Shell.OK {
		return toolname.LineBounds(in.Shell)
	}
	return toolname.ArgBounds(in.Args)
}
