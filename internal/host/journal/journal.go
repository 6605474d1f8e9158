// Package journal records what every process of toktee did for a model: the results that it made, and the parts of them
// that were re-read. Processes only append to it, so that a hook at every tool call pays one small write. A reader
// builds its own index later.
//
//	dir, now := filepath.Join(store, "journal"), time.Now()
//	e := journal.Event{Kind: journal.Result, Time: now, ID: "401882137095", Raw: 2450, Given: 48}
//	err := journal.Append(dir, e)
//	at, err = journal.Read(ctx, dir, at, func(e journal.Event, at journal.Position) error { ... })
//
// # Form
//
// There is a file for each day in UTC, 2026-11-23.jsonl, with a line of JSON for each event. Each line is one write
// that opens with a line feed, so that a line which a power failure has cut doesn't damage the next one. Blank lines
// mean nothing. Lines of an unknown form are counted and left out ([Read]).
//
// Files have mode 0600. An event has at most 16 KiB; longer texts in it are cut.
//
// # Limits and cost
//
// Appending takes some 5 µs and doesn't sync. [Prune] removes days that are older than 400, and the oldest if all take
// more than 64 MiB. [Forget] overwrites events in place, since others may append meanwhile.
package journal

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/toktee/toktee/internal/run/diskfile"
	"github.com/toktee/toktee/internal/text/writejson"
)

// Kind is the kind of an event.
type Kind string

const (
	// Result: the text of a result was sent to a model.
	Result Kind = "result"
	// Whole: the model has the full output of the result that was recorded before under the same ID, because the
	// integration left it as it is. If Given is set, the model has that many tokens of it, of those in Without.
	Whole Kind = "whole"
	// Passed: an output went to the model unread, because it is short, toktee is disabled for it, or its session is in
	// the control group of an experiment.
	Passed Kind = "passed"
	// Fetched: a part of the kept output of result ID was printed again. Prints at a person's terminal aren't recorded.
	Fetched Kind = "fetched"
	// Again: a call was repeated after its text had omitted something. Such calls get larger budgets.
	Again Kind = "again"
	// Compacted: the session's context was replaced, so the texts sent earlier are gone from it.
	Compacted Kind = "compacted"
	// Billed: a request to a model, as its provider bills it.
	Billed Kind = "billed"
	// Sized: the size of a request to the model, in Input, as the agent's transcript has it.
	Sized Kind = "sized"
	// Claimed: the model has claimed something of a check at the end of a turn. Without Verdict, nothing contradicts
	// it.
	Claimed Kind = "claimed"
	// Forgot: a result, a session or everything was to be forgotten. Exactly one of ID, SessionSum and All is set.
	// Older versions set Session in place of SessionSum.
	Forgot Kind = "forgot"
)

