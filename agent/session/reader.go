package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// A reader reads a log item by item.
type reader struct {
	s      *scanner
	header header
	torn   bool  // at the end: the last line is not a record
	done   error // why there are no more records: io.EOF, or what went wrong
}

// newReader returns a reader of a log. It reads ahead.
func newReader(r io.Reader) *reader { return &reader{s: newScanner(r)} }

// A damageError is a line of a log that can't be read. The lines after it can.
type damageError struct {
	line   int   // from 1
	offset int64 // of its first byte
	err    error
}

func (e *damageError) Error() string {
	return fmt.Sprintf("line %d, at byte %d, is damaged: %v", e.line, e.offset, e.err)
}

// next returns the next item, and io.EOF at the end. After a damageError it continues with the next line; there is an
// item besides, with a kind, if all of it but a tool's result could be read. Any other error stays.
func (r *reader) next() (Item, error) {
	for r.done == nil {
		text, ok := r.record()
		if !ok {
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

// record returns the text of the next record. At the end, that is the last line if it only lacks its line feed.
func (r *reader) record() (text []byte, ok bool) {
	if r.s.next() {
		return r.s.text, true
	}
	r.done = io.EOF
	if r.s.err != nil {
		r.done = fmt.Errorf("reading session: %w", r.s.err)
		return nil, false
	}
	if len(r.s.tail) == 0 {
		return nil, false
	}
	text, kind := r.s.rest()
	r.torn = kind != tailComplete
	return text, kind == tailComplete
}

// decode reads a record. A header is kept and skipped.
func (r *reader) decode(text []byte) (it Item, skip bool, err error) {
	if r.s.long {
		return Item{}, false, r.damage(fmt.Errorf("it is longer than %d bytes", MaxRecord))
	}
	if err := it.UnmarshalJSON(text); err != nil {
		return it, false, r.damage(err)
	}
	switch it.Kind {
	case "":
		return Item{}, false, r.damage(errors.New("it has no kind"))
	case kindHeader:
		err := r.readHeader(text)
		return Item{}, err == nil, err
	}
	return it, false, nil
}

// readHeader keeps the log's header. It ends the reading of a log of a newer version.
func (r *reader) readHeader(text []byte) error {
	var head header
	if err := json.Unmarshal(text, &head); err != nil {
		return r.damage(err)
	}
	if head.Version > schemaVersion {
		r.done = fmt.Errorf("reading session: %w", newerError(head.Version))
		return r.done
	}
	if r.header == (header{}) {
		r.header = head
	}
	return nil
}

// damage returns an error with the place of the current line and the problem.
func (r *reader) damage(err error) error {
	return &damageError{line: r.s.number, offset: r.s.offset, err: err}
}
