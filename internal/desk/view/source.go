package view

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/result"
)

// A Source is the input of a document.
type Source struct {
	ID      string            // of the result, "" while its command runs
	Command string            // the command line, "" for none
	Dir     string            // the working folder of the call, against which paths are resolved; "" for none known
	Result  result.ToolResult // zero while the command runs

	// Payload opens the output. Nil, or an error that is [store.ErrNotFound], leaves the text that the result has
	// itself.
	Payload func() (io.ReadCloser, error)

	at   func() (*store.PayloadAt, error) // opens it at any place; nil if that isn't possible
	live func() (content, error)          // of a command that still runs
}

// FromRecord returns the source of a record in a store. The folder of a call is in the journal, not in records: a
// caller that knows it sets [Source.Dir].
func FromRecord(s *store.Store, r store.Record) (Source, error) {
	src := Source{ID: r.ID, Command: r.Command}
	if len(r.Result) > 0 {
		if err := json.Unmarshal(r.Result, &src.Result); err != nil {
			return src, fmt.Errorf("reading result %s: %w", r.ID, err)
		}
	}
	if r.Sum != [32]byte{} {
		src.Payload = func() (io.ReadCloser, error) { return s.Payload(r.ID) }
		src.at = func() (*store.PayloadAt, error) { return s.PayloadAt(r.ID) }
	}
	return src, nil
}

// content opens the output in the way that costs least.
func (s *Source) content() (content, error) {
	if s.live != nil {
		return s.live()
	}
	if s.at != nil {
		if at, err := s.at(); err == nil {
			return framed{at.ReaderAt, at}, nil
		} // else read from the start, which reports the error
	}
	text, inline := s.Result.UIContent()
	if s.Payload == nil {
		return memory(text), nil
	}
	r, err := s.Payload()
	if errors.Is(err, store.ErrNotFound) && inline {
		return memory(text), nil
	}
	if err != nil {
		return nil, err
	}
	return copyOf(r)
}
