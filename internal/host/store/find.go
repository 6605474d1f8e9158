package store

import (
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// ErrNotFound is the error for a result that was never kept or has been pruned.
var ErrNotFound = errors.New("no such result")

const idLen = 12

// An entry is a record as its file's name describes it: finding and ordering records needs no file to be opened.
type entry struct {
	name string
	time int64 // of the record, in nanoseconds since 1970
	put  int64 // when it was put
	id   string
	sum  string // of the payload, in hex; "" if the record has none, or has it inside
}

// The parts of a record's name are at fixed places:
//
//	<time, 20 digits>-<put, 20 digits>-<id, 12 digits>[-<sum, 64 hex digits>]
const (
	timeLen = 20
	idAt    = 2 * (timeLen + 1)
	sumAt   = idAt + idLen + 1
	sumLen  = 64
)

// recordName returns the name of a record's file. inside means that the payload is in that file.
func recordName(r *Record, put time.Time, inside bool) string {
	name := fmt.Sprintf("%020d-%020d-%s", max(r.Time.UnixNano(), 0), max(put.UnixNano(), 0), r.ID)
	if r.Source != nil && !inside {
		name += "-" + hex.EncodeToString(r.Sum[:])
	}
	return name
}

// parseName reads a record's name. It is false for any other file.
func parseName(name string) (entry, bool) {
	if len(name) != sumAt-1 && len(name) != sumAt+sumLen || name[timeLen] != '-' || name[idAt-1] != '-' {
		return entry{}, false
	}
	made, err1 := strconv.ParseInt(name[:timeLen], 10, 64)
	put, err2 := strconv.ParseInt(name[timeLen+1:idAt-1], 10, 64)
	e := entry{name: name, time: made, put: put, id: name[idAt : sumAt-1]}
	if len(name) > sumAt {
		e.sum = name[sumAt:]
	}
	return e, err1 == nil && err2 == nil && digits(e.id) && (e.sum == "" || name[sumAt-1] == '-')
}

// newer orders entries from the newest to the oldest.
func newer(a, b entry) int {
	return cmp.Or(cmp.Compare(b.time, a.time), cmp.Compare(b.put, a.put), cmp.Compare(b.name, a.name))
}

// recordNames returns the names of all files among the records, in no order.
func (s *Store) recordNames() ([]string, error) {
	d, err := os.Open(s.records())
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		return nil, err
	}
	defer d.Close()
	return d.Readdirnames(-1)
}

// unknownRecords reports whether there are files among the records whose names aren't understood.
func (s *Store) unknownRecords() (bool, error) {
	names, err := s.recordNames()
	return slices.ContainsFunc(names, func(name string) bool { _, ok := parseName(name); return !ok }), err
}

// entries returns all records, in no order. An id that was put more than once appears as often.
func (s *Store) entries() ([]entry, error) {
	names, err := s.recordNames()
	if err != nil {
		return nil, err
	}
	all := make([]entry, 0, len(names))
	for _, name := range names {
		if e, ok := parseName(name); ok {
			all = append(all, e)
		}
	}
	return all, nil
}

// find returns the newest record of the id that starts with prefix. Several such ids are an error that names two.
func (s *Store) find(prefix string) (entry, error) {
	if prefix == "" || len(prefix) > idLen || !digits(prefix) {
		return entry{}, fmt.Errorf("%w: %q is no id: want up to %d decimal digits", ErrNotFound, prefix, idLen)
	}
	all, err := s.entries()
	if err != nil {
		return entry{}, err
	}
	all = slices.DeleteFunc(all, func(e entry) bool { return !strings.HasPrefix(e.id, prefix) })
	if len(all) == 0 {
		return entry{}, fmt.Errorf("%w: %q; toktee ls lists those that are kept", ErrNotFound, prefix)
	}
	slices.SortFunc(all, newer)
	for _, e := range all {
		if e.id != all[0].id {
			return entry{}, fmt.Errorf("id %q is ambiguous: want more digits, as in %s or %s", prefix, all[0].id, e.id)
		}
	}
	return all[0], nil
}

// get reads the record that find returns. It tries twice, since another process may have replaced or pruned it in
// between.
func (s *Store) get(id string, frames bool) (found, error) {
	for again := false; ; again = true {
		e, err := s.find(id)
		if err != nil {
			return found{}, err
		}
		r, err := readRecord(filepath.Join(s.records(), e.name), frames)
		switch {
		case err == nil:
			return r, nil
		case errors.Is(err, fs.ErrNotExist) && !again:
		case errors.Is(err, fs.ErrNotExist):
			return found{}, fmt.Errorf("%w: %q has been pruned", ErrNotFound, id)
		default:
			return found{}, fmt.Errorf("reading result %s: %w", e.id, err)
		}
	}
}

// Get returns the record of an id, or of the only id that starts with it.
func (s *Store) Get(id string) (Record, error) {
	r, err := s.get(id, true)
	return r.Record, err
}

// Last returns the newest record. If a newer toktee made it, the error is [ErrNewer]: an earlier record isn't the last.
func (s *Store) Last() (Record, error) {
	all, err := s.entries()
	if err != nil {
		return Record{}, err
	}
	for len(all) > 0 { // a damaged record is skipped
		e := slices.MinFunc(all, newer)
		r, err := readRecord(filepath.Join(s.records(), e.name), true)
		switch {
		case err == nil:
			return r.Record, nil
		case errors.Is(err, ErrNewer):
			return Record{}, fmt.Errorf("reading result %s: %w", e.id, err)
		}
		all = slices.DeleteFunc(all, func(o entry) bool { return o.name == e.name })
	}
	return Record{}, fmt.Errorf("%w: the store is empty", ErrNotFound)
}

// List returns the n newest records, the newest first, without their frames, each id once; all of them if n is 0. It
// skips damaged records and returns their number. Of a record of a newer toktee, it returns only the values in the
// file's name.
func (s *Store) List(n int) (list []Record, damaged int, err error) {
	all, err := s.entries()
	if err != nil {
		return nil, 0, err
	}
	slices.SortFunc(all, newer)
	seen := map[string]bool{}
	for _, e := range all {
		if seen[e.id] {
			continue
		}
		r, err := readRecord(filepath.Join(s.records(), e.name), false)
		switch {
		case errors.Is(err, ErrNewer):
			r.ID, r.Time, err = e.id, time.Unix(0, e.time), nil
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err == nil && r.ID != e.id:
			err = errDamaged
		}
		if err != nil {
			damaged++
			continue
		}
		seen[e.id] = true
		if list = append(list, r.Record); len(list) == n {
			break
		}
	}
	return list, damaged, nil
}
