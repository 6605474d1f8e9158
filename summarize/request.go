package summarize

import (
	"encoding/json"
	"io"
	"time"

	"github.com/toktee/toktee/result"
)

// Request is one tool call's output with what is known of the call. Only the output is needed; the more of the rest is
// known, the better the strategy that is chosen.
type Request struct {
	CallID  string          // the caller's own id, handed through
	Tool    string          // the tool's name, as the agent calls it: "Bash", "rg", "read_file"
	Command string          // the shell command, for a tool that runs one
	Path    string          // the file or folder it was pointed at
	Pattern string          // what it searched for
	Args    json.RawMessage // all of its arguments, where there are more
	Offset  int             // first line of a bounded read, from 1; 0 where there is none
	Limit   int             // number of lines of a bounded read; 0 where there is none
	AtEnd   bool            // the file that a bounded read reads is known to end with what was read
	Intent  string          // what the caller is after, in its own words
	Session string          // groups the calls of one session; see [Repeats]
	// Agent is which of the session's models the text is for, "main" or the name of a sub-agent: each has a context of
	// its own. Who names it knows the epochs too, 0 included; see [Shown].
	Agent   string
	Epoch   int            // of the session: raised when the model has lost what it was shown before, as by compaction
	Status  result.Status  // how the command ended, where known
	Took    time.Duration  // how long it ran; 0 where that isn't known
	Before  *Before        // earlier runs of the same command in the same folder; nil where nothing is known of them
	Details result.Details // of the result, in place of a strategy's, where the caller knows more than the output

	// The output: either Source, or Stdout and Stderr, which are taken as printed one after the other.
	Source         Source
	Stdout, Stderr []byte
}

// Source is a recorded payload: the raw bytes of both streams in arrival order, which can be read more than once, and
// by several readers at a time. None is open any more once a result is there.
type Source interface {
	Len() int64                   // bytes
	Sum() [32]byte                // SHA-256 of the bytes
	Bytes() (b []byte, ok bool)   // the bytes, when they are in memory; they must not be changed
	Open() (io.ReadCloser, error) // the bytes, from the start
}
