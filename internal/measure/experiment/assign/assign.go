// Package arms puts sessions on the arms of an experiment: one whose outputs are summarised, and one whose outputs pass
// through as if toktee weren't there.
//
//	e, err := assign.Running(dir) // nil where there is none
//	if e.Of(session) == assign.Control { ... }
//
// The arm follows from the session's name and the experiment's by a hash, so that every process knows it without asking
// another one, and nobody chooses it. A sub-agent's session, "SESSION/AGENT", is on the arm of its session.
//
// # Files
//
// The experiment that runs is described by one small file in the store's folder; those that were stopped by a file each
// in a folder beside it. They have mode 0600.
//
// # Cost
//
// Where nothing runs, a call of a system function that says that the file isn't there. An arm costs a hash.
package assign

import (
	"crypto/sha256"
	"encoding/binary"
	"strings"
	"time"
)

// An Group is what happens to a session's outputs. The zero Group is that of a session in no experiment.
type Group string

const (
	// Treatment is the arm on which toktee works as always.
	Treatment Group = "summarised"
	// Control is the arm on which every output reaches the model as it is.
	Control Group = "passed"
)

// An Experiment is one comparison, from its start to its end.
type Experiment struct {
	Name    string    `json:"name"`
	Share   float64   `json:"share"`  // of sessions whose outputs pass through, between 0 and 1
	Effect  float64   `json:"effect"` // the difference in cost that it is to find, such as 0.1
	Started time.Time `json:"started"`
	Ended   time.Time `json:"ended,omitzero"` // zero while it runs
}

// The shares and differences that an experiment may have.
const (
	MinShare, MaxShare   = 0.05, 0.95
	MinEffect, MaxEffect = 0.01, 0.9
)

// Of is the arm of a session: none for a session without a name, and in no experiment.
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
