package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// A tailKind is the kind of text after the last line feed of a log.
type tailKind int

const (
	tailEmpty    tailKind = iota // nothing, or only the NULs that a power failure leaves
	tailComplete                 // a record that only lacks its line feed
	tailTorn                     // the start of a record: the append of it never returned
	tailForeign                  // anything else, which no crash leaves: it was written by hand or by another program
)

// rest returns what follows the last line feed, without NULs at its end, once next has reported false.
func (s *scanner) rest() (text []byte, kind tailKind) {
	text = bytes.TrimRight(s.tail, "\x00")
	switch {
	case s.long:
		return text, tailForeign
	case len(text) == 0:
		return nil, tailEmpty
	case json.Valid(text):
		return text, tailComplete
	case isTorn(text):
		return text, tailTorn
	}
	return text, tailForeign
}

// isTorn reports whether text is the start of a JSON object, and nothing else.
func isTorn(text []byte) bool {
	if text[0] != '{' {
		return false
	}
	_, err := newDecoder(text).ReadValue()
	return errors.Is(err, io.ErrUnexpectedEOF)
}