// An Event is a line of the journal. Unknown values are left out.
type Event struct {
	Kind Kind      `json:"event"`
	Time time.Time `json:"time"`

	// Door is the integration: run, shim, hook, tool, summarize, mcp, mcp-proxy, gateway, show.
	Door    string `json:"door,omitempty"`
	Program string `json:"program,omitempty"` // the agent's name, such as claude, if there is one
	Session string `json:"session,omitempty"` // of a sub-agent, "SESSION/AGENT"
	Dir     string `json:"dir,omitempty"`     // the working folder
	All     bool   `json:"all,omitempty"`     // of Forgot
	// SessionSum is of Forgot, in place of Session, since the name of the session is to be forgotten too.
	SessionSum string `json:"session_sha256,omitempty"`

	Experiment string `json:"experiment,omitempty"` // that the session is in
	Arm        string `json:"arm,omitempty"`        // the session's group

	ID      string `json:"id,omitempty"` // of the result, which is the same for the same output of the same call
	CallID  string `json:"call_id,omitempty"`
	Tool    string `json:"tool,omitempty"`
	Command string `json:"command,omitempty"` // the command line; of a call without one, the path
	Kept    bool   `json:"kept,omitempty"`    // the store has the output

	Strategy string `json:"strategy,omitempty"`
	Level    string `json:"level,omitempty"`
	Outcome  string `json:"outcome,omitempty"` // pass, fail, unknown
	Error    string `json:"error,omitempty"`   // the kind of error
	ExitCode *int   `json:"exit_code,omitempty"`
	Repeat   bool   `json:"repeat,omitempty"`   // the text has only changes since an earlier call of the session
	Fallback bool   `json:"fallback,omitempty"` // the result has warnings: its strategy failed, or the store

	Encoding    string `json:"encoding,omitempty"`
	Raw         int    `json:"raw,omitempty"`         // tokens of the output
	Without     int    `json:"without,omitempty"`     // tokens of it that the agent would have sent, if not Raw
	Given       int    `json:"given,omitempty"`       // tokens of its text; of Fetched, of the printed part
	Approximate bool   `json:"approximate,omitempty"` // Raw is an estimate
	Bytes       int64  `json:"bytes,omitempty"`       // of the output; of Fetched, of the printed part
	SHA256      string `json:"sha256,omitempty"`
	DurationMS  int64  `json:"duration_ms,omitempty"` // of the command, if toktee ran it

	Model   string `json:"model,omitempty"`   // of Billed
	Input   int    `json:"input,omitempty"`   // tokens of it that were neither cached nor written; of Sized, all
	Cached  int    `json:"cached,omitempty"`  // tokens that the provider had in its cache
	Written int    `json:"written,omitempty"` // tokens that it wrote to its cache
	Output  int    `json:"output,omitempty"`  // tokens of the response
	// LeftOut has the tokens of results that the request left out for the first time, LeftOutEarlier those that earlier
	// requests left out too.
	LeftOut        int `json:"left_out,omitempty"`
	LeftOutEarlier int `json:"left_out_earlier,omitempty"`
	Lost           int `json:"lost,omitempty"` // results sent as they are, because the earlier text isn't known

	Claim   string `json:"claim,omitempty"`   // of Claimed, in a few words
	Verdict string `json:"verdict,omitempty"` // of Claimed: red, stale, part, notrun
	Line    string `json:"line,omitempty"`    // of Claimed: the text for the person

	Lines [2]int `json:"lines,omitzero"` // of Fetched: the lines that were asked for; {3, 0} is all from 3 on
	Grep  bool   `json:"grep,omitempty"` // of Fetched: only lines that match were asked for
}

// WithoutToktee returns the tokens that the agent would have sent to its model without toktee.
func (e *Event) WithoutToktee() int { return cmp.Or(e.Without, e.Raw) }

const (
	maxText = 4 << 10 // bytes of a command or a folder
	maxName = 256     // bytes of any other text
	suffix  = ".jsonl"
)

// Append adds an event to the journal in a folder. It makes the folder if necessary.
func Append(dir string, e Event) error {
	b, err := writejson.Marshal(e.bounded())
	if err == nil {
		err = diskfile.AppendLine(filepath.Join(dir, e.Time.UTC().Format(time.DateOnly)+suffix), b)
	}
	if err != nil {
		return fmt.Errorf("noting in the journal: %w", err)
	}
	return nil
}

// SessionSum returns the SHA-256 of a session's name.
func SessionSum(session string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(session))) }

// bounded returns the event with its texts cut to their limits.
func (e Event) bounded() Event {
	e.Command, e.Dir, e.Line = cut(e.Command, maxText), cut(e.Dir, maxText), cut(e.Line, maxText)
	for _, s := range []*string{
		&e.Door, &e.Program, &e.Session, &e.ID, &e.CallID, &e.Tool, &e.Strategy, &e.Level, &e.Outcome, &e.Error,
		&e.Encoding, &e.SHA256, &e.Experiment, &e.Arm, &e.Model, &e.Claim, &e.Verdict,
	} {
		*s = cut(*s, maxName)
	}
	return e
}

// cut returns at most limit bytes of a text as valid UTF-8, with a mark if something is missing.
func cut(s string, limit int) string {
	if len(s) > limit {
		for limit > 0 && !utf8.RuneStart(s[limit]) {
			limit--
		}
		s = s[:limit] + "…"
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

// parse reads a line. A line of blanks is no event and no error.
func parse(line []byte) (e Event, ok bool, err error) {
	line = bytes.TrimSpace(line)
	if len(line) == 0 {
		return e, false, nil
	}
	if err := json.Unmarshal(line, &e); err != nil {
		return Event{}, false, err
	}
	return e, e.Kind != "" && !e.Time.IsZero(), nil
}
