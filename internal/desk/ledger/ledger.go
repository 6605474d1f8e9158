// Package ledger answers what a person asks of all that toktee did: what it saved and what that cost, which results a
// session has, which of them had to be fetched again, and where a text stands in all kept outputs.
//
// It is an SQLite database beside the store, made from the journal that every process appends to ([Ledger.Index]). What
// the store prunes stays in it as numbers. It can be made again from the journal as far as that reaches back.
//
//	path := filepath.Join(dir, ledger.Name)
//	l, err := ledger.Open(ctx, ledger.Options{Path: path, Journal: st.JournalDir(), Store: st})
//	...
//	_, err = l.IndexCalls(ctx, nil)
//	groups, err := l.Stats(ctx, ledger.Query{By: ledger.ByTool, Since: today})
//
// # Several processes
//
// Any number of processes may index and ask at once. The place up to which the journal is read is committed in the same
// transaction as what was read, so each event counts once, whatever is killed. One indexes at a time, and others wait
// for it; who asks waits for nobody, and sees what was committed.
//
// # Limits and cost
//
// A database that is damaged is moved aside and made again; who forgets everything deletes those, too. One of a newer
// toktee is left alone ([ErrNewer]). Answers of [Ledger.Stats] come from sums by quarter hour and day, so they don't
// depend on how many calls there are. The index of lines is bounded ([Options]); it has words and numbers without their
// order, and the lines themselves are read from the store.
package ledger

import (
	"errors"
	"time"

	"github.com/toktee/toktee/internal/host/store"
)

// Name is the database's file in the store's folder.
const Name = "ledger.db"

// ErrNewer is the error for a ledger that a newer toktee has made. It stays as it is.
var ErrNewer = errors.New("a newer toktee has made this ledger")

// Options says where a ledger is and what it keeps.
type Options struct {
	Path     string           // of the database
	Journal  string           // the journal's folder
	Store    *store.Store     // where the kept outputs are
	TTL      time.Duration    // how long calls are kept; 0 is 400 days
	MaxIndex int64            // bytes that the index of lines may take, about; 0 is 512 MiB
	Now      func() time.Time // nil is time.Now

	// Mask hides secrets in some lines of text before they are indexed, and in lines that are found. It neither adds
	// nor removes a line feed. Nil hides nothing.
	Mask func([]byte) []byte
	// KeepDamaged makes a damaged database an error: it stays where it is, for somebody who sees Warn's words.
	KeepDamaged bool
	// Warn is told what went wrong besides, such as a damaged database that was moved aside. Nil drops it.
	Warn func(error)
}

// A Call is one output of a tool that a model was given.
type Call struct {
	Seq       int64     `json:"seq"` // its number in the ledger
	Time      time.Time `json:"time"`
	ID        string    `json:"id"` // of the result: the same output of the same call has the same one
	CallID    string    `json:"call_id,omitempty"`
	Door      string    `json:"door"`
	Program   string    `json:"program,omitempty"` // the agent's name, such as claude
	Session   string    `json:"session,omitempty"`
	Epoch     int       `json:"epoch"`
	Dir       string    `json:"dir,omitempty"`
	Tool      string    `json:"tool"`
	Command   string    `json:"command,omitempty"`
	Kind      string    `json:"kind"` // what calls have in common: "go test", "read.go", "Grep"
	Strategy  string    `json:"strategy"`
	Level     string    `json:"level"`
	Outcome   string    `json:"outcome"`
	ExitCode  *int      `json:"exit_code"`
	Kept      bool      `json:"kept"`
	Bytes     int64     `json:"bytes"`
	Raw       int       `json:"raw_tokens"`
	Given     int       `json:"given_tokens"`
	Refetches int       `json:"regrets"` // how often it was fetched or asked for again by a model

	RefetchTokens int `json:"regretted_tokens"` // what it got then

	Fallback bool   `json:"fallback,omitempty"`
	Encoding string `json:"encoding"`
}

// Saved is Raw - Given - RefetchTokens, below zero where the call cost more than it saved.
func (c *Call) Saved() int64 { return int64(c.Raw) - int64(c.Given) - int64(c.RefetchTokens) }

// Totals add up calls. Saved is Raw - Given - RefetchTokens, and below zero where toktee cost more than it saved.
type Totals struct {
	Calls         int64 `json:"calls"`
	Passed        int64 `json:"passed"` // calls besides, whose output went through unread: their tokens aren't known
	Bytes         int64 `json:"bytes"`
	Raw           int64 `json:"raw_tokens"`
	Given         int64 `json:"given_tokens"`
	Refetches     int64 `json:"regrets"`
	RefetchTokens int64 `json:"regretted_tokens"` // what fetching again gave to models
	Saved         int64 `json:"saved_tokens"`

	// Reread is the sum over later calls of the same session and epoch of the tokens saved before them, which the
	// requests behind these calls didn't have to read from the cache. Below zero where more was given.
	Reread int64 `json:"reread_tokens"`

	Failed    int64 `json:"failed"`
	Unknown   int64 `json:"unknown"`
	Fallbacks int64 `json:"fallbacks"`
}

// By is what [Ledger.Stats] groups calls by.
type By string

// The groups.
const (
	ByNothing  By = ""
	ByTool     By = "tool"
	ByCommand  By = "command" // the call's Kind
	BySession  By = "session"
	ByDay      By = "day" // in the query's location, as 2026-11-23
	ByAgent    By = "agent"
	ByStrategy By = "strategy"
)

// A Query selects calls. The zero value selects all.
type Query struct {
	Since, Until time.Time // Until is not included; zero is open
	Session      string    // with its sub-agents
	By           By
	Location     *time.Location // of days; nil is UTC
}

// A Group is the totals of calls with the same value. Last is the time of the newest of them.
type Group struct {
	Value string    `json:"value"`
	Last  time.Time `json:"last"`
	Totals
}

// A Filter selects calls of a list, the newest first.
type Filter struct {
	Text                             string // a part of the command, tool or id
	ID                               string // of the result
	Tool, Program, Session, Strategy string
	Outcome                          string
	Since, Until                     time.Time
	Refetched, Fallback              bool  // only these
	Before                           int64 // only calls behind this Seq in the list; 0 is all
	Limit                            int   // 0 is 100
}

// A Refetch is one time that a model needed what its text had left out.
type Refetch struct {
	Time  time.Time `json:"time"`
	How   string    `json:"how"` // fetched, again
	Call  Call      `json:"call"`
	Lines [2]int    `json:"lines"`
	Grep  bool      `json:"grep,omitempty"`
	Given int       `json:"given_tokens"`
	Door  string    `json:"door"`
}

// A Search looks for lines of kept outputs.
type Search struct {
	Text   string // words that a line must have, in any order; "in quotes", as they stand; a word* is a prefix
	Filter Filter // of the calls
	Limit  int    // lines; 0 is 100
}

// A Hit is a line of a kept output.
type Hit struct {
	Call  Call     `json:"call"`
	Line  int      `json:"line"`  // from 1
	Text  string   `json:"text"`  // the clean line, secrets masked, at most 500 bytes around the first match
	Marks [][2]int `json:"marks"` // bytes of Text that match
}

// Progress is told how far a long operation is; total is 0 where that isn't known.
type Progress func(done, total int64)

// Indexed says what an indexing has added.
type Indexed struct {
	Calls, Lines int64
	Bad          int // lines of the journal that aren't events
}
