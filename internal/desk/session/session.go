// Package session reads what an agent did in one session, for a person: its calls in order, what failed and never
// passed later, what the model was not shown, the files that were edited in between, and what all that cost.
//
//	s := session.New(session.Options{Ledger: l, Store: st, Prices: prices, Homes: session.HomesOf(os.Getenv)})
//	list, err := s.List(ctx, 0, 40)              // the newest sessions
//	one, err := s.Load(ctx, list[0].Key)         // all of its entries
//	part := slices.Clone(one.Entries[:100])      // those that are drawn
//	err = s.Fill(ctx, part, 0)                   // their failures and durations
//
// The web page and the terminal draw these values. No view computes anything else about a session.
//
// # Sources
//
// Calls, re-reads, compactions, claims and bills are those of the ledger. The first prompt, the branch, edits, and
// calls that no hook saw come from the agent's own transcript, if it is on this machine: that of Claude Code with its
// sub-agents, that of Codex, and of Gemini CLI the prompt alone. It also has the usage of the model's requests, for
// sessions of which the gateway saw fewer. Edits and the branch also come from the log of checks. Nothing is written.
// Prompts and commands have their secrets masked.
//
// # Limits and cost
//
// [Sessions.Load] reads all calls of a session: 10,000 take 70 ms, and nothing if neither the ledger nor the transcript
// has changed since. Failures are read from the store by [Sessions.Fill], up to 1 MiB of each output. Transcripts are
// read in the background, up to 64 MiB, and once more if they grew; Load waits 100 ms for them ([Session.Reading]),
// while it reads the ledger. Of a prompt, the first 500 characters are kept.
package session

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/toktee/toktee/internal/desk/failure"
	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/desk/session/timeline"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/measure/cost"
	"github.com/toktee/toktee/internal/text/secrets"
)

// Options are the sources of sessions.
type Options struct {
	Ledger *ledger.Ledger
	Store  *store.Store
	Prices cost.Prices
	Homes  Homes // where agents keep transcripts; the zero value reads none
}

// Sessions answers questions about sessions. Its methods are safe for concurrent use.
type Sessions struct {
	o      Options
	trails trails

	mu      sync.Mutex
	heads   map[Key]Head               // of sessions that were listed, as they were then
	last    *Session                   // the one that was loaded last: a view asks for one part after the other
	changes int64                      // of the ledger when it was loaded
	causes  map[string][]failure.Cause // of results
}

// New makes a reader of sessions.
func New(o Options) *Sessions {
	return &Sessions{
		o: o, trails: trails{homes: o.Homes, read: map[string]*trail{}}, heads: map[Key]Head{},
		causes: map[string][]failure.Cause{},
	}
}

// A Key names a session, or, without a session, the commands that a person ran in a folder.
type Key struct{ Session, Dir string }

// A Head has the facts that a list shows of a session. Empty fields are unknown.
type Head struct {
	Key    Key
	Dir    string
	Agent  string // such as claude
	Prompt string // the first one of the person
	First  string // the first call, for a session whose prompt isn't known
	Branch string
	Begin  time.Time
	Last   time.Time // the newest call
	Calls  int
	Failed int
	Red    int // commands whose last run failed
	Saved  int64
	// Whole means that Failed and Red are those of the whole [Session]. Otherwise they count what hooks saw.
	Whole bool

	stamp stamp // of the transcript that was read for it
}

// A Session is all that is known of one.
type Session struct {
	Head
	Untouched, Unseen, Edits int // entries of these kinds
	Contradicted             int // claims that the record contradicts
	Totals                   ledger.Totals
	Worth                    cost.Amount // an estimate of the value of the saved tokens
	Paid, Without            cost.Amount // the cost of the model's requests, and their cost without toktee; or 0
	Requests                 int64       // that Paid is the price of
	// Estimated means that only the agent's transcript has the usage of the requests: Without is Paid and Worth.
	Estimated bool
	// Partial means that sub-agents have requests of unknown usage besides.
	Partial bool
	Entries []Entry // in order
	Reading bool    // the transcript is still being read: more may be known in a moment
}

