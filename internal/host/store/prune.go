package store

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/toktee/toktee/internal/host/checks"
	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/run/diskfile"
)

const (
	pruneEvery = 10 * time.Minute // at most, unless something large came
	blockSize  = 4 << 10          // a file's space on disk is a multiple of this
)

// due reports whether a Put of this record has to prune: after a large payload, or when the last pruning, by this or
// another process, was long ago.
func (s *Store) due(ctx context.Context, r *Record) bool {
	now := s.now()
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.Source != nil && r.Bytes > s.maxBytes/64 {
		if info, err := s.blobs.Stat(ctx, hex.EncodeToString(r.Sum[:])); err == nil && info.Size > s.maxBytes/64 {
			return true
		}
	}
	if age := now.Sub(s.checked); age >= 0 && age < pruneEvery {
		return false
	}
	s.checked = now
	info, err := os.Stat(s.stamp())
	if err != nil {
		return true
	}
	age := now.Sub(info.ModTime())
	return age >= pruneEvery || age < -pruneEvery
}

// prune removes the records that are older than the store's limit or above its size, the oldest first; payloads that
// no record refers to; and the files that crashes have left over. The newest record stays even if it is larger than the
// limit. It does nothing while others put or prune.
func (s *Store) prune(ctx context.Context) error {
	if err := s.pruneWith(ctx, 0); !errors.Is(err, errInUse) {
		return err
	}
	return nil
}

// pruneWith prunes under the lock that keeps others from putting and pruning, for which it waits.
func (s *Store) pruneWith(ctx context.Context, wait time.Duration) error {
	unlock, err := s.lockAlone(ctx, wait)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		defer unlock()
		err = newPruning(ctx, s).run()
	}
	if err == nil {
		err = journal.Prune(s.JournalDir(), s.now())
	}
	if err == nil {
		err = checks.Prune(s.ChecksDir(), s.now())
	}
	if err == nil {
		err = s.touch(s.stamp()) // it was pruned now
	}
	if err != nil {
		return fmt.Errorf("pruning the store: %w", err)
	}
	return nil
}

// touch sets the time of an empty file to now, and makes it if necessary.
func (s *Store) touch(path string) error {
	now := s.now()
	err := os.Chtimes(path, now, now)
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Chtimes(path, now, now)
}

// A pruning is one run of prune.
type pruning struct {
	s     *Store
	ctx   context.Context
	sizes map[string]int64     // of payloads that have their own place, by their sum
	put   map[string]time.Time // when these were put
	refs  map[string]int       // how many records refer to a payload, by its sum
	total int64                // space of the kept records on disk, with their payloads

	forgotten map[string]bool // payloads of forgotten records, by their sum
}

func newPruning(ctx context.Context, s *Store) *pruning {
	return &pruning{
		s: s, ctx: ctx, sizes: map[string]int64{}, put: map[string]time.Time{}, refs: map[string]int{},
		forgotten: map[string]bool{},
	}
}

func (p *pruning) run() error {
	if err := p.measure(); err != nil {
		return err
	}
	keep, err := p.removeOld()
	if err != nil {
		return err
	}
	limit := p.total
	if limit > p.s.maxBytes { // a tenth less than the limit, so that the next Put doesn't have to prune again
		limit = p.s.maxBytes - p.s.maxBytes/10
	}
	if err := p.shrink(keep, limit); err != nil {
		return err
	}
	if _, err := p.removeUnused(); err != nil {
		return err
	}
	return cmp.Or(p.forget(), p.pruneDecisions(), p.sweep())
}

// removeUnused removes the payloads that no record refers to, and returns their size on disk. If this version doesn't
// understand the names of some files, they may be records of a newer toktee that refer to payloads. Then payloads stay
// until they are too old for any record, unless a record was forgotten that had them.
func (p *pruning) removeUnused() (freed int64, err error) {
	unknown, err := p.s.unknownRecords()
	if err != nil {
		return 0, err
	}
	oldest := p.s.now().Add(-p.s.ttl)
	for sum, size := range p.sizes {
		if p.refs[sum] > 0 || unknown && p.put[sum].After(oldest) && !p.forgotten[sum] {
			continue
		}
		if err := p.s.blobs.Delete(p.ctx, sum); err != nil {
			return freed, err
		}
		freed += size
	}
	return freed, nil
}

