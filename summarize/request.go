package summarize

import (
	"encoding/json"
	"io"
	"time"

	"github.com/toktee/toktee/internal/text/envelope"
	"github.com/toktee/toktee/result"
)

// Request holds the output of one tool call, and a description of the call. Only the output is required. The other
// fields help to choose the best strategy.
type Request struct {
	CallID  string          // the caller's own id, passed on to the result
	Tool    string          // the tool's name, as the agent calls it: "Bash", "rg", "read_file"
	Command string          // the shell command, for a tool that runs one
	Path    string          // the file or folder that the call is about
	Pattern string          // the pattern of a search
	Args    json.RawMessage // all of its arguments, if there are more
	Offset  int             // first line of a bounded read, from 1; 0 for none
	Limit   int             // number of lines of a bounded read; 0 for none
	AtEnd   bool            // the last line of a bounded read is known to be the last of its file
	Intent  string          // the caller's aim, in its own words
	Session string          // groups the calls of one session; see [Repeats]
	// Agent names the model of the session that is sent the text: "main" or the name of a sub-agent. Each has its own
	// context. If Agent is set, Epoch must be right too, also if it is 0; see [Shown].
	Agent  string
	Epoch  int           // of the session; the caller increases it after the model's context was compacted
	Status result.Status // how the command ended, if known
	// StatusStated means that the agent puts the exit code next to the text, so that the text leaves it out.
	StatusStated bool
	// AgentTokens are those that the agent itself would send of the output, 0 for all of it: a longer text is made
	// again with this budget.
	AgentTokens int
	// Envelope names the agent that wrapped this output in lines of its own; "" if it isn't known. A status in such
	// lines counts only if their agent is named, since a command can print the same lines. ToolConfig.Envelope names it
	// for all calls of a tool.
	Envelope Envelope
	Took     time.Duration // the running time; 0 if it isn't known
	Started  time.Time     // when the command was started; the zero time if it isn't known
	Before   *Before       // earlier runs of the same command in the same folder; nil if none are known
	Same     func() *Same  // what is known of earlier runs with the same inputs; it may be nil, and return nil
	// History words what is known of earlier runs with the failures of this one, in one line that starts with
	// [HistoryOpening] and has room; "" for nothing. It is called for a failed run only. Nil: nothing is known.
	History func(failures result.Details, fits func(line string) bool) string
	Details result.Details // of the result, in place of a strategy's, if the caller knows more than the output

	// The output: either Source, or Stdout and Stderr, which are taken as printed one after the other.
	Source         Source
	Stdout, Stderr []byte
}

// Source is a recorded output: the raw bytes of both streams in arrival order. It can be read more than once, and by
// several readers at a time. All readers are closed before [Summarize] returns.
type Source interface {
	Len() int64                   // bytes
	Sum() [32]byte                // SHA-256 of the bytes
	Bytes() (b []byte, ok bool)   // the bytes, when they are in memory; they must not be changed
	Open() (io.ReadCloser, error) // the bytes, from the start
}

// An Excerpt is a Source of which only the start and the end are read. Its length and its sum are those of the whole
// output, and so are the numbers of lines.
type Excerpt interface {
	Source
	// Skipped returns what isn't read between them: the last bytes of a line, and the next lines. Open returns the
	// start of that line as a line. read is the number of bytes that are read.
	Skipped() (line int, rest, lines, read int64)
}

// An Envelope names an agent that wraps outputs in lines of its own, such as "codex".
type Envelope = envelope.Agent

// ParseEnvelope reads the name of an agent; "" is an unknown one.
func ParseEnvelope(name string) (Envelope, error) { return envelope.ParseAgent(name) }
