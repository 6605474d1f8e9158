package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
)

// A Snapshot has the records of a store at one time. Finding one in it reads no folder, so hundreds cost no more than
// one listing. A record that was pruned since is [ErrNotFound]. A Snapshot is safe for concurrent use.
type Snapshot struct {
	s    *Store
	byID map[string]entry // the newest record of each id
}

// Snapshot lists the records of this moment.
func (s *Store) Snapshot() (*Snapshot, error) {
	all, err := s.entries()
	if err != nil {
		return nil, fmt.Errorf("listing the store: %w", err)
	}
	n := &Snapshot{s, make(map[string]entry, len(all))}
	for _, e := range all {
		if have, ok := n.byID[e.id]; !ok || newer(e, have) < 0 {
			n.byID[e.id] = e
		}
	}
	return n, nil
}

// Has reports whether there is a record of an id.
func (n *Snapshot) Has(id string) bool { return n.byID[id].id != "" }

// IDs returns the ids of all records, the oldest first.
func (n *Snapshot) IDs() []string {
	all := make([]entry, 0, len(n.byID))
	for _, e := range n.byID {
		all = append(all, e)
	}
	slices.SortFunc(all, func(a, b entry) int { return newer(b, a) })
	ids := make([]string, len(all))
	for i, e := range all {
		ids[i] = e.id
	}
	return ids
}

// Get returns the record of an id, without its frames.
func (n *Snapshot) Get(id string) (Record, error) {
	r, err := n.get(id)
	return r.Record, err
}

func (n *Snapshot) get(id string) (found, error) {
	e, ok := n.byID[id]
	if !ok {
		return found{}, fmt.Errorf("%w: %q", ErrNotFound, id)
	}
	r, err := readRecord(filepath.Join(n.s.records(), e.name), false)
	if errors.Is(err, fs.ErrNotExist) {
		return found{}, fmt.Errorf("%w: %q has been pruned", ErrNotFound, id)
	}
	if err != nil {
		return found{}, fmt.Errorf("reading result %s: %w", id, err)
	}
	return r, nil
}

// Open returns a record without its frames, and a reader of its payload, as [Store.Payload] does.
func (n *Snapshot) Open(id string) (Record, io.ReadCloser, error) {
	r, err := n.get(id)
	if err != nil {
		return Record{}, nil, err
	}
	payload, err := n.s.payload(&r)
	return r.Record, payload, err
}