// removeOld removes the records that are too old, and those whose id was put again since. It returns the others, the
// newest first, and adds up their space on disk with their payloads.
func (p *pruning) removeOld() ([]kept, error) {
	all, err := p.s.entries()
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, newer)
	oldest := p.s.now().Add(-p.s.ttl).UnixNano()
	seen := map[string]bool{}
	var keep []kept
	for _, e := range all {
		path := filepath.Join(p.s.records(), e.name)
		if replaced := seen[e.id]; e.put < oldest || replaced {
			if err := p.remove(path); err != nil {
				return nil, err
			}
			continue
		}
		seen[e.id] = true
		size, err := p.size(path)
		if err != nil {
			return nil, err
		}
		keep = append(keep, kept{e, size})
		p.total += size
		if e.sum != "" {
			if p.refs[e.sum]++; p.refs[e.sum] == 1 {
				p.total += p.sizes[e.sum]
			}
		}
	}
	return keep, nil
}

// A kept record is one that is neither too old nor replaced.
type kept struct {
	entry
	size int64 // of its file, on disk
}

// shrink removes the oldest of the records to keep, with the payloads that only they refer to, until at most limit
// bytes and maxRecords records are left.
func (p *pruning) shrink(keep []kept, limit int64) error {
	for i := len(keep) - 1; i > 0 && (p.total > limit || i >= p.s.maxRecords); i-- {
		e := keep[i]
		if err := p.remove(filepath.Join(p.s.records(), e.name)); err != nil {
			return err
		}
		p.total -= e.size
		if e.sum != "" {
			if p.refs[e.sum]--; p.refs[e.sum] == 0 {
				p.total -= p.sizes[e.sum]
			}
		}
	}
	return nil
}

// measure records the size of each payload, and when it was put.
func (p *pruning) measure() error {
	for info, err := range p.s.blobs.List(p.ctx) {
		if err != nil {
			return err
		}
		p.sizes[info.Key], p.put[info.Key] = onDisk(info.Size), info.Time
	}
	return nil
}

// onDisk returns the space that a file of so many bytes takes.
func onDisk(size int64) int64 { return (size + blockSize - 1) / blockSize * blockSize }

// size returns the space that a file takes on disk. If other users can read the file, it closes it to them.
func (p *pruning) size(path string) (int64, error) {
	if err := p.ctx.Err(); err != nil {
		return 0, err
	}
	info, err := os.Lstat(path)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return 0, nil
		}
		return 0, err
	}
	if info.Mode().IsRegular() && info.Mode().Perm()&0o077 != 0 {
		os.Chmod(path, 0o600)
	}
	return onDisk(info.Size()), nil
}

// sweep removes the files that crashes have left in tmp.
func (p *pruning) sweep() error {
	err := p.s.temps(func(path string, abandoned bool) error {
		if !abandoned {
			return nil
		}
		return p.remove(path)
	})
	if err != nil {
		return err
	}
	dirs, err := os.ReadDir(p.s.tmp())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, d := range dirs {
		if info, err := d.Info(); err == nil && d.IsDir() && p.s.now().Sub(info.ModTime()) >= quiet {
			os.Remove(filepath.Join(p.s.tmp(), d.Name())) // if it is empty
		}
	}
	return nil
}

// temps passes all files in tmp to a function, also those in the private folders of recordings. abandoned means that
// the file's process has ended.
func (s *Store) temps(each func(path string, abandoned bool) error) error {
	return filepath.WalkDir(s.tmp(), func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || d.IsDir() {
			return err
		}
		return each(path, !d.Type().IsRegular() || diskfile.Abandoned(path))
	})
}

// remove removes a file. One that is gone already is no error.
func (p *pruning) remove(path string) error {
	if err := p.ctx.Err(); err != nil {
		return err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
