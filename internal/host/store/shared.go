package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A consent is a file that allows a result's output to leave the machine. It outlives the output, which is pruned
// sooner than a team forgets, and goes when the result is forgotten.
type consent struct {
	Session string `json:"session,omitempty"` // of the call, so that forgetting the session removes the consent
}

func (s *Store) shared() string { return filepath.Join(s.dir, "shared") }

// Share notes that the output of a result may leave the machine, and returns its record. The id may be an unambiguous
// start of it. Nothing leaves by this alone.
func (s *Store) Share(id string) (Record, error) {
	r, err := s.get(id, false)
	if err != nil {
		return Record{}, err
	}
	if r.Sum == [32]byte{} {
		return Record{}, fmt.Errorf("%w: %s was kept without an output", ErrNotFound, r.ID)
	}
	if err := s.writeNote(filepath.Join(s.shared(), r.ID), consent{Session: r.Session}); err != nil {
		return Record{}, fmt.Errorf("sharing result %s: %w", r.ID, err)
	}
	return r.Record, nil
}

// Unshare removes the consent for an id, or for the only one that starts so, and returns the complete id. Without a
// consent, the error is [ErrNotFound].
func (s *Store) Unshare(prefix string) (string, error) {
	if prefix == "" || len(prefix) > idLen || !digits(prefix) {
		return "", fmt.Errorf("%w: %q is no id: want up to %d decimal digits", ErrNotFound, prefix, idLen)
	}
	ids, err := s.Shared()
	if err != nil {
		return "", err
	}
	ids = slices.DeleteFunc(ids, func(id string) bool { return !strings.HasPrefix(id, prefix) })
	switch len(ids) {
	case 0:
		return "", fmt.Errorf("%w: %q isn't shared", ErrNotFound, prefix)
	case 1:
		return ids[0], os.Remove(filepath.Join(s.shared(), ids[0]))
	}
	return "", fmt.Errorf("id %q is ambiguous: want more digits, as in %s or %s", prefix, ids[0], ids[1])
}

// Shared returns the ids of the results whose outputs may leave the machine, in their order.
func (s *Store) Shared() ([]string, error) {
	files, err := os.ReadDir(s.shared())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, f := range files {
		if checkID(f.Name()) == nil {
			ids = append(ids, f.Name())
		}
	}
	return ids, nil
}

// forgetShared removes the consents for the forgotten results. A consent that can't be read goes with any session.
func (s *Store) forgetShared(which Which) error {
	ids, err := s.Shared()
	if err != nil {
		return err
	}
	for _, id := range ids {
		path := filepath.Join(s.shared(), id)
		if !which.All && id != which.ID {
			if which.Session == "" {
				continue
			}
			var c consent
			b, err := os.ReadFile(path)
			if err == nil && lastNote(b, &c) && c.Session != which.Session && mainSession(c.Session) != which.Session {
				continue
			}
		}
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
