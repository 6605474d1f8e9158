package peers

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/internal/run/proc"
)

// Took is what a run took: by the clock, and of the processors, of all of its processes together.
type Took struct{ Clock, Processor time.Duration }

// Times is what a command took, by rounds: raw, and in the same round through each peer.
type Times struct {
	Raw   []Took
	Peers [][]Took // nil for a peer that can't be timed
}

// TimeNothing times a program that does nothing: what is left is the start of the peers. The command's name is one that
// no peer knows and no shell has as a builtin.
func TimeNothing(ctx context.Context, peers []Peer, rounds int, o Options) (Times, error) {
	var err error
	if o.program, err = proc.Lookup("true"); err != nil {
		return Times{}, err
	}
	return Time(ctx, &corpus.Case{Command: "nothing"}, peers, rounds, o)
}

// Time runs a case's command alone and through each peer in turns, so many rounds, each run after the other, and one
// round before that isn't counted. What the machine does meanwhile falls on both sides. Each peer keeps its home from
// round to round: what is timed is a run as it usually is, not the first one.
func Time(ctx context.Context, c *corpus.Case, peers []Peer, rounds int, o Options) (Times, error) {
	if o.Timeout == 0 {
		o.Timeout = DefaultTimeout
	}
	s, err := newStage(o.Needs)
	if err != nil {
		return Times{}, err
	}
	defer s.close()
	words, why := s.words(c)
	if why != "" {
		return Times{}, fmt.Errorf("timing %q: %s", c.Command, why)
	}
	turns := []*turn{{name: "the command alone"}}
	for i := range peers {
		turns = append(turns, &turn{name: peers[i].Name, argv: peers[i].argv(c.Command, words)})
	}
	for _, t := range turns {
		if t.dir, err = s.room(c, words, o); err != nil {
			return Times{}, err
		}
	}
	for round := range rounds + 1 {
		for _, t := range turns {
			if err := t.run(ctx, s, words, o, round > 0); err != nil {
				return Times{}, err
			}
		}
	}
	return timesOf(turns)
}

// turn is what takes its turn in each round.
type turn struct {
	name string
	argv []string // nil is the command alone
	dir  string
	took []Took
	why  string // its answer doesn't count
}

// run runs it once.
func (t *turn) run(ctx context.Context, s *stage, words []string, o Options, counts bool) error {
	if err := os.Remove(filepath.Join(t.dir, "calls")); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	out, why, err := s.perform(ctx, t.dir, words, t.argv, o, &capped{drop: true})
	if err != nil {
		return fmt.Errorf("timing %s: %w", t.name, err)
	}
	if why != "" {
		t.why = why
	}
	if counts {
		t.took = append(t.took, out.took)
	}
	return nil
}

// timesOf are the times of the turns, the first of which is the command alone.
func timesOf(turns []*turn) (Times, error) {
	if why := turns[0].why; why != "" {
		return Times{}, fmt.Errorf("timing %s: %s", turns[0].name, why)
	}
	t := Times{Raw: turns[0].took}
	for _, p := range turns[1:] {
		if p.why != "" {
			p.took = nil
		}
		t.Peers = append(t.Peers, p.took)
	}
	return t, nil
}
