// Package experiment compares the costs of sessions in the two groups of an experiment ([assign]). The journal has the
// group of each session, and the agents' own transcripts have its bill.
//
//	g := experiment.Gather(e, now)
//	err := g.Journal(ctx, dir)                 // the sessions and their groups
//	g.Keep(rows)                               // figures that earlier reports have read
//	_, err = g.Transcripts(ctx, sources, nil)  // the costs of the others
//	report := g.Report(prices)                 // the comparison
//	err = experiment.KeepRows(dir, name, g.Sessions())
//
// # Which sessions count
//
// Every session that had a call while the experiment ran, in the group that chance gave it. Left out, in both groups
// alike, are those that began before the experiment or went on after its end, those that aren't over ([Quiet]), and
// those of unknown cost. The report counts them by their reasons.
//
// A session counts from the first report that finds it over, with its figures at that time. Later records of it change
// nothing. So the list of sessions grows only at its end, as the test of [sequential] requires.
//
// # Limits and cost
//
// The journal has 400 days and agents delete transcripts after 30. So the figures of each session are kept in a file,
// with its name, folder and model. Transcripts are read one after the other, some 100 MB/s.
package experiment

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/toktee/toktee/internal/measure/cost"
	"github.com/toktee/toktee/internal/measure/experiment/assign"
	"github.com/toktee/toktee/internal/measure/transcript"
)

// Quiet is the time without events after which a session is over.
const Quiet = time.Hour

// A Session has the figures of one session, its sub-agents included.
type Session struct {
	ID      string       `json:"session"`
	Group   assign.Group `json:"arm"`
	Program string       `json:"program,omitempty"`
	Dir     string       `json:"dir,omitempty"` // of its first call: the repository that it is in, if it is in one
	Began   time.Time    `json:"began"`
	Last    time.Time    `json:"last"`
	Why     string       `json:"why,omitempty"`    // it doesn't count, whatever its cost; see the constants
	Number  int          `json:"number,omitempty"` // its permanent place among those that count; 0 if it doesn't yet

	Model     string            `json:"model,omitempty"` // of the main agent's first request, which no group can change
	Bill      map[string]Tokens `json:"bill,omitempty"`  // by model
	Half      bool              `json:"half,omitempty"`  // its transcript doesn't have the input
	Seconds   float64           `json:"seconds"`         // from the first request to the last, without long pauses
	Says      string            `json:"says,omitempty"`  // the claim of its last words: done, not done
	Refetches int               `json:"regrets"`         // calls that fetched omitted parts
}

// Tokens are the billed tokens of a model.
type Tokens struct {
	Requests   int     `json:"requests"`
	Input      int64   `json:"input"`
	CacheRead  int64   `json:"cache_read"`
	CacheWrite int64   `json:"cache_write"`
	CacheLong  int64   `json:"cache_long,omitempty"` // of CacheWrite, those kept for an hour
	Output     int64   `json:"output"`
	Dollars    float64 `json:"dollars,omitempty"` // as the agent reckons
}

// plus returns the sum of these tokens and those of a record.
func (t Tokens) plus(u *transcript.Usage) Tokens {
	t.Requests += u.Requests
	t.Input += u.Input
	t.CacheRead += u.CacheRead
	t.CacheWrite += u.CacheWrite
	t.CacheLong += u.CacheLong
	t.Output += u.Output
	t.Dollars += u.Dollars
	return t
}

// The reasons for which a session doesn't count.
const (
	before    = "began before the experiment"
	after     = "went on after its end"
	both      = "on both arms"
	mixed     = "had calls outside the experiment"
	going     = "not over yet"
	unknown   = "no transcript was found"
	unbilled  = "no usage in its transcript"
	halfKnown = "its transcript doesn't tell the input"
)

// longTimes is the price of a token written into the cache for an hour, in that of one for five minutes: twice an input
// token instead of 1.25 times.
const longTimes = 1.6

// A Prices returns the prices of a model's tokens.
type Prices func(model string) cost.Prices

// dollars returns the cost of a session. If its tokens aren't known, it is the agent's own figure.
func (s *Session) dollars(of Prices) float64 {
	sum := 0.0
	for _, model := range slices.Sorted(maps.Keys(s.Bill)) {
		t := s.Bill[model]
		if t.Input+t.CacheRead+t.CacheWrite+t.Output == 0 {
			sum += t.Dollars
			continue
		}
		p := of(model)
		write := float64(t.CacheWrite-t.CacheLong) + longTimes*float64(t.CacheLong)
		sum += (float64(t.Input)*float64(p.Input) + float64(t.CacheRead)*float64(p.CacheRead) +
			write*float64(p.CacheWrite) + float64(t.Output)*float64(p.Output)) / 1e6 / float64(cost.Dollar)
	}
	return sum
}

// requests returns the number of requests to the model.
func (s *Session) requests() int {
	n, _ := s.counts()
	return n
}

func (s *Session) counts() (requests int, output int64) {
	for _, t := range s.Bill {
		requests += t.Requests
		output += t.Output
	}
	return requests, output
}

// less reports whether this reading of a session's bill has less than another one.
func (s *Session) less(than *Session) bool {
	requests, output := s.counts()
	wantRequests, wantOutput := than.counts()
	return cmp.Or(cmp.Compare(requests, wantRequests), cmp.Compare(output, wantOutput)) < 0
}
