package peers

import (
	"context"

	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/internal/run/parallel"
)

// Answer is what a peer made of a case.
type Answer struct {
	NotRun string // why there is none; the rest is empty then
	Fault  bool   // where it is the peer's: it took too long, printed too much, or never ran the command
	Text   string // what it printed on both streams
	Exit   int
}

// Answers puts the cases through each peer. The lists are by peer, in the order of the cases. All texts are held in
// memory.
func Answers(ctx context.Context, jobs int, cases []corpus.Case, peers []Peer, o Options) ([][]Answer, error) {
	if o.Timeout == 0 {
		o.Timeout = DefaultTimeout
	}
	s, err := newStage(o.Needs)
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
			out, why, err := s.play(ctx, &peers[p], &cases[c], o)
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

// Runnable reports whether a case's command can be replayed at all, and why not.
func Runnable(c *corpus.Case) (why string) {
	_, why = plainCommand(c)
	return why
}
