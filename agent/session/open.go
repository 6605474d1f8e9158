package session

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/toktee/toktee/agent/session/internal/wire"
)

// ErrLocked is the error of [Open] for a log that another process is writing.
var ErrLocked = errors.New("the session is open for writing elsewhere")

// Errors of Open for a path that holds something else.
var (
	errNoLog      = errors.New("it is not a session")
	errNotRegular = errors.New("it is not a regular file")
)

// Options of a [Log]. Nil is the zero Options.
type Options struct {
	ID  string           // of the session, for the header of a new log; may be empty
	Now func() time.Time // the clock; nil is time.Now

	// When the log waits until its records would survive a power failure. It survives the death of the process without
	// waiting. The default is to wait after the items that begin or end a turn: those of the user, markers, ends and
	// epochs. That costs two waits a turn, each of the time that the disk takes: 3 ms when measured, against 0.1 ms
	// for an append.
	SyncEach bool // wait after each item
	NoSync   bool // never wait, even if SyncEach is set
}

// schemaVersion is the version of the logs that this package writes, and the newest that it reads.
const schemaVersion = 1

// kindHeader is the kind of a log's first record. It is none of an item.
const kindHeader Kind = "session"

// header is the first record of a log:
//
//	{"kind":"session","schema_version":1,"id":"fix-build","time":"2026-01-02T03:04:05Z"}
type header struct {
	Kind    Kind      `json:"kind"`
	Version int       `json:"schema_version"`
	ID      string    `json:"id"`
	Time    time.Time `json:"time"`
}

// Open opens a session's log for appending. If there is none, it makes the file and its folders, which only their
// owner can read (modes 0600 and 0700).
//
// Open reads the log once, in memory that doesn't grow with it, and cuts off a last line that a crash left unfinished.
// Nothing else is ever removed: damaged lines stay, and a last line that no crash leaves becomes one.
//
// The error is [ErrLocked] if another process has the log open for another second. A child of a killed program may
// hold it for a moment. Anything else at the path than an empty file or a log that this version reads is an error,
// too, and stays as it is, with its mode. After an error there are no new folders.
func Open(path string, o *Options) (*Log, error) {
	if o == nil {
		o = &Options{}
	}
	l := &Log{path: path, policy: o.policy(), now: o.Now, flush: (*os.File).Sync}
	if l.now == nil {
		l.now = time.Now
	}
	if err := l.open(o.ID); err != nil {
		return nil, fmt.Errorf("opening session %s: %w", path, err)
	}
	return l, nil
}

func (l *Log) open(id string) (err error) {
	head, err := wire.Encode(header{Kind: kindHeader, Version: schemaVersion, ID: id, Time: l.now().UTC()})
	if err != nil {
		return err
	}
	l.f, err = openFile(l.path)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			l.f.Close()
		}
	}()
	if err := l.lock(); err != nil {
		return err
	}
	info, err := l.f.Stat()
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return errNotRegular
	}
	return l.recover(head, info.Mode())
}

// openFile opens a log's file. If there is none, it makes one and the folders above it, or nothing at all.
func openFile(path string) (*os.File, error) {
	const flags = os.O_RDWR | os.O_APPEND
	switch info, err := os.Stat(path); {
	case err == nil && !info.Mode().IsRegular():
		return nil, errNotRegular
	case err == nil:
		return os.OpenFile(path, flags, 0)
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	made, err := makeFolders(filepath.Dir(path))
	if err == nil {
		var f *os.File
		if f, err = os.OpenFile(path, flags|os.O_CREATE, 0o600); err == nil {
			return f, nil
		}
	}
	for _, dir := range slices.Backward(made) {
		os.Remove(dir) // fails if it is in use by now, and then it must stay
	}
	return nil, err
}

// makeFolders makes a folder and those above it that are missing. It returns the folders it made, also with an error.
func makeFolders(dir string) (made []string, err error) {
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if up := filepath.Dir(dir); up != dir {
		if made, err = makeFolders(up); err != nil {
			return made, err
		}
	}
	switch err := os.Mkdir(dir, 0o700); {
	case errors.Is(err, fs.ErrExist): // another process has just made it
		return made, nil
	case err != nil:
		return made, err
	}
	return append(made, dir), nil
}

// lockWait is how long Open asks again for a log that another process has open. A command that a killed program was
// about to start has the program's files open until it runs.
const lockWait = time.Second

// lock locks the log's own file and not, as gofrs/flock would, a second file: so the lock can't outlive its owner or
// be deleted apart from the log, and the log stays a single file.
func (l *Log) lock() error {
	for begin, pause := time.Now(), time.Millisecond; ; pause = min(2*pause, 50*time.Millisecond) {
		ok, err := lock(l.f)
		switch {
		case err != nil:
			return fmt.Errorf("locking it: %w", err)
		case ok:
			return nil
		case time.Since(begin) > lockWait:
			return ErrLocked
		}
		time.Sleep(pause)
	}
}

// recover reads the log to its end, settles what follows the last line feed, and writes the header of a new log. A file
// that isn't a log stays as it is.
func (l *Log) recover(head []byte, mode fs.FileMode) error {
	sc := newScanner(l.f)
	for sc.next() {
		l.state.see(sc.line)
	}
	if sc.err != nil {
		return sc.err
	}
	l.size = sc.whole
	tail, kind := sc.rest()
	if kind == tailComplete {
		sc.text = tail
		l.state.see(sc.line)
	}
	if l.state.newer > 0 {
		return newerError(l.state.newer)
	}
	if !l.state.isLog && !mayBecomeLog(l.size, tail, kind) {
		return errNoLog
	}
	if mode.Perm()&0o077 != 0 {
		l.f.Chmod(0o600) // fails for another user's file, whose owner decides who may read it
	}
	if err := l.settleTail(sc, tail, kind); err != nil {
		return err
	}
	if l.size > 0 {
		return nil
	}
	return l.writeHeader(head)
}

// mayBecomeLog reports whether a file without a single record is empty, or holds but the start of a header.
func mayBecomeLog(size int64, tail []byte, kind tailKind) bool {
	return size == 0 && (kind == tailEmpty || kind == tailTorn && startsHeader(tail))
}

// settleTail makes the file end with a line feed. The start of a record is cut off, as are NULs. A complete record
// stays. Anything else stays as a damaged line, which readers count.
func (l *Log) settleTail(sc *scanner, tail []byte, kind tailKind) error {
	keep := sc.at
	switch kind {
	case tailEmpty, tailTorn:
		keep = l.size
	case tailComplete:
		keep = l.size + int64(len(tail))
	}
	if keep < sc.at {
		if err := truncate(l.f, keep); err != nil {
			return fmt.Errorf("cutting off an unfinished record: %w", err)
		}
	}
	if keep == l.size {
		return nil
	}
	if _, err := l.f.Write([]byte("\n")); err != nil {
		return err
	}
	l.size = keep + 1
	return nil
}

// writeHeader writes the first record of a new log.
func (l *Log) writeHeader(head []byte) error {
	if err := l.write(head); err != nil {
		return err
	}
	if l.policy == syncNever {
		return nil
	}
	return l.settleNew()
}

func newerError(version int) error {
	return fmt.Errorf("schema_version is %d: this version reads up to %d", version, schemaVersion)
}

// startsHeader reports whether text is the start of a header that was being written.
func startsHeader(text []byte) bool {
	const head = `{"kind":"session","schema_version":`
	return strings.HasPrefix(head, string(text[:min(len(text), len(head))]))
}
