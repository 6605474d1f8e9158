// Package store keeps the results of tools for the person: the payload, which is the raw bytes of both streams, and a
// record of the result that the model saw.
//
// Payloads are compressed by zstd. Larger ones have files of their own, named after their SHA-256, so that results with
// the same output share one; a small payload is in its record. Records are found by id, by an unambiguous start of it,
// or by their order. Both are pruned, the oldest first: by age (7 days), by total size (512 MiB), and above 50,000
// records.
//
// # Files
//
//	records/<time>-<put>-<id>-<sha256>  one result; its name has the times when it was made and put, and the
//	                                    payload that it needs, if that isn't inside
//	payloads/<sha256>.zst               one payload, unless [Options].Payloads is another place
//	given/<hash>                        the last answers to a session's call (see Memory), or the lines that an agent
//	                                    of it was shown (see ShownMemory)
//	hooks/<hash>.jsonl                  the notes of hooks about a session (see SessionFile)
//	gateway/<hash>                      the text that the gateway sends in place of a result (see Decide)
//	shared/<id>                         the consent that a result's output may leave the machine (see Share)
//	journal/<day>.jsonl                 the actions of every process for a model, see package journal
//	tmp/                                files that are being written
//	id                                  a name that no other store has (see ID)
//	lock, pruned, forgot                a lock between processes, and when the store was last pruned and something
//	                                    was last forgotten
//
// Folders have mode 0700 and files 0600, from the moment of their creation; looser ones are tightened.
//
// # Several processes
//
// Any number of processes may put, prune and read at once. A record or a payload gets its name when it is complete, so
// no reader sees a part of one. Most other files get lines added, and readers skip a line that isn't complete. The
// records' names contain their times, which order them. So there is no index, and no pointer to the last record, that
// could be wrong. A crash leaves files in tmp, a payload without a record, or a part of a line; a later pruning removes
// the first two. A file in tmp is locked as long as its process writes it.
//
// # Limits and cost
//
// It is a cache and doesn't sync: a power failure may lose the last results, or damage them, which a reader then
// reports. Putting a small result takes one small file. Finding one reads the names of all records, some 0.5 ms for a
// thousand. Every 10 minutes, and after a large payload, a put prunes, which reads the size of every file. Between
// prunings, the store can be larger than its limit. Reading streams in bounded memory.
package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"github.com/toktee/toktee/internal/host/blobs"
)

// Defaults of [Options].
const (
	DefaultTTL        = 7 * 24 * time.Hour
	DefaultMaxBytes   = 512 << 20
	DefaultMaxRecords = 50_000
)

// TelemetryFile is the name of the file in the store's folder in which the telemetry exporter keeps its counters.
const TelemetryFile = "telemetry.json"

// Options has the place and the limits of a store.
type Options struct {
	Dir      string           // its folder, for nothing else; the first Put or Check creates it
	TTL      time.Duration    // how long a result is kept after it was put; 0 is DefaultTTL
	MaxBytes int64            // what all files may take on disk, in blocks of 4 KiB; 0 is DefaultMaxBytes
	Now      func() time.Time // the clock; nil is time.Now

	// MaxRecords limits the results, and so the time that finding one takes; 0 is DefaultMaxRecords.
	MaxRecords int

	// Payloads is the place for payloads that don't fit into their records; nil is a folder in Dir.
	Payloads blobs.Blobs
}

// Store is a folder of results. Its methods are safe for concurrent use, also by other processes.
type Store struct {
	// fixed at creation
	dir        string
	ttl        time.Duration
	maxBytes   int64
	maxRecords int
	now        func() time.Time
	blobs      blobs.Blobs // the payloads that don't fit into their records

	mu      sync.Mutex
	ready   bool      // the folders exist and are private
	checked time.Time // when the time of the last pruning was looked up
}

// Open returns the store in a folder. It doesn't touch the disk.
func Open(o Options) *Store {
	s := &Store{dir: o.Dir, ttl: o.TTL, maxBytes: o.MaxBytes, now: o.Now, maxRecords: o.MaxRecords, blobs: o.Payloads}
	if s.ttl <= 0 {
		s.ttl = DefaultTTL
	}
	if s.maxBytes <= 0 {
		s.maxBytes = DefaultMaxBytes
	}
	if s.maxRecords <= 0 {
		s.maxRecords = DefaultMaxRecords
	}
	if s.now == nil {
		s.now = time.Now
	}
	if s.blobs == nil {
		s.blobs = &blobs.Files{Dir: s.payloads(), Tmp: s.tmp(), Ext: payloadExt}
	}
	return s
}

