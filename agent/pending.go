package agent

import (
	"sync"

	"github.com/toktee/toktee/agent/session"
)

// A pending call is a call of the turn that is in the log. It may be settled by the goroutine that runs it, or by the
// run when a stop comes.
type pending struct {
	call      session.Call
	malformed string // why the call can't be run, in the provider's words; "" if it can

	mu      sync.Mutex
	state   CallState // "" until it is settled
	started bool
}

// settled returns what became of the call. A call that still runs counts as left.
func (p *pending) settled() CallState {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.state != "":
		return p.state
	case p.started:
		return CallLeft
	}
	return CallNotRun
}

func (p *pending) settle(s CallState) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state = s
}

// claimRun claims the call for its tool, claimSkip for a stop: it won't run. Each reports whether it was first; only
// one of them succeeds, once.
func (p *pending) claimRun() bool  { return p.claim("", true) }
func (p *pending) claimSkip() bool { return p.claim(CallNotRun, false) }

func (p *pending) claim(s CallState, started bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.started || p.state != "" {
		return false
	}
	p.state, p.started = s, started
	return true
}