// The types of a session's entries.
type (
	Entry = timeline.Entry
	Kind  = timeline.Kind
	State = timeline.State
)

// The kinds of entries, and the states of failed calls.
const (
	Call      = timeline.Call
	Untouched = timeline.Untouched
	Unseen    = timeline.Unseen
	Edit      = timeline.Edit
	Reread    = timeline.Reread
	Claimed   = timeline.Claimed
	Compacted = timeline.Compacted

	Red    = timeline.Red
	Fixed  = timeline.Fixed
	Rerun  = timeline.Rerun
	Failed = timeline.Failed
)

// IsCheck reports whether a command of a tool runs tests, a build or a linter.
func IsCheck(tool, command string) bool { return timeline.IsCheck(tool, command) }

// maxCalls is how many re-reads of a session are read, and calls of a folder without one.
const maxCalls = 100_000

// Load returns one session, which must not be changed. It has no entries if nothing is known by that name.
func (s *Sessions) Load(ctx context.Context, k Key) (*Session, error) {
	changes, err := s.o.Ledger.Changed(ctx)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	last, same := s.last, s.changes == changes
	s.mu.Unlock()
	if same && last != nil && last.Key == k && !last.Reading && last.stamp == s.trails.stamp(k.Session) {
		return last, nil
	}
	one, err := s.load(ctx, k)
	if err != nil || len(one.Entries) == 0 {
		return one, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last, s.changes = one, changes
	s.heads[k] = one.Head // its state is known better than to a list
	return one, nil
}

func (s *Sessions) load(ctx context.Context, k Key) (*Session, error) {
	var calls []ledger.Call
	var groups []ledger.Group
	var t trail
	reading, within := errgroup.WithContext(ctx)
	reading.Go(func() (err error) {
		calls, err = s.calls(within, k)
		return err
	})
	if k.Session != "" {
		reading.Go(func() (err error) {
			groups, err = s.o.Ledger.Stats(within, ledger.Query{Session: k.Session})
			return err
		})
		reading.Go(func() error {
			t = s.trails.of(ctx, k.Session, patience)
			return nil
		})
	}
	if err := reading.Wait(); err != nil {
		return nil, err
	}
	entries := timeline.Of(calls)
	one := &Session{Head: headOf(k, entries), Entries: entries}
	one.Saved = savedBy(calls)
	if len(calls) == 0 {
		return one, nil
	}
	if k.Session != "" {
		if len(groups) > 0 {
			one.Totals = groups[0].Totals
		}
		if err := s.ofLedger(ctx, one); err != nil {
			return nil, err
		}
		one.Reading, one.stamp = t.reading, t.stamp
		one.add(&t, s.o.Prices)
	} else {
		one.sum(calls)
	}
	var branch string
	one.Entries, branch = timeline.AddLog(one.Entries, s.o.Store.ChecksDir(), k.Session, one.Dir)
	one.Branch = first(one.Branch, branch)
	slices.SortStableFunc(one.Entries, func(a, b Entry) int { return a.Time.Compare(b.Time) })
	one.count()
	one.Whole = !one.Reading
	return one, nil
}

// count sets the states and the numbers of entries.
func (s *Session) count() {
	s.Red = timeline.States(s.Entries)
	s.Calls, s.Failed = 0, 0
	for i := range s.Entries {
		e := &s.Entries[i]
		switch e.Kind {
		case Untouched:
			s.Untouched++
		case Unseen:
			s.Unseen++
		case Edit:
			s.Edits++
			e.File = strings.TrimPrefix(e.File, s.Dir+"/")
			continue
		case Claimed:
			if e.IsContradicted() {
				s.Contradicted++
			}
			continue
		case Call:
		default:
			continue
		}
		s.Calls++
		if e.Call.Outcome == "fail" {
			s.Failed++
		}
	}
}

// calls returns the calls of a session, the oldest first.
func (s *Sessions) calls(ctx context.Context, k Key) ([]ledger.Call, error) {
	if k.Session != "" {
		return s.o.Ledger.SessionCalls(ctx, k.Session)
	}
	calls, err := s.o.Ledger.Calls(ctx, ledger.Filter{
		NoSession: true, Dir: k.Dir, NoDir: k.Dir == "", Untouched: true, Limit: maxCalls,
	})
	slices.Reverse(calls)
	return calls, err
}

// headOf reads the head from the entries of a session's calls, the oldest first.
func headOf(k Key, entries []Entry) Head {
	h := Head{Key: k, Dir: k.Dir}
	for i := range entries {
		c := &entries[i].Call
		if i == 0 {
			h.Begin = entries[i].Time
		}
		h.Last = entries[i].Time
		h.Agent, h.Dir = first(h.Agent, c.Program), first(h.Dir, c.Dir)
		if h.First == "" && !strings.Contains(c.Session, "/") {
			h.First = entries[i].Title()
		}
		if entries[i].Kind == Call || entries[i].Kind == Untouched {
			h.Calls++
		}
		if c.Outcome == "fail" {
			h.Failed++
		}
	}
	return h
}

// savedBy adds up the tokens that calls saved.
func savedBy(calls []ledger.Call) (n int64) {
	for i := range calls {
		if !calls[i].Untouched {
			n += calls[i].Saved()
		}
	}
	return n
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// ofLedger adds the value of the savings, re-reads and bills.
func (s *Sessions) ofLedger(ctx context.Context, one *Session) error {
	one.Worth = cost.Default().Saved(s.o.Prices, cost.Savings{
		LeftOut: one.Totals.Raw - one.Totals.Given, Reread: one.Totals.Reread, Refetches: one.Totals.Refetches,
		RefetchTokens: one.Totals.RefetchTokens,
	})
	rereads, err := s.o.Ledger.Refetches(ctx, ledger.Filter{Session: one.Key.Session, Limit: maxCalls})
	if err != nil {
		return err
	}
	for _, r := range rereads {
		_, agent, _ := strings.Cut(r.Call.Session, "/")
		one.Entries = append(one.Entries, Entry{
			Kind: Reread, Time: r.Time, Agent: agent, Call: r.Call, Lines: r.Lines, Given: r.Given,
		})
	}
	if err := s.addClaims(ctx, one); err != nil {
		return err
	}
	bills, err := s.o.Ledger.Bills(ctx, ledger.Query{Session: one.Key.Session})
	for _, b := range bills {
		paid, without := b.Price(s.o.Prices)
		one.Paid, one.Without, one.Requests = one.Paid+paid, one.Without+without, one.Requests+b.Requests
	}
	return err
}

// addClaims adds the model's claims about checks.
func (s *Sessions) addClaims(ctx context.Context, one *Session) error {
	claims, err := s.o.Ledger.Claims(ctx, one.Key.Session)
	if err != nil || len(claims) == 0 {
		return err
	}
	calls := map[string]*ledger.Call{}
	for i := range one.Entries {
		if c := &one.Entries[i].Call; c.ID != "" {
			calls[c.ID] = c
		}
	}
	for _, c := range claims {
		_, agent, _ := strings.Cut(c.Session, "/")
		e := Entry{Kind: Claimed, Time: c.Time, Agent: agent, Claim: c.Text}
		if c.Verdict != "" {
			e.Record = secrets.Mask(strings.TrimPrefix(c.Line, "claimed: "+c.Text+"; "))
		}
		if run := calls[c.ID]; run != nil {
			e.Call = *run
		}
		one.Entries = append(one.Entries, e)
	}
	return nil
}

// sum adds up calls that belong to no session. Nothing later reads their texts again.
func (s *Session) sum(calls []ledger.Call) {
	for i := range calls {
		if c := &calls[i]; !c.Untouched {
			s.Totals.Add(ledger.Totals{
				Calls: 1, Raw: int64(c.Raw), Given: int64(c.Given), Refetches: int64(c.Refetches),
				RefetchTokens: int64(c.RefetchTokens), Saved: c.Saved(),
			})
		}
	}
}