// Check makes the store's folder, and returns why nothing can be put there, such as that it belongs to another user. It
// warns if other users could write to the folder until now. A nil error is no promise: a disk may still fill up.
func (s *Store) Check(warn func(error)) error {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return err
	}
	mode, err := secure(s.dir)
	if err != nil {
		return err
	}
	if mode&0o002 != 0 {
		warn(fmt.Errorf("other users could write to %s (mode %#o): now only you can", s.dir, mode))
	}
	return writable(s.dir)
}

// Warm makes the folders that the first Put needs. If that fails, the Put returns the error.
func (s *Store) Warm() { _ = s.prepare() }

// SpoolDir returns the folder for recordings that will be put: a file in it becomes the payload by a rename.
func (s *Store) SpoolDir() string { return s.tmp() }

// JournalDir returns the folder of the journal, in which every process records its actions; see package journal.
func (s *Store) JournalDir() string { return filepath.Join(s.dir, "journal") }

// ChecksDir returns the folder of the logs of checks; see package checks.
func (s *Store) ChecksDir() string { return filepath.Join(s.dir, "checks") }

// Left lists the files in the store's folder, for a person who has forgotten everything, such as
// "journal/2026-11-23.jsonl". Of a folder with more than three files, it has the name and their number.
func (s *Store) Left() ([]string, error) {
	var left []string
	entries, err := os.ReadDir(s.dir)
	for _, e := range entries {
		name := e.Name()
		if !e.IsDir() {
			left = append(left, name)
			continue
		}
		files, _ := os.ReadDir(filepath.Join(s.dir, name)) // one that can't be read has nothing of ours
		if len(files) > 3 {
			left = append(left, fmt.Sprintf("%s/ (%d files)", name, len(files)))
			continue
		}
		for _, f := range files {
			left = append(left, name+"/"+f.Name())
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return left, err
}

func (s *Store) tmp() string       { return filepath.Join(s.dir, "tmp") }
func (s *Store) records() string   { return filepath.Join(s.dir, "records") }
func (s *Store) payloads() string  { return filepath.Join(s.dir, "payloads") }
func (s *Store) hooks() string     { return filepath.Join(s.dir, "hooks") }
func (s *Store) given() string     { return filepath.Join(s.dir, "given") }
func (s *Store) runs() string      { return filepath.Join(s.dir, "runs") }
func (s *Store) piped() string     { return filepath.Join(s.dir, "piped") }
func (s *Store) decisions() string { return filepath.Join(s.dir, "gateway") }
func (s *Store) lockFile() string  { return filepath.Join(s.dir, "lock") }
func (s *Store) forgot() string    { return filepath.Join(s.dir, "forgot") }
func (s *Store) stamp() string     { return filepath.Join(s.dir, "pruned") }

// prepare makes the folders and closes them to other users.
func (s *Store) prepare() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ready {
		return nil
	}
	if s.dir == "" {
		return errors.New("the store has no folder")
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return err
	}
	for _, dir := range []string{s.dir, s.tmp(), s.records(), s.payloads()} {
		if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		if _, err := secure(dir); err != nil {
			return err
		}
	}
	s.ready = true
	return nil
}

// secure closes a folder to other users. If it was open, secure returns the mode that it had, else 0. It refuses a
// folder of another user, who could read and change everything in it, and one in which other users have put something.
// A sticky folder, such as /tmp, is shared by all users and stays as it is: the folders in it are private.
func secure(dir string) (mode fs.FileMode, err error) {
	info, err := os.Stat(dir)
	if err != nil {
		return 0, err
	}
	if !info.IsDir() {
		return 0, fmt.Errorf("%s is not a folder", dir)
	}
	shared := info.Mode()&fs.ModeSticky != 0
	if uid := owner(info); uid != os.Geteuid() && (uid != 0 || !shared) {
		return 0, fmt.Errorf("%s belongs to another user (%d): want a folder of your own", dir, uid)
	}
	mode = info.Mode().Perm()
	if shared || mode&0o077 == 0 || runtime.GOOS == "windows" { // which has no such modes
		return 0, nil
	}
	if mode&0o022 != 0 {
		files, err := os.ReadDir(dir)
		if err != nil {
			return 0, err
		}
		for _, f := range files {
			if info, err := f.Info(); err == nil && owner(info) != os.Geteuid() {
				const form = "another user (%d) has put %s into %s: want a folder of your own"
				return 0, fmt.Errorf(form, owner(info), f.Name(), dir)
			}
		}
	}
	return mode, os.Chmod(dir, 0o700)
}

// tighten closes an open file to other users.
func tighten(f *os.File) (fs.FileInfo, error) {
	info, err := f.Stat()
	if err == nil && info.Mode().Perm()&0o077 != 0 {
		f.Chmod(0o600) // if it fails, the file is another user's, who decides
	}
	return info, err
}
