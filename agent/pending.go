package agent

import (
	"sync"

	"github.com/toktee/toktee/session"
)

// pending is a call of the turn.
type pending struct {
	call      session.Call
	malformed string // why it can't be made; "" if it can

	mu      sync.Mutex
	state   CallState // "" until it is settled
	started bool
}

// settled is what became of the call. One that still runs is left.
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

// start claims the call for its tool, skip for nobody. Only one of them gets it.
func (p *pending) start() bool { return p.claim("", true) }
func (p *pending) skip() bool  { return p.claim(CallNotRun, false) }

func (p *pending) claim(s CallState, started bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.started || p.state != "" {
		return false
	}
	p.state, p.started = s, started
	return true
}
