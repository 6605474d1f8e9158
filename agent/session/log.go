package session

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"
)

// MaxRecord is the limit of a record, in bytes: an item's JSON is shorter. A reader takes a longer line for damage.
const MaxRecord = 64 << 20

// ErrTooLarge is the error of [Log.Append], and of the methods of [Turn], for an item whose record reaches
// [MaxRecord]. Nothing of the item is in the log.
var ErrTooLarge = errors.New("the record is too large")

// A Log is a session's file, open for appending. [Open] returns one. Its methods are safe for concurrent use.
type Log struct {
	// Fixed when the log is opened.
	path   string
	policy syncPolicy
	now    func() time.Time
	flush  func(*os.File) error // waits for the disk

	mu    sync.Mutex // guards what follows
	f     *os.File   // nil when the log is closed
	size  int64      // up to the end of the last whole record
	dirty bool       // a failed write may have left something in the file after size
	state state
}

// Append writes an item and returns it as it was written: with an id, unless it had one, and with the time.
// [Log.Begin] and the methods of [Turn] are made for what happens in a turn; Append is for the rest, such as an epoch.
//
// When Append has returned, the item survives the death of the process; [Options] decide whether it survives that of
// the machine, too. After an error nothing of the item is in the log, unless waiting for the disk was what failed. The
// error is [ErrTooLarge] for an item that no reader would take, and [os.ErrClosed] for a log that was closed.
func (l *Log) Append(it Item) (Item, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	it, err := l.append(it)
	if err != nil {
		return Item{}, err
	}
	return it, l.settleAfter(it.Kind)
}

// append writes an item without waiting for the disk.
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

// put writes an item as a record and notes it in the state.
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

// write appends a record by one write. The remains of a failed write are cut off at once, or if that fails too, before
// the next record.
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

// Load reads the whole log, as [Load] does.
func (l *Log) Load() (Transcript, error) { return Load(l.path) }

// LoadEpoch reads the log from its last epoch on, which is all that a [View] needs. If calls of that turn had no
// result yet when the epoch was appended, it reads from the start of the turn. The Transcript has no ID then.
func (l *Log) LoadEpoch() (Transcript, error) {
	l.mu.Lock()
	from := l.state.epoch
	l.mu.Unlock()
	return loadFrom(l.path, from)
}

// Close releases the log. To close a log again does nothing.
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
