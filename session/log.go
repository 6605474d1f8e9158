package session

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"
)

// SchemaVersion is the version of the logs that this package writes.
const SchemaVersion = 1

// MaxRecord is the largest record, in bytes. Append refuses a larger one, and a reader counts it as damaged.
const MaxRecord = 64 << 20

// ErrTooLarge says that an item is larger than [MaxRecord]. Nothing of it is in the log.
var ErrTooLarge = errors.New("the record is too large")

// ErrLocked says that somebody else writes the log.
var ErrLocked = errors.New("the session is open for writing elsewhere")

// Sync says when a [Log] waits until what it has written would survive a power failure. Without waiting it survives
// the death of the process by any means, but not that of the machine.
type Sync int

const (
	// SyncTurns waits after the items that begin and end a turn: those of the person, markers, ends and epochs. It is
	// the default. It costs two waits a turn, each of the time that the disk takes: 3 ms where this was measured,
	// against 0.1 ms for an append.
	SyncTurns Sync = iota
	// SyncAlways waits after each item.
	SyncAlways
	// SyncNever leaves it to the system.
	SyncNever
)

// Options of a [Log]. Nil is the zero Options.
type Options struct {
	ID   string           // of the session, for the header of a new log; may be empty
	Sync Sync             // when to wait for the disk
	Now  func() time.Time // the clock; nil is time.Now
}

// Header is the first record of a log. The zero Header is that of a log without one, which is an old one.
type Header struct {
	Kind    Kind      `json:"kind"` // "session"
	Version int       `json:"schema_version"`
	ID      string    `json:"id"`
	Time    time.Time `json:"time"`
}

const kindHeader Kind = "session"

// Log is a session's file, open for appending. Its methods are safe for concurrent use.
type Log struct {
	path   string
	policy Sync
	now    func() time.Time
	flush  func(*os.File) error // waits for the disk

	mu    sync.Mutex
	f     *os.File
	size  int64 // up to the end of the last whole record
	dirty bool  // there may be more in the file than size
	state state
}

// Open opens a session's log for appending, and makes it and its folder, with modes 0600 and 0700, if there is none. It
// cuts off a last line that a crash left unfinished. It returns [ErrLocked] if somebody else has the log open for another
// second, since what is left of a program that was killed may hold it for a moment, and an error for a file that isn't a
// log or is one of a newer version; it doesn't change those.
func Open(path string, o *Options) (*Log, error) {
	if o == nil {
		o = &Options{}
	}
	l := &Log{path: path, policy: o.Sync, now: o.Now, flush: (*os.File).Sync}
	if l.now == nil {
		l.now = time.Now
	}
	if err := l.open(o.ID); err != nil {
		return nil, fmt.Errorf("opening session %s: %w", path, err)
	}
	return l, nil
}

func (l *Log) open(id string) (err error) {
	if err := os.MkdirAll(filepath.Dir(l.path), 0o700); err != nil {
		return err
	}
	l.f, err = os.OpenFile(l.path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
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
	if info, err := l.f.Stat(); err != nil {
		return err
	} else if !info.Mode().IsRegular() {
		return fmt.Errorf("it is not a regular file")
	} else if info.Mode().Perm()&0o077 != 0 {
		l.f.Chmod(0o600) // not ours to change: then it isn't ours to guard either
	}
	return l.recover(id)
}

// lockWait is how long a log that somebody else has open is asked for again: a command that a killed program was about to
// start has the program's files open until it runs.
const lockWait = time.Second

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

// Append writes an item and returns it as written: with an id, if it had none, and the time. When Append has returned,
// the item survives the process; whether it survives the machine too is for [Options.Sync] to say. After an error nothing
// of the item is in the log, unless it was the waiting for the disk that failed.
func (l *Log) Append(it Item) (Item, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	it, err := l.append(it)
	if err == nil && (l.policy == SyncAlways || l.policy == SyncTurns && bounds(it.Kind)) {
		err = l.settle(false)
	}
	return it, err
}

// append is Append without waiting for the disk.
func (l *Log) append(it Item) (Item, error) {
	if it.ID == "" {
		it.ID = strconv.FormatInt(l.state.lastID+1, 10)
	}
	if it.Time.IsZero() {
		it.Time = l.now().UTC()
	}
	if err := l.put(it); err != nil {
		return Item{}, fmt.Errorf("appending %s to session %s: %w", it.Kind, l.path, err)
	}
	return it, nil
}

func (l *Log) put(it Item) error {
	if l.f == nil {
		return os.ErrClosed
	}
	if it.Kind == "" || it.Kind == kindHeader {
		return fmt.Errorf("unknown kind %q: want one of an item", it.Kind)
	}
	b, err := it.MarshalJSON()
	if err != nil {
		return err
	}
	if len(b) >= MaxRecord {
		return fmt.Errorf("%w: it has %d bytes, want less than %d", ErrTooLarge, len(b), MaxRecord)
	}
	at := l.size
	if err := l.write(b); err != nil {
		return err
	}
	l.state.add(eventOf(&it), at)
	return nil
}

// bounds reports whether items of a kind begin or end a turn.
func bounds(k Kind) bool {
	return k == KindUser || k == KindMarker || k == KindEnd || k == KindEpoch
}

// write appends a record by one write. What a failed write left is cut off, at the latest before the next.
func (l *Log) write(b []byte) error {
	if l.dirty {
		if err := truncate(l.f, l.size); err != nil {
			return fmt.Errorf("cutting off an unfinished record: %w", err)
		}
		l.dirty = false
	}
	b = append(b, '\n')
	if _, err := l.f.Write(b); err != nil {
		l.dirty = truncate(l.f, l.size) != nil
		return err
	}
	l.size += int64(len(b))
	return nil
}

// settle waits for the disk; for a new file also for its folder's.
func (l *Log) settle(created bool) error {
	if err := l.flush(l.f); err != nil {
		return fmt.Errorf("waiting for the disk: %w", err)
	}
	if !created {
		return nil
	}
	return syncDir(filepath.Dir(l.path))
}

// Sync waits until all that was appended would survive a power failure.
func (l *Log) Sync() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.f == nil {
		return os.ErrClosed
	}
	return l.settle(false)
}

// Path is the path that the log was opened by.
func (l *Log) Path() string { return l.path }

// Load reads the log.
func (l *Log) Load() (Transcript, error) { return Load(l.path) }

// LoadEpoch reads the log from its last epoch on: all that a [View] needs.
func (l *Log) LoadEpoch() (Transcript, error) {
	l.mu.Lock()
	from := l.state.epoch
	l.mu.Unlock()
	return loadFrom(l.path, from)
}

// Close releases the log. A log that is closed already stays so.
func (l *Log) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.f == nil {
		return nil
	}
	err := l.f.Close()
	l.f = nil
	return err
}
