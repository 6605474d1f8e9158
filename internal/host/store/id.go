package store

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ID returns a name that no other store has, 32 hex digits. The first call makes it, and it stays as long as the
// store's folder does.
func (s *Store) ID() (string, error) {
	path := filepath.Join(s.dir, "id")
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := s.makeID(path); err != nil {
			return "", fmt.Errorf("making the store's id: %w", err)
		}
		b, err = os.ReadFile(path)
	}
	id := strings.TrimSpace(string(b))
	if err == nil && len(id) != 32 {
		err = errDamaged
	}
	if err != nil {
		return "", fmt.Errorf("reading the store's id, %s: %w", path, err)
	}
	return id, nil
}

// makeID makes the id, unless another process has.
func (s *Store) makeID(path string) error {
	if err := s.prepare(); err != nil {
		return err
	}
	var id [16]byte
	rand.Read(id[:]) // never fails
	made := filepath.Join(s.tmp(), "id-"+hex.EncodeToString(id[:]))
	if err := s.write(made, []byte(hex.EncodeToString(id[:])+"\n")); err != nil {
		return err
	}
	defer os.Remove(made)
	if err := os.Link(made, path); err != nil && !errors.Is(err, fs.ErrExist) {
		return os.Rename(made, path) // on file systems without links, the last one counts
	}
	return nil
}
