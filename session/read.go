package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// DamageError is a line of a log that can't be read. The lines behind it can.
type DamageError struct {
	Line   int   // from 1
	Offset int64 // of its first byte
	Err    error
}

// Error names the line.
func (e *DamageError) Error() string {
	return fmt.Sprintf("line %d, at byte %d, is damaged: %v", e.Line, e.Offset, e.Err)
}

// Unwrap returns what is wrong with the line.
func (e *DamageError) Unwrap() error { return e.Err }

// Reader reads a log item by item, in memory that grows with its largest record alone.
type Reader struct {
	s      *scanner
	header Header
	torn   bool
	done   error
}

// NewReader returns a reader of a log. It reads ahead.
func NewReader(r io.Reader) *Reader { return &Reader{s: newScanner(r)} }

// Next returns the next item. At the end its error is [io.EOF]. After a [*DamageError] it goes on with the line behind;
// there is an item besides, with a kind, if all but a tool's result could be read. Any other error stays. Items of kinds that this version doesn't know are returned as they are.
func (r *Reader) Next() (Item, error) {
	for r.done == nil {
		text, ok := r.s.text, true
		if r.s.next() {
			text = r.s.text
		} else if text, ok = r.last(); !ok {
			break
		}
		it, skip, err := r.decode(text)
		if skip {
			continue
		}
		return it, err
	}
	return Item{}, r.done
}

// last is the record behind the last line feed, if it is whole.
func (r *Reader) last() ([]byte, bool) {
	r.done = io.EOF
	if r.s.err != nil {
		r.done = fmt.Errorf("reading session: %w", r.s.err)
		return nil, false
	}
	tail := r.s.tail
	if len(tail) == 0 {
		return nil, false
	}
	if r.s.long || !json.Valid(tail) {
		r.torn = true
		return nil, false
	}
	return tail, true
}

func (r *Reader) decode(text []byte) (it Item, skip bool, err error) {
	damage := func(err error) (Item, bool, error) {
		return Item{}, false, &DamageError{Line: r.s.number, Offset: r.s.offset, Err: err}
	}
	if r.s.long {
		return damage(fmt.Errorf("it is longer than %d bytes", MaxRecord))
	}
	if err := it.UnmarshalJSON(text); err != nil {
		_, _, err = damage(err)
		return it, false, err
	}
	switch it.Kind {
	case "":
		return damage(errors.New("it has no kind"))
	case kindHeader:
		var head Header
		if err := json.Unmarshal(text, &head); err != nil {
			return damage(err)
		}
		if head.Version > SchemaVersion {
			r.done = fmt.Errorf("reading session: %w", newerError(head.Version))
			return Item{}, false, r.done
		}
		if r.header == (Header{}) {
			r.header = head
		}
		return Item{}, true, nil
	}
	return it, false, nil
}

// Header is the log's header, once the first item was read. It is zero for a log without one.
func (r *Reader) Header() Header { return r.header }

// Torn reports, at the end, whether the last line was cut off. Nobody was told that it is in the log.
func (r *Reader) Torn() bool { return r.torn }

// Transcript is a log that was read as a whole.
type Transcript struct {
	Header  Header
	Items   []Item
	Damaged int            // how many lines couldn't be read
	Damage  []*DamageError // the first [MaxDamage] of them
	Torn    bool           // the last line was cut off, by a crash or because it is being written
}

// MaxDamage is how many damaged lines a [Transcript] names.
const MaxDamage = 100

// Load reads a whole log. Damaged lines aren't an error. A file that can't be read is one, as is a log of a newer version.
func Load(path string) (Transcript, error) { return loadFrom(path, 0) }

func loadFrom(path string, from int64) (Transcript, error) {
	f, err := os.Open(path)
	if err != nil {
		return Transcript{}, fmt.Errorf("reading session: %w", err)
	}
	defer f.Close()
	if _, err := f.Seek(from, io.SeekStart); err != nil {
		return Transcript{}, fmt.Errorf("reading session %s: %w", path, err)
	}
	return ReadAll(f)
}

// ReadAll is [Load] from any reader.
func ReadAll(src io.Reader) (Transcript, error) {
	var t Transcript
	r := NewReader(src)
	for {
		it, err := r.Next()
		var damage *DamageError
		switch {
		case err == nil:
			t.Items = append(t.Items, it)
		case errors.As(err, &damage):
			if it.Kind != "" {
				t.Items = append(t.Items, it)
			}
			t.Damaged++
			if len(t.Damage) < MaxDamage {
				t.Damage = append(t.Damage, damage)
			}
		default:
			t.Header, t.Torn = r.Header(), r.Torn()
			if err == io.EOF {
				err = nil
			}
			return t, err
		}
	}
}
