// Package ledger answers a person's questions about all calls: savings and their cost, the results of a session,
// results that a model re-read, and the outputs that contain a text.
//
// The ledger is an SQLite database in the store's folder, made from the journal that every process appends to
// ([Ledger.Index]). It keeps the numbers of outputs that the store has pruned. It can be rebuilt from the journal, as
// far back as that reaches.
//
//	path := filepath.Join(dir, ledger.Name)
//	l, err := ledger.Open(ctx, ledger.Options{Path: path, Journal: st.JournalDir(), Store: st})
//	...
//	_, err = l.IndexCalls(ctx, nil)
//	groups, err := l.Stats(ctx, ledger.Query{By: ledger.ByTool, Since: today})
//
// # Several processes
//
// Any number of processes may index and read at once. An offset into the journal is committed in the same transaction
// as the rows read up to it, so each event counts once, even if a process is killed. One process indexes at a time, and
// others wait for it. Readers never wait, and see committed rows.
//
// # Limits and cost
//
// A damaged database is moved aside and made again; forgetting everything deletes the moved files too. A database of a
// newer toktee is not changed ([ErrNewer]). [Ledger.Stats] reads sums by quarter hour and day, so its cost doesn't
// depend on the number of calls. The index of lines is bounded ([Options]). It contains words and numbers without their
// order; the lines themselves are read from the store.
package ledger

import (
	"errors"
	"time"

	"github.com/toktee/toktee/internal/desk/ledger/call"
	"github.com/toktee/toktee/internal/host/store"
)

// Name is the database's file in the store's folder.
const Name = "ledger.db"

// ErrNewer is the error for a ledger that a newer toktee has made. It stays as it is.
var ErrNewer = errors.New("a newer toktee has made this ledger")

// Options names the files of a ledger and sets its limits.
type Options struct {
	Path     string           // of the database
	Journal  string           // the journal's folder
	Store    *store.Store     // has the kept outputs
	TTL      time.Duration    // how long calls are kept; 0 is 400 days
	MaxIndex int64            // bytes that the index of lines may take, about; 0 is 512 MiB
	Window   int64            // tokens that a model's context can have; 0 is 200,000, as of Claude's models
	Now      func() time.Time // nil is time.Now

	// Mask hides secrets in some lines of text before they are indexed, and in lines that are found. It neither adds
	// nor removes a line feed. Nil hides nothing.
	Mask func([]byte) []byte
	// KeepDamaged returns a damaged database as an error and leaves the file in its place.
	KeepDamaged bool
	// Warn receives errors that don't end a call, such as a damaged database that was moved aside. Nil drops them.
	Warn func(error)
}

// A Call is one output of a tool that a model was given.
type Call = call.Call

// Totals add up calls. Saved is Raw - Given - RefetchTokens, and below zero if toktee cost more than it saved.
type Totals struct {
	Calls         int64 `json:"calls"`
	Passed        int64 `json:"passed"` // calls besides, whose output went through unread: their tokens aren't known
	Bytes         int64 `json:"bytes"`
	Raw           int64 `json:"raw_tokens"`
	Given         int64 `json:"given_tokens"`
	Refetches     int64 `json:"regrets"`
	RefetchTokens int64 `json:"regretted_tokens"` // what fetching again gave to models
	Saved         int64 `json:"saved_tokens"`

	// Reread is the number of tokens that later requests of the same session and epoch didn't have to read from the
	// cache, because the calls before them saved them. An epoch ends when the context is compacted, or would have been
	// without toktee ([Options].Window). Reread is below zero if more was sent.
	Reread int64 `json:"reread_tokens"`

	Failed    int64 `json:"failed"`
	Unknown   int64 `json:"unknown"`
	Fallbacks int64 `json:"fallbacks"`
}

// Add adds other totals.
func (t *Totals) Add(o Totals) {
	t.Calls += o.Calls
	t.Passed += o.Passed
	t.Bytes += o.Bytes
	t.Raw += o.Raw
	t.Given += o.Given
	t.Refetches += o.Refetches
	t.RefetchTokens += o.RefetchTokens
	t.Saved += o.Saved
	t.Reread += o.Reread
	t.Failed += o.Failed
	t.Unknown += o.Unknown
	t.Fallbacks += o.Fallbacks
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
	Dir, Outcome                     string
	Since, Until                     time.Time
	Refetched, Fallback, NoSession   bool  // only these
	NoDir                            bool  // only calls whose folder isn't known
	Untouched                        bool  // also outputs that went to the model unread
	Before                           int64 // only calls after this Seq in the list; 0 is all
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
	Text   string // words that a line must have, in any order; "in quotes", in this order; a word* is a prefix
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

// Progress receives the progress of a long operation; total is 0 if it isn't known.
type Progress func(done, total int64)

// Indexed counts what an indexing run has added.
type Indexed struct {
	Calls, Lines int64
	Bad          int // lines of the journal that aren't events
}
