package table

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/toktee/toktee/internal/measure/corpus"
)

// Took is the time of a run, by the clock, and of all its processes on the processors.
type Took struct{ Clock, Processor time.Duration }

// timeRuns runs a case's command alone and through each peer in turns, one run after the other, with one round more
// that isn't counted. So the machine's load affects both sides. Each peer keeps its home from round to round: the times
// are those of usual runs, not of the first. program is a real program in place of the shim, "" for the shim.
//
// The result has the times by round: first those of the command alone, then those of each peer, nil for one that can't
// be timed.
func timeRuns(
	ctx context.Context, c *corpus.Case, program string, peers []Peer, rounds int, o RunOptions,
) ([][]Took, error) {
	s, err := newStage(o)
	if err != nil {
		return nil, err
	}
	defer s.close()
	words, why := s.words(c)
	if why != "" {
		return nil, fmt.Errorf("timing %q: %s", c.Command, why)
	}
	s.program = program
	turns := []*turn{{name: "the command alone"}}
	for i := range peers {
		turns = append(turns, &turn{name: peers[i].Name, argv: peers[i].argv(c.Command, words)})
	}
	for _, t := range turns {
		if t.dir, err = s.room(c, words); err != nil {
			return nil, err
		}
	}
	for round := range rounds + 1 {
		for _, t := range turns {
			if err := t.run(ctx, s, words, round > 0); err != nil {
				return nil, err
			}
		}
	}
	if why := turns[0].why; why != "" {
		return nil, fmt.Errorf("timing %s: %s", turns[0].name, why)
	}
	var all [][]Took
	for _, t := range turns {
		if t.why != "" {
			t.took = nil
		}
		all = append(all, t.took)
	}
	return all, nil
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
