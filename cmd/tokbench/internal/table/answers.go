package table

import (
	"context"
	"time"

	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/internal/run/parallel"
)

// RunOptions define how commands are run through programs.
type RunOptions struct {
	Timeout time.Duration // for one output; 0 is [DefaultTimeout]
	Needs   []string      // programs that the peers themselves start; they are on PATH, after the shim
}

// DefaultTimeout is the time limit of a program for one output.
const DefaultTimeout = 10 * time.Second

// An Answer is the output of a peer for a case.
type Answer struct {
	NotRun string // the reason if there is none; the rest is empty then
	Fault  bool   // that reason is the peer's fault: it took too long, printed too much, or never ran the command
	Text   string // both streams
	Exit   int
}

// answers puts the cases through each peer. The lists are by peer, in the order of the cases. All texts are held in
// memory.
func answers(ctx context.Context, jobs int, cases []corpus.Case, peers []Peer, o RunOptions) ([][]Answer, error) {
	s, err := newStage(o)
	if err != nil {
		return nil, err
	}
	defer s.close()
	all := make([][]Answer, len(peers))
	for i := range all {
		all[i] = make([]Answer, len(cases))
	}
	worker := func() (func(context.Context, int) error, error) {
		return func(ctx context.Context, i int) error {
			p, c := i/len(cases), i%len(cases)
			out, why, err := s.play(ctx, &peers[p], &cases[c])
			if why != "" {
				out = output{}
			}
			all[p][c] = Answer{why, faults[why], out.text, out.code}
			return err
		}, nil
	}
	if err := parallel.Do(ctx, jobs, len(peers)*len(cases), worker); err != nil {
		return nil, err
	}
	return all, nil
}
