// Package journal is the file in which every process of toktee notes what it did for a model: which results it made and
// what of them was fetched again. It is only appended to, so that a hook in front of every tool call pays one small
// write; whoever wants to know more reads it later, and makes an index of its own.
//
//	dir, now := filepath.Join(store, "journal"), time.Now()
//	e := journal.Event{Kind: journal.Result, Time: now, ID: "401882137095", Raw: 2450, Given: 48}
//	err := journal.Append(dir, e)
//	at, err = journal.Read(ctx, dir, at, func(e journal.Event, at journal.Position) error { ... })
//
// # Form
//
// There is a file for each day in UTC, 2026-11-23.jsonl, with a line of JSON for each event. Each line is one write
// that opens with a line feed: where a power failure has cut a line off, only that one is lost, and not the next one
// too. Blank lines mean nothing. Lines of a form that isn't understood are counted and left out ([Read]).
//
// Files have mode 0600. An event has at most 16 KiB; longer texts in it are cut.
//
// # Limits and cost
//
// Appending takes some 5 µs and doesn't sync. [Prune] removes days that are older than 400, and the oldest where all
// take more than 64 MiB. What is forgotten is overwritten in place ([Forget]), since others may append meanwhile.
package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"
)

// Kind says what has happened.
type Kind string

const (
	// Result says that a model was given the text of a result.
	Result Kind = "result"
	// Whole says that the model has all of the output of the result that was noted before under the same ID: the door
	// left it as it is.
	Whole Kind = "whole"
	// Passed says that an output went to the model without being read: it is short, toktee is switched off for it, or
	// its session is on that arm of an experiment.
	Passed Kind = "passed"
	// Fetched says that a part of the kept output of result ID was printed again. What a person prints at a terminal
	// isn't noted.
	Fetched Kind = "fetched"
	// Again says that a call was made again after its text had left something out, so that such calls get more room.
	Again Kind = "again"
	// Compacted says that the session's context was replaced: what it was given is gone from it.
	Compacted Kind = "compacted"
	// Forgot says that a result, a session or everything was to be forgotten: exactly one of ID, Session and All is
	// set.
	Forgot Kind = "forgot"
)

// An Event is a line of the journal. What isn't known is left out.
type Event struct {
	Kind Kind      `json:"event"`
	Time time.Time `json:"time"`

	Door    string `json:"door,omitempty"`    // run, shim, hook, tool, summarize, mcp, mcp-proxy, show
	Program string `json:"program,omitempty"` // the agent's name, such as claude, where a door serves one
	Session string `json:"session,omitempty"` // of a sub-agent, "SESSION/AGENT"
	Dir     string `json:"dir,omitempty"`     // the working folder
	All     bool   `json:"all,omitempty"`     // of Forgot

	Experiment string `json:"experiment,omitempty"` // that the session is in
	Arm        string `json:"arm,omitempty"`        // the arm that it is on: summarised or passed

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
	Repeat   bool   `json:"repeat,omitempty"`   // answered by what has changed since an earlier call of the session
	Fallback bool   `json:"fallback,omitempty"` // the result has warnings: its strategy failed, or the store

	Encoding    string `json:"encoding,omitempty"`
	Raw         int    `json:"raw,omitempty"`         // tokens of the output
	Given       int    `json:"given,omitempty"`       // tokens of its text; of Fetched, of what was printed
	Approximate bool   `json:"approximate,omitempty"` // Raw is an estimate
	Bytes       int64  `json:"bytes,omitempty"`       // of the output; of Fetched, of what was printed
	SHA256      string `json:"sha256,omitempty"`
	DurationMS  int64  `json:"duration_ms,omitempty"` // of the command, where toktee ran it

	Lines [2]int `json:"lines,omitzero"` // of Fetched: the lines that were asked for; {3, 0} is all from 3 on
	Grep  bool   `json:"grep,omitempty"` // of Fetched: only lines that match were asked for
}

const (
	maxText = 4 << 10 // bytes of a command or a folder
	maxName = 256     // bytes of any other text
	suffix  = ".jsonl"
)

// Append adds an event to the journal in a folder, which it makes.
func Append(dir string, e Event) error {
	b, err := json.Marshal(e.bounded())
	if err == nil {
		err = add(filepath.Join(dir, e.Time.UTC().Format(time.DateOnly)+suffix), b)
	}
	if err != nil {
		return fmt.Errorf("noting in the journal: %w", err)
	}
	return nil
}

func add(path string, line []byte) error {
	const flags = os.O_CREATE | os.O_APPEND | os.O_WRONLY
	f, err := os.OpenFile(path, flags, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		if err = os.MkdirAll(filepath.Dir(path), 0o700); err == nil {
			f, err = os.OpenFile(path, flags, 0o600)
		}
	}
	if err != nil {
		return err
	}
	text := make([]byte, 0, len(line)+2)
	text = append(append(append(text, '\n'), line...), '\n')
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}

// bounded is the event without texts that are too long.
func (e Event) bounded() Event {
	e.Command, e.Dir = cut(e.Command, maxText), cut(e.Dir, maxText)
	for _, s := range []*string{
		&e.Door, &e.Program, &e.Session, &e.ID, &e.CallID, &e.Tool, &e.Strategy, &e.Level, &e.Outcome, &e.Error,
		&e.Encoding, &e.SHA256, &e.Experiment, &e.Arm,
	} {
		*s = cut(*s, maxName)
	}
	return e
}

// cut is a text of at most so many bytes of valid UTF-8.
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
