// Package peers runs recorded outputs through other programs that make outputs shorter, and scores what they print
// beside toktee at as many tokens.
//
// A peer's command runs with a shim in place of the case's program: it prints the recorded bytes and ends with the
// recorded exit code. The real program is never on PATH, so a peer that doesn't look there gets nothing to work on, and
// the case isn't scored. Neither is one where the peer asked for something else than was recorded.
//
// # Cost and limits
//
// A process or two a case and peer. Cases whose command isn't one simple command with plain words aren't run. A peer
// that calls a program by its absolute path runs the real one.
package peers

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/cmd/tokbench/internal/summary"
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/internal/run/parallel"
	"github.com/toktee/toktee/tokens"
)

// Options say how peers are run.
type Options struct {
	Timeout time.Duration // for one case; 0 is [DefaultTimeout]
	Needs   []string      // programs that the peers themselves start; they are behind the shim on PATH
	AnyCall bool          // score a case although the peer asked its program for something else than the case did

	program string // what the case's program is in truth, instead of the shim
}

// DefaultTimeout is how long a peer may take over one case.
const DefaultTimeout = 10 * time.Second

// Case is how one case fared through one peer.
type Case struct {
	Case      *corpus.Case
	NotRun    string // why it can't be scored; the rest is empty then
	RawTokens int
	Tokens    int // of what the peer printed on both streams
	Lost      int // facts that it lacks
	Changed   bool
	Exit      int
	OurTokens int // of our summary at the budget of the peer's tokens, or of the smallest budget if they are less
	OurLost   int
}

// green reports whether a command that failed ended as if it hadn't.
func (c *Case) green() bool { return c.Case.Failed() && c.Exit == 0 }

// exitChanged reports whether the peer ended otherwise than the command.
func (c *Case) exitChanged() bool { return c.Case.ExitCode != nil && c.Exit != *c.Case.ExitCode }

// Run puts the cases through each peer. b has the summariser to compare with; its settings aren't used. The lists are
// by peer, in the order of the cases, whatever the number of jobs. An error is a failure of our own, or the end of ctx;
// what a peer does wrong is in its figures.
func Run(ctx context.Context, b *score.Bench, cases []corpus.Case, peers []Peer, o Options) ([][]Case, error) {
	if b.Summarise == nil || len(peers) == 0 {
		return nil, errors.New("peers need a summariser to be compared with, and at least one peer")
	}
	if o.Timeout == 0 {
		o.Timeout = DefaultTimeout
	}
	s, err := newStage(o.Needs)
	if err != nil {
		return nil, err
	}
	defer s.close()
	all := make([][]Case, len(peers))
	for i := range all {
		all[i] = make([]Case, len(cases))
	}
	worker := func() (func(context.Context, int) error, error) {
		count, err := tokens.New(b.Encoding)
		if err != nil {
			return nil, err
		}
		r := runner{b.Summarise, s, o, count}
		return func(ctx context.Context, i int) (err error) {
			p, c := i/len(cases), i%len(cases)
			all[p][c], err = r.run(ctx, &peers[p], &cases[c])
			return err
		}, nil
	}
	if err := parallel.Do(ctx, b.Jobs, len(peers)*len(cases), worker); err != nil {
		return nil, err
	}
	return all, nil
}

// runner runs and scores cases, one at a time.
type runner struct {
	summarise summary.Summariser
	stage     *stage
	o         Options
	count     *tokens.Counter
}

// run runs a case through a peer and scores it.
func (r *runner) run(ctx context.Context, p *Peer, c *corpus.Case) (Case, error) {
	fared := Case{Case: c}
	out, why, err := r.stage.play(ctx, p, c, r.o)
	if err != nil || why != "" {
		fared.NotRun = why
		return fared, err
	}
	raw := string(c.Raw())
	fared.RawTokens, fared.Tokens = r.count.CountString(raw), r.count.CountString(out.text)
	fared.Exit, fared.Lost = out.code, len(corpus.Lost(c.Facts, out.text))
	fared.Changed = strings.TrimRight(out.text, "\n") != strings.TrimRight(raw, "\n")
	ours, err := r.summarise.Safely(ctx, c, summary.Setting{Budget: max(summary.SmallestBudget, fared.Tokens)})
	if err != nil { // as in eval: the raw text with every fact lost
		fared.OurTokens, fared.OurLost = fared.RawTokens, len(c.Facts)
		return fared, nil
	}
	fared.OurTokens, fared.OurLost = r.count.CountString(ours.Text), len(corpus.Lost(c.Facts, ours.Text))
	return fared, nil
}
