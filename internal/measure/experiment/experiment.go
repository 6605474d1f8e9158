// Package experiment compares what sessions cost on the two arms of an experiment ([arms]): from the journal, which
// knows the arm of each session, and from the agents' own transcripts, which know what was billed.
//
//	g := experiment.Gather(e, now)
//	err := g.Journal(ctx, dir)                 // which sessions there are
//	g.Keep(rows)                               // what earlier reports have read of them
//	_, err = g.Transcripts(ctx, sources, nil)  // what they cost
//	report := g.Report(prices)                 // what that means
//	err = experiment.KeepRows(dir, name, g.Sessions())
//
// # Which sessions count
//
// Every session that had a call while the experiment ran, on the arm that chance put it on, whatever became of it
// there. Left out, on both arms alike, are those that began before the experiment or went on after its end, those that
// aren't over ([Quiet]), and those whose cost isn't known. The report counts them by their reasons.
//
// A session counts from the first report on that finds it over, as it is then: what comes later of it changes nothing.
// So the sessions are a line that only grows at its end, which is what the test of [sequential] is made for.
//
// # Limits and cost
//
// The journal has 400 days and agents delete transcripts after 30, so what was read of a session is kept in a file,
// numbers alone, beside the session's name, folder and model. Transcripts are read one after the other, some 100 MB/s.
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

// Quiet is how long nothing has happened in a session that is over.
const Quiet = time.Hour

// A Session is what is known of one, its sub-agents included.
type Session struct {
	ID      string       `json:"session"`
	Group   assign.Group `json:"arm"`
	Program string       `json:"program,omitempty"`
	Dir     string       `json:"dir,omitempty"` // of its first call: the repository that it is in, if it is in one
	Began   time.Time    `json:"began"`
	Last    time.Time    `json:"last"`
	Why     string       `json:"why,omitempty"`    // it doesn't count, whatever its cost; see the constants
	Number  int          `json:"number,omitempty"` // its place among those that count, for good; 0 where it doesn't yet

	Model     string            `json:"model,omitempty"` // of the main agent's first request, which no arm can change
	Bill      map[string]Tokens `json:"bill,omitempty"`  // by model
	Half      bool              `json:"half,omitempty"`  // its transcript doesn't tell the input
	Seconds   float64           `json:"seconds"`         // from the first request to the last, without long pauses
	Says      string            `json:"says,omitempty"`  // what its last words say: done, not done
	Refetches int               `json:"regrets"`         // calls that fetched what was left out
}

// Tokens are what was billed for a model.
type Tokens struct {
	Requests   int     `json:"requests"`
	Input      int64   `json:"input"`
	CacheRead  int64   `json:"cache_read"`
	CacheWrite int64   `json:"cache_write"`
	CacheLong  int64   `json:"cache_long,omitempty"` // of CacheWrite, those kept for an hour
	Output     int64   `json:"output"`
	Dollars    float64 `json:"dollars,omitempty"` // as the agent reckons
}

// plus is these tokens and those of a record.
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

// Why a session doesn't count.
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

// longTimes is what a token costs that is written into the cache for an hour, in the price of one for five minutes:
// twice an input token instead of 1.25 times.
const longTimes = 1.6

// A Prices says what a model's tokens cost.
type Prices func(model string) cost.Prices

// dollars is what a session cost. Where tokens aren't known, it is what the agent says.
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

// requests is how often the model was asked.
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

// less reports whether less is known of what a session was billed for than another reading of it knows.
func (s *Session) less(than *Session) bool {
	requests, output := s.counts()
	wantRequests, wantOutput := than.counts()
	return cmp.Or(cmp.Compare(requests, wantRequests), cmp.Compare(output, wantOutput)) < 0
}
