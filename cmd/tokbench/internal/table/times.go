package table

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

// Took is the time of a run, by the clock, and of all its processes on the processors.
type Took struct{ Clock, Processor time.Duration }

// times has the times of a command by round: raw, and in the same round through each peer.
type times struct {
	Raw   []Took
	Peers [][]Took // nil for a peer that can't be timed
}

// timeNothing times a program that does nothing, so that only the start of the peers counts. The command's name is one
// that no peer knows and no shell has as a builtin.
func timeNothing(ctx context.Context, peers []Peer, rounds int, o RunOptions) (times, error) {
	program, err := proc.Lookup("true")
	if err != nil {
		return times{}, err
	}
	return inTurns(ctx, &corpus.Case{Command: "nothing"}, program, peers, rounds, o)
}

// timeRuns runs a case's command alone and through each peer in turns, one run after the other, with one round more
// that isn't counted. So the machine's load affects both sides. Each peer keeps its home from round to round: the times
// are those of usual runs, not of the first.
func timeRuns(ctx context.Context, c *corpus.Case, peers []Peer, rounds int, o RunOptions) (times, error) {
	return inTurns(ctx, c, "", peers, rounds, o)
}

// inTurns is [timeRuns] with a real program in place of the shim, if it is named.
func inTurns(
	ctx context.Context, c *corpus.Case, program string, peers []Peer, rounds int, o RunOptions,
) (times, error) {
	s, err := newStage(o)
	if err != nil {
		return times{}, err
	}
	defer s.close()
	words, why := s.words(c)
	if why != "" {
		return times{}, fmt.Errorf("timing %q: %s", c.Command, why)
	}
	s.program = program
	turns := []*turn{{name: "the command alone"}}
	for i := range peers {
		turns = append(turns, &turn{name: peers[i].Name, argv: peers[i].argv(c.Command, words)})
	}
	for _, t := range turns {
		if t.dir, err = s.room(c, words); err != nil {
			return times{}, err
		}
	}
	for round := range rounds + 1 {
		for _, t := range turns {
			if err := t.run(ctx, s, words, round > 0); err != nil {
				return times{}, err
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
func (t *turn) run(ctx context.Context, s *stage, words []string, counts bool) error {
	if err := os.Remove(filepath.Join(t.dir, "calls")); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	out, why, err := s.perform(ctx, t.dir, words, t.argv, &capped{drop: true})
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
func timesOf(turns []*turn) (times, error) {
	if why := turns[0].why; why != "" {
		return times{}, fmt.Errorf("timing %s: %s", turns[0].name, why)
	}
	t := times{Raw: turns[0].took}
	for _, p := range turns[1:] {
		if p.why != "" {
			p.took = nil
		}
		t.Peers = append(t.Peers, p.took)
	}
	return t, nil
}
