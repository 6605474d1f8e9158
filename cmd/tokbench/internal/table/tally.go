package table

import (
	"math"
	"regexp"
	"sync"

	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/tokens"
)

// sample is an output that the rows are about.
type sample struct {
	c      *corpus.Case
	at     int // its place among the runnable cases
	tokens int
}

// A contender is a row with its answers to the runnable cases.
type contender struct {
	row     Row
	answers []Answer
	peer    *Peer // nil for a cut
	found   bool  // on PATH, by its name
}

// figures are the figures of the row over the samples.
func (c *contender) figures(samples []sample, count *tokens.Counter) {
	r := &c.row
	if r.Kind != KindServer {
		r.FailedExit0 = new(int)
	}
	var raw, withFacts, long int
	var recall, recallLong float64
	for _, s := range samples {
		a := &c.answers[s.at]
		n := count.CountString(a.Text)
		if a.NotRun != "" { // a fault of the program: who called it has the command run again, without it
			n = s.tokens
		}
		raw += s.tokens
		r.Tokens += n
		if n > s.tokens {
			r.Grew++
			r.GrewMost = max(r.GrewMost, n-s.tokens)
		}
		facts := len(s.c.Facts)
		lost := len(corpus.Lost(s.c.Facts, colours().ReplaceAllString(a.Text, "")))
		if facts > 0 {
			kept := float64(facts-lost) / float64(facts)
			withFacts++
			recall += kept
			if s.tokens > LongTokens {
				long++
				recallLong += kept
			}
		}
		if s.c.Failed() {
			r.addFailed(a, facts > 0 && lost == facts)
		}
	}
	r.Saved = round(1 - quotient(float64(r.Tokens), float64(raw)))
	r.Recall = round(quotient(recall, float64(withFacts)))
	r.RecallLong = round(quotient(recallLong, float64(long)))
}

// colours matches escape sequences, which may interrupt a fact.
var colours = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("\x1b(?:\\[[0-?]*[ -/]*[@-~]|\\][^\x07\x1b]*(?:\x07|\x1b\\\\))")
})

// addFailed counts the answer to a failed command. hidden means that it has none of its facts. A server's answer ends
// with 0 if it isn't marked as an error: an agent sees no more of the exit status.
func (r *Row) addFailed(a *Answer, hidden bool) {
	if a.Exit == 0 && a.NotRun == "" {
		if r.FailedExit0 != nil {
			*r.FailedExit0++
		}
		if Passes(a.Text) {
			r.FailedPasses++
		}
	}
	if hidden {
		r.FailedHidden++
	}
}

func quotient(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// round keeps four decimals, so that a table reads back equal.
func round(v float64) float64 { return math.Round(v*10_000) / 10_000 }
