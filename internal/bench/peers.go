package bench

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/toktee/toktee/tokens"
)

// PeerOptions say how peers are run.
type PeerOptions struct {
	Timeout time.Duration // for one case; 0 is [PeerTimeout]
	Needs   []string      // programs that the peers themselves start, such as an interpreter; they stand behind the shim on PATH
	AnyCall bool          // score a case although the peer asked its program for something else than the case did
}

// PeerTimeout is how long a peer may take over one case.
const PeerTimeout = 10 * time.Second

// PeerCase is how one case fared through one peer.
type PeerCase struct {
	Case      *Case
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
func (c *PeerCase) green() bool { return c.Case.failed() && c.Exit == 0 }

// exitChanged reports whether the peer ended otherwise than the command.
func (c *PeerCase) exitChanged() bool { return c.Case.ExitCode != nil && c.Exit != *c.Case.ExitCode }

// RunPeers puts the cases through each peer, whose command runs with a shim in place of the case's program: it prints the
// recorded bytes and ends with the recorded exit code. The real program is never on PATH, so a peer that doesn't look
// there gets nothing to work on, and the case isn't scored. Neither is one where the peer asked for something else than
// was recorded.
//
// It costs a process or two a case and peer. The lists are in the order of the cases, whatever the number of jobs. An
// error is a failure of the bench, or the end of ctx; what a peer does wrong is in its figures.
func (b *Bench) RunPeers(ctx context.Context, cases []Case, peers []Peer, o PeerOptions) ([][]PeerCase, error) {
	if b.Summarise == nil || len(peers) == 0 {
		return nil, errors.New("peers need a summariser to be compared with, and at least one peer")
	}
	if o.Timeout == 0 {
		o.Timeout = PeerTimeout
	}
	s, err := newStage(o.Needs)
	if err != nil {
		return nil, err
	}
	defer s.close()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	all := make([][]PeerCase, len(peers))
	for i := range all {
		all[i] = make([]PeerCase, len(cases))
	}
	next := make(chan int)
	var wg sync.WaitGroup
	for range max(1, b.Jobs) {
		count, err := tokens.New(b.Encoding)
		if err != nil {
			cancel(err)
			break
		}
		wg.Go(func() {
			for i := range next {
				p, c := i/len(cases), i%len(cases)
				pc, err := b.throughPeer(ctx, s, &peers[p], &cases[c], o, count)
				if err != nil {
					cancel(err)
					continue
				}
				all[p][c] = pc
			}
		})
	}
feed:
	for i := range len(peers) * len(cases) {
		select {
		case next <- i:
		case <-ctx.Done():
			break feed
		}
	}
	close(next)
	wg.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	return all, nil
}

// throughPeer scores one case.
func (b *Bench) throughPeer(ctx context.Context, s *stage, p *Peer, c *Case, o PeerOptions, count *tokens.Counter) (PeerCase, error) {
	pc := PeerCase{Case: c}
	out, why, err := s.play(ctx, p, c, o.Timeout, o.AnyCall)
	if err != nil || why != "" {
		pc.NotRun = why
		return pc, err
	}
	raw := string(c.Raw())
	pc.RawTokens, pc.Tokens, pc.Exit = count.CountString(raw), count.CountString(out.text), out.code
	pc.Lost = len(Lost(c.Facts, out.text))
	pc.Changed = strings.TrimRight(out.text, "\n") != strings.TrimRight(raw, "\n")
	ours, err := safely(ctx, b.Summarise, c, Setting{Budget: max(smallest, pc.Tokens)})
	if err != nil { // as in [Row]: the raw text with every fact lost
		pc.OurTokens, pc.OurLost = pc.RawTokens, len(c.Facts)
		return pc, nil
	}
	pc.OurTokens, pc.OurLost = count.CountString(ours.Text), len(Lost(c.Facts, ours.Text))
	return pc, nil
}

// PeerRow is how the cases of a family fared through a peer.
type PeerRow struct {
	Family      string
	Cases       int // that the corpus has
	Run         int // that are scored
	Labelled    int // those that recall speaks of: they have facts, and the peer changed the text
	Peer        Measure
	Ours        Measure // at as many tokens
	Bigger      int     // outputs that have more tokens than the raw text
	ExitChanged int
	Green       int // commands that failed, and ended with 0 through the peer
}

// peerRow tallies the cases of a family.
func peerRow(family string, list []*PeerCase) PeerRow {
	r := PeerRow{Family: family, Cases: len(list)}
	var peer, ours measurer
	for _, c := range list {
		if c.NotRun != "" {
			continue
		}
		r.Run++
		bound := c.RawTokens // the text passes whole and proves nothing
		if c.Changed {
			bound = -1
		}
		peer.add(c.RawTokens, bound, len(c.Case.Facts), c.Tokens, c.Lost)
		ours.add(c.RawTokens, bound, len(c.Case.Facts), c.OurTokens, c.OurLost)
		if c.Tokens > c.RawTokens {
			r.Bigger++
		}
		if c.exitChanged() {
			r.ExitChanged++
		}
		if c.green() {
			r.Green++
		}
	}
	r.Labelled, r.Peer, r.Ours = peer.labelled, peer.measure(), ours.measure()
	return r
}

// PeerRows are the rows of the families of a peer's cases, sorted, and behind several the row of all.
func PeerRows(list []PeerCase) []PeerRow {
	byName := map[string][]*PeerCase{}
	var names []string
	var all []*PeerCase
	for i := range list {
		name := list[i].Case.Family
		if byName[name] == nil {
			names = append(names, name)
		}
		byName[name] = append(byName[name], &list[i])
		all = append(all, &list[i])
	}
	slices.Sort(names)
	var rows []PeerRow
	for _, name := range names {
		rows = append(rows, peerRow(name, byName[name]))
	}
	if len(names) > 1 {
		rows = append(rows, peerRow(All, all))
	}
	return rows
}
