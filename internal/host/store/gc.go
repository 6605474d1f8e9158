package store

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
)

// GC prunes now, as a Put does from time to time, and returns the number and the size of the removed results. It waits
// two seconds for processes that put or prune, and returns an error if they don't end.
func (s *Store) GC(ctx context.Context) (Forgotten, error) {
	results, size, err := s.usage()
	if err != nil {
		return Forgotten{}, err
	}
	if err := s.pruneWith(ctx, lockWait); err != nil {
		return Forgotten{}, err
	}
	left, leftSize, err := s.usage()
	return Forgotten{Results: max(results-left, 0), Bytes: max(size-leftSize, 0)}, err
}

// usage returns the number of results, and the space of all files of the store on disk.
func (s *Store) usage() (results int, size int64, err error) {
	all, err := s.Snapshot()
	if err != nil {
		return 0, 0, err
	}
	for _, dir := range []string{
		s.records(), s.payloads(), s.given(), s.hooks(), s.runs(), s.piped(), s.decisions(), s.tmp(),
	} {
		err := filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			info, err := d.Info()
			if err == nil {
				size += onDisk(info.Size())
			}
			return err
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return 0, 0, err
		}
	}
	return len(all.byID), size, nil
}
