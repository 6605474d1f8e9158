package session

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/desk/failure"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/internal/text/secrets"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

// maxFilled is how many failures have their causes in memory.
const maxFilled = 2000

// maxOutput is how many bytes of an output are read for its causes. Of a larger one, causes come from the result alone.
const maxOutput = 1 << 20

// Fill adds the store's facts about some entries: how long a command ran, how many lines the model wasn't sent, up to
// unsent of these lines, and the causes of a failure, with secrets masked. Outputs that aren't kept any more leave
// these empty. The causes of a result are found once, as long as the store has it.
func (s *Sessions) Fill(ctx context.Context, entries []Entry, unsent int) error {
	for i := range entries {
		e := &entries[i]
		if e.Kind != Call || !e.Call.Kept {
			continue
		}
		err := s.fill(ctx, e, unsent)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	return nil
}

func (s *Sessions) fill(ctx context.Context, e *Entry, unsent int) error {
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
	if e.Unsent, err = s.unsent(rec, r, unsent); err != nil {
		return err
	}
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

// maxExcerpt is how many bytes of an output are read for lines that the model wasn't sent.
const maxExcerpt = 64 << 10

// unsent returns the first lines of the longest part that the model wasn't sent of a result, at most so many, with
// secrets masked. A part that begins after the first 64 KiB counts as none.
func (s *Sessions) unsent(rec store.Record, r result.ToolResult, most int) (found []failure.Line, err error) {
	if most == 0 || rec.Sum == [32]byte{} {
		return nil, nil
	}
	p, err := s.o.Store.Payload(rec.ID)
	if err != nil {
		return nil, err
	}
	output, err := io.ReadAll(io.LimitReader(p, maxExcerpt))
	if p.Close(); err != nil {
		return nil, err
	}
	var m secrets.Masker
	lines := strings.Split(strings.TrimSuffix(string(m.Text(clean.Bytes(output))), "\n"), "\n")
	if len(output) == maxExcerpt {
		lines = lines[:len(lines)-1] // the last one is cut
	}
	var longest [2]int
	for _, o := range r.Metadata().Omissions {
		l := o.Lines
		isHere := o.As.ID == "" && !o.Upstream && l[0] > 0 && l[0] <= len(lines)
		if isHere && (longest[0] == 0 || l[1]-l[0] > longest[1]-longest[0]) {
			longest = l
		}
	}
	for n := longest[0]; n > 0 && n <= min(longest[1], len(lines)) && len(found) < most; n++ {
		if text := lines[n-1]; strings.TrimSpace(text) != "" {
			found = append(found, failure.Line{Number: n, Text: text})
		}
	}
	return found, nil
}

// hiddenLines counts the lines that omissions cover, but for those that the text shows elsewhere. They may overlap.
func hiddenLines(omissions []result.Omission) (n int) {
	slices.SortFunc(omissions, func(a, b result.Omission) int { return a.Lines[0] - b.Lines[0] })
	last := 0
	for _, o := range omissions {
		if o.Lines[0] == 0 || o.Lines[1] <= last {
			continue
		}
		switch strategies.Kind(o.Kind) {
		case strategies.KindOther:
			n += o.Count
		case strategies.KindListed:
		default:
			n += o.Lines[1] - max(o.Lines[0]-1, last)
		}
		last = o.Lines[1]
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
