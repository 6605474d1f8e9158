package view

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/text/secrets"
	"github.com/toktee/toktee/result"
)

// A Source is the input of a document.
type Source struct {
	ID      string            // of the result, "" while its command runs
	Command string            // the command line without secrets, "" for none
	Dir     string            // the working folder of the call, against which paths are resolved; "" for none known
	Result  result.ToolResult // zero while the command runs

	// open opens the output. Nil, or an error that is [store.ErrNotFound], leaves the text that the result has itself.
	open func() (content, error)
}

// FromRecord returns the source of a record in a store. The folder of a call is in the journal, not in records: a
// caller that knows it sets [Source.Dir].
func FromRecord(s *store.Store, r store.Record) (Source, error) {
	src := Source{ID: r.ID, Command: secrets.Mask(r.Command)}
	if len(r.Result) > 0 {
		if err := json.Unmarshal(r.Result, &src.Result); err != nil {
			return src, fmt.Errorf("reading result %s: %w", r.ID, err)
		}
	}
	if r.Sum != [32]byte{} {
		src.open = func() (content, error) {
			at, err := s.PayloadAt(r.ID)
			if err != nil {
				return nil, err
			}
			return framed{at.ReaderAt, at}, nil
		}
	}
	return src, nil
}

// content opens the output.
func (s *Source) content() (content, error) {
	text, inline := s.Result.UIContent()
	if s.open == nil {
		return inMemory(text), nil
	}
	c, err := s.open()
	if errors.Is(err, store.ErrNotFound) && inline {
		return inMemory(text), nil
	}
	return c, err
}
