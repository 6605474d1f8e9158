package strategies

import (
	"encoding/json"
	"strings"

	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/result"
)

// Input is what is known of an output besides its text. Tests of a strategy fill in what their strategy looks at.
type Input struct {
	Tool    string          // the tool's name, as the caller calls it
	Family  Family          // what follows from the tool's name and the command line
	Command string          // the shell command, where the tool ran one
	Shell   CommandLine     // the same, parsed by [ParseCommand]
	Path    string          // the file or folder that the tool was pointed at
	Pattern string          // what it searched for
	Args    json.RawMessage // all of the tool's arguments, where the caller has them; may be nil
	Offset  int             // first line of a bounded read, from 1; 0 for none
	Limit   int             // number of lines of a bounded read; 0 for none
	AtEnd   bool            // the file is known to end with what a bounded read has read
	Intent  string          // what the caller is after, in its own words; may be empty
	Status  result.Status   // how the command ended, where that is known
	Head    string          // the first KiB of the clean text, whole lines where possible
	Start   string          // the first 64 bytes of the raw output; "" where they aren't the text's
	Size    int64           // bytes of the raw output; 0 where they aren't the text's
	Part    bool            // the text is one of several of an output, whose lines it doesn't number
	Content bool            // the text is what was asked for, such as a file: its words say nothing of the call
	Cut     bool            // the text was already cut when it came in: by a pipe into head, or by the agent
	Held    bool            // the text is in memory until the call ends, and its lines are parts of it
}

// Keep is a part of a line that a strategy keeps for as long as the call. It is a copy where lines share blocks of a
// streamed text, which the part would keep; of a text that is in memory anyway, none is needed.
func (in *Input) Keep(part string) string {
	if in.Held {
		return part
	}
	return strings.Clone(part)
}

// Bounds says what a read was explicitly bounded to: by the input's offset and limit, by the tool's arguments, or by
// the command line. ok is false for a read of a whole file and for what isn't a read.
func (in *Input) Bounds() (b toolname.Bounds, ok bool) {
	if in.Offset > 0 || in.Limit > 0 {
		return toolname.Range(max(in.Offset, 1), in.Limit), true
	}
	if in.Command != "" || in.Shell.OK {
		return toolname.LineBounds(in.Shell)
	}
	return toolname.ArgBounds(in.Args)
}
