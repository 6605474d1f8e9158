// Package assign puts the sessions of an experiment into two groups: treatment, whose outputs are summarised, and
// control, whose outputs stay as without toktee.
//
//	e, err := assign.Running(dir) // nil without one
//	if e.Of(session) == assign.Control { ... }
//
// The group follows by a hash from the names of the session and the experiment. Every process computes it alone. A
// sub-agent's session, "SESSION/AGENT", is in the group of its session.
//
// # Files
//
// The running experiment is described by one small file in the store's folder. Stopped ones have a file each in a
// folder next to it. Files have mode 0600.
//
// # Cost
//
// Without an experiment, one system call that finds no file. A group costs a hash.
package assign

import (
	"crypto/sha256"
	"encoding/binary"
	"strings"
	"time"
)

// A Group is the treatment of a session's outputs. The zero Group is that of a session in no experiment.
type Group string

const (
	// Treatment is the group in which toktee works as always.
	Treatment Group = "summarised"
	// Control is the group in which every output reaches the model unchanged.
	Control Group = "passed"
)

// An Experiment is one comparison, from its start to its end.
type Experiment struct {
	Name    string    `json:"name"`
	Share   float64   `json:"share"`  // of the control group, between 0 and 1
	Effect  float64   `json:"effect"` // the difference in cost to find, such as 0.1
	Started time.Time `json:"started"`
	Ended   time.Time `json:"ended,omitzero"` // zero while it runs
}

// The shares and differences that an experiment may have.
const (
	MinShare, MaxShare   = 0.05, 0.95
	MinEffect, MaxEffect = 0.01, 0.9
)

// Of returns the group of a session. It returns "" for a session without a name, or without an experiment.
func (e *Experiment) Of(session string) Group {
	if e == nil || session == "" {
		return ""
	}
	session, _, _ = strings.Cut(session, "/")
	sum := sha256.Sum256([]byte(e.Name + "\x00" + session))
	if float64(binary.BigEndian.Uint64(sum[:8]))/(1<<64) < e.Share {
		return Control
	}
	return Treatment
}
