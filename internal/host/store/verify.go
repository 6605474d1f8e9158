package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/toktee/toktee/internal/host/blobs"
)

// A Fault is a problem with a file of the store.
type Fault string

const (
	// Damaged is a record or a payload whose bytes have changed, or a payload that is missing.
	Damaged Fault = "damaged"
	// Newer is a file in a form of a newer toktee, which this one can't check.
	Newer Fault = "newer"
	// Unused is a payload that no record refers to. The next pruning removes it.
	Unused Fault = "unused"
	// Leftover is an incomplete file of a process that crashed. The next pruning removes it.
	Leftover Fault = "leftover"
)

// A Finding is a file of the store with something wrong.
type Finding struct {
	Fault   Fault    `json:"fault"`
	File    string   `json:"file"`              // in the store's folder
	Results []string `json:"results,omitempty"` // the ids of results that need it and whose records are sound
	What    string   `json:"what"`
}

// Verified has the counts of [Store.Verify].
type Verified struct {
	Records  int   `json:"records"`
	Payloads int   `json:"payloads"` // with a file of their own
	Bytes    int64 `json:"bytes"`    // of all payloads, as they were recorded
	Damaged  int   `json:"damaged"`
	Newer    int   `json:"newer"`
	Unused   int   `json:"unused"`
	Leftover int   `json:"leftover"`
}

// quiet is the time since the last write after which no other process will rename a file or record it.
const quiet = time.Minute

// Verify reads every record and every payload. It checks that names, lengths and checksums agree, that payloads have
// the SHA-256 of their names, and that results can be decoded. It passes each file with a problem to a function,
// records first. If progress isn't nil, it reports progress in bytes on disk.
//
// It changes nothing and locks nothing: other processes may put, prune and forget meanwhile. Their changes are no
// fault, and may be missing in the counts.
func (s *Store) Verify(
	ctx context.Context, each func(Finding), progress func(done, total int64),
) (Verified, error) {
	v := verification{s: s, ctx: ctx, each: each, progress: progress, needs: map[string]*need{}}
	err := v.run()
	if err != nil {
		err = fmt.Errorf("verifying the store: %w", err)
	}
	return v.done, err
}

// A verification is one run of Verify.
type verification struct {
	s        *Store
	ctx      context.Context
	each     func(Finding)
	progress func(done, total int64)

	done        Verified
	needs       map[string]*need // payloads that records refer to, by their sum
	spare       []blobs.Info     // payloads that no record seemed to refer to
	unknown     bool             // there are records that can't be read: payloads without one may be theirs
	read, total int64            // bytes on disk
}

// A need has the statements of records about a payload that has its own file.
type need struct {
	records []string // the names of their files
	ids     []string // of those that are sound
	bytes   int64    // as recorded; below 0 if no record states it
	newer   bool     // a newer toktee's record refers to it
	met     bool     // its file was looked at
}

func (v *verification) run() error {
	names, err := v.s.recordNames()
	if err != nil {
		return err
	}
	slices.Sort(names)
	for _, name := range names {
		v.total += fileSize(filepath.Join(v.s.records(), name))
	}
	var payloads []blobs.Info
	for info, err := range v.s.blobs.List(v.ctx) {
		if err != nil {
			return err
		}
		v.total += info.Size
		payloads = append(payloads, info)
	}
	slices.SortFunc(payloads, func(a, b blobs.Info) int { return cmp.Compare(a.Key, b.Key) })
	for _, name := range names {
		if err := v.record(name); err != nil {
			return err
		}
	}
	for _, p := range payloads {
		if err := v.payload(p); err != nil {
			return err
		}
	}
	return cmp.Or(v.missing(), v.unused(), v.leftovers())
}

func fileSize(path string) int64 {
	info, err := os.Lstat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// found passes a finding to the caller and counts it.
func (v *verification) found(f Finding) {
	switch f.Fault {
	case Damaged:
		v.done.Damaged++
	case Newer:
		v.done.Newer++
	case Unused:
		v.done.Unused++
	case Leftover:
		v.done.Leftover++
	}
	v.each(f)
}

// step adds bytes to the progress, and reports it.
func (v *verification) step(bytes int64) {
	v.read += bytes
	if v.progress != nil {
		v.progress(v.read, max(v.total, v.read))
	}
}

// missing looks for payloads that records refer to and that weren't among the files.
func (v *verification) missing() error {
	var sums []string
	for sum, n := range v.needs {
		if !n.met {
			sums = append(sums, sum)
		}
	}
	slices.Sort(sums)
	for _, sum := range sums {
		n := v.needs[sum]
		switch info, err := v.s.blobs.Stat(v.ctx, sum); {
		case err == nil: // it was put since
			if err := v.payload(info); err != nil {
				return err
			}
		case !errors.Is(err, blobs.ErrNotFound):
			return err
		case v.anyLeft(n.records): // else it was pruned with its records
			v.found(Finding{Damaged, payloadName(sum), n.ids, "it is missing"})
		}
	}
	return nil
}

// anyLeft reports whether one of some records is still there.
func (v *verification) anyLeft(names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		_, err := os.Lstat(filepath.Join(v.s.records(), name))
		return err == nil
	})
}

// unused reports payloads that no record refers to, now as before, unless they were just put: a record may be about to
// come.
func (v *verification) unused() error {
	if len(v.spare) == 0 || v.unknown {
		return nil
	}
	all, err := v.s.entries()
	if err != nil {
		return err
	}
	needed := map[string]bool{}
	for _, e := range all {
		needed[e.sum] = true
	}
	for _, info := range v.spare {
		if needed[info.Key] || v.s.now().Sub(info.Time) < quiet {
			continue
		}
		switch _, err := v.s.blobs.Stat(v.ctx, info.Key); {
		case err == nil:
			v.found(Finding{Unused, payloadName(info.Key), nil, "no result needs it"})
		case !errors.Is(err, blobs.ErrNotFound):
			return err
		}
	}
	return nil
}

// leftovers looks for files of processes that have ended.
func (v *verification) leftovers() error {
	err := v.s.temps(func(file string, abandoned bool) error {
		if name, err := filepath.Rel(v.s.dir, file); err == nil && abandoned {
			v.found(Finding{Leftover, filepath.ToSlash(name), nil, "its process has ended"})
		}
		return v.ctx.Err()
	})
	return cmp.Or(err, v.ctx.Err())
}
