package session

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"github.com/toktee/toktee/internal/desk/failure"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/result"
)

// maxFilled is how many failures have their causes in memory.
const maxFilled = 2000

// maxOutput is how many bytes of an output are read for its causes. Of a larger one, causes come from the result alone.
const maxOutput = 1 << 20

// Fill adds what the store has of some entries: how long a command ran, how many lines the model wasn't sent, and the
// causes of a failure, with secrets masked. Outputs that aren't kept any more leave these empty. The causes of a result
// are found once, as long as the store has it.
func (s *Sessions) Fill(ctx context.Context, entries []Entry) error {
	for i := range entries {
		e := &entries[i]
		if e.Kind != Call || !e.Call.Kept {
			continue
		}
		err := s.fill(ctx, e)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	return nil
}

func (s *Sessions) fill(ctx context.Context, e *Entry) error {
	rec, err := s.o.Store.Get(e.Call.ID)
	if err != nil {
		return err
	}
	var r result.ToolResult
	if err := json.Unmarshal(rec.Result, &r); err != nil {
		return nil // of a newer toktee
	}
	e.Took = r.Duration()
	e.Hidden = hiddenLines(r.Metadata().Omissions)
	if e.State == "" {
		return nil
	}
	s.mu.Lock()
	causes, known := s.causes[rec.ID]
	s.mu.Unlock()
	if !known {
		if causes, err = Causes(ctx, s.o.Store, rec, r); err != nil {
			return err
		}
		s.mu.Lock()
		if len(s.causes) >= maxFilled {
			clear(s.causes)
		}
		s.causes[rec.ID] = causes
		s.mu.Unlock()
	}
	e.Causes = causes
	return nil
}

// hiddenLines counts the lines that omissions cover. They may overlap.
func hiddenLines(omissions []result.Omission) (n int) {
	slices.SortFunc(omissions, func(a, b result.Omission) int { return a.Lines[0] - b.Lines[0] })
	last := 0
	for _, o := range omissions {
		if o.Lines[0] > 0 && o.Lines[1] > last {
			n += o.Lines[1] - max(o.Lines[0]-1, last)
			last = o.Lines[1]
		}
	}
	return n
}

// Causes returns the causes of a kept result that failed, with secrets masked.
func Causes(ctx context.Context, s *store.Store, rec store.Record, r result.ToolResult) ([]failure.Cause, error) {
	var output []byte
	if rec.Sum != [32]byte{} && rec.Bytes <= maxOutput {
		p, err := s.Payload(rec.ID)
		if err != nil {
			return nil, err
		}
		output, err = io.ReadAll(io.LimitReader(p, maxOutput))
		if p.Close(); err != nil {
			return nil, err
		}
	}
	return failure.Find(ctx, r, rec.Command, output)
}
