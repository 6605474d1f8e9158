package store

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/toktee/toktee/summarize"
)

// Memory returns a memory of the answers that were sent to sessions: one small file for each call, kept as long as
// results are. Calls of one session must come one after the other; each may come from another process.
func (s *Store) Memory() summarize.Memory { return memory{s} }

type memory struct{ s *Store }

// path returns the file of a call. Session and call are hashed, since they can be any text.
func (m memory) path(session, call string) string {
	sum := sha256.Sum256([]byte(session + "\x00" + call))
	return filepath.Join(m.s.given(), sessionHash(session)+hex.EncodeToString(sum[:16]))
}

// Recall implements [summarize.Memory]. An answer that is damaged or too old counts as forgotten.
func (m memory) Recall(session, call string) (summarize.Given, bool, error) {
	var v summarize.Given
	ok, err := m.s.lastNote(m.path(session, call), &v)
	if err != nil {
		return v, false, fmt.Errorf("reading what the session was given: %w", err)
	}
	if !ok {
		return summarize.Given{}, false, nil
	}
	return v, true, nil
}

// Remember implements [summarize.Memory].
func (m memory) Remember(session, call string, v summarize.Given) error {
	if err := m.s.writeNote(m.path(session, call), v); err != nil {
		return fmt.Errorf("keeping what the session was given: %w", err)
	}
	return nil
}

// forget removes the answers, the notes of hooks, and the records of runs, that are too old.
func (p *pruning) forget() error {
	now := p.s.now()
	for _, dir := range [...]string{p.s.given(), p.s.hooks()} {
		files, err := os.ReadDir(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		for _, f := range files {
			info, err := f.Info()
			if err != nil || now.Sub(info.ModTime()) <= p.s.ttl {
				continue
			}
			if err := p.remove(filepath.Join(dir, f.Name())); err != nil {
				return err
			}
		}
	}
	return cmp.Or(p.pruneRuns(p.s.runs(), p.s.ttl), p.pruneRuns(p.s.piped(), pipedTTL))
}
