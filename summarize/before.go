package summarize

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/toktee/toktee/internal/text/mask"
	"github.com/toktee/toktee/result"
)

// maxBefore is the largest number of different lines that are kept of a passing run. If a run printed more, none are
// kept: the missing ones would count as new.
const maxBefore = 200_000

// Before remembers earlier runs of the same command in the same folder: the lines of the last run whose pass was
// proved, and the failures of the last run. If the next run fails, lines that the pass didn't have come first in their
// rank. The text states the number of these lines, and how many failures are gone, new and the same.
//
// Before is part of the id of a failed run, so the same input still gives the same bytes. It has no effect on other
// runs. It is immutable and takes 8 bytes a line, of at most 200,000 lines. The zero Before knows nothing.
type Before struct {
	pass []uint64  // the lines of the run that passed, by their hashes, rising; nil for none
	last *failures // of the last run; nil if it passed, or if they aren't known for sure
}

// IsZero reports whether nothing is known.
func (b *Before) IsZero() bool { return b == nil || len(b.pass) == 0 && b.last == nil }

// PassedOutput returns the memory of a run that passed and printed an output.
func PassedOutput(output []byte) *Before {
	src := newBytesSource(output, nil)
	t := newText(context.Background(), src, reading{masked: true})
	return &Before{pass: lineHashes(withSecrets(t, t.found.secrets > 0))}
}

// Remember returns the Before for the next run of the same command in the same folder. The configuration and the
// request must be those that the result was made from; the request's Before has the runs before this one.
func Remember(ctx context.Context, cfg Config, req Request, r result.ToolResult) *Before {
	b := &Before{}
	if req.Before != nil {
		b.pass = req.Before.pass
	}
	outcome := r.Outcome()
	if outcome == result.Unknown {
		return b
	}
	src := req.Source
	if src == nil {
		src = newBytesSource(req.Stdout, req.Stderr)
	}
	agent := cmp.Or(req.Envelope, cfg.Tools[req.Tool].Envelope)
	if inner, _, ok, _ := unwrap(src, agent); ok { // if the source can't be read, newText reports it, too
		src, agent = newBytesSource(inner, nil), ""
	}
	t := newText(ctx, src, reading{})
	body, _, env := bodyOf(t, agent, req.Status)
	switch isPart := env.Cut || hasCutMark(body) || isPart(src); {
	case outcome == result.Pass && isPart:
		b.pass = nil // an agent has left lines out: they would read as new
	case outcome == result.Pass:
		b.pass = lineHashes(withSecrets(t, r.Metadata().Data[secretsKey] > 0))
	case endedByItself(req.Status) && !isPart:
		b.last = failuresOf(r.Details(), req.Command)
	}
	return b
}

// withSecrets returns a text and, if it has secrets, also its other form: unmasked or masked. The text of a later run
// may have either form.
func withSecrets(t *text, has bool) []*text {
	if !has {
		return []*text{t}
	}
	other := t.as
	other.masked = !other.masked
	return []*text{t, newText(t.ctx, t.src, other)}
}

// lineHashes returns the hashes of the different lines of texts, rising. It returns nil if there are more than
// maxBefore, or if a text can't be read.
func lineHashes(texts []*text) []uint64 {
	seen := map[uint64]bool{}
	for _, t := range texts {
		for l := range t.lines() {
			if h := mask.Hash(l.Text); h != 0 && len(seen) <= maxBefore {
				seen[h] = true
			}
		}
		if len(seen) > maxBefore || t.found.err != nil {
			return nil
		}
	}
	out := make([]uint64, 0, len(seen))
	for h := range seen {
		out = append(out, h)
	}
	slices.Sort(out)
	return out
}

// had reports whether the passing run printed a line. It ignores parts that change from run to run, such as times.
func (b *Before) had(line string) bool {
	h := mask.Hash(line)
	_, ok := slices.BinarySearch(b.pass, h)
	return ok || h == 0
}

// append appends the binary form, for a hash and for a file.
func (b *Before) append(dst []byte) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(b.pass)))
	for _, h := range b.pass {
		dst = binary.LittleEndian.AppendUint64(dst, h)
	}
	if b.last == nil {
		return dst
	}
	flags := byte(0)
	if b.last.tests {
		flags |= 1
	}
	if b.last.other {
		flags |= 2
	}
	dst = append(dst, flags|named)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(b.last.ran))
	for _, f := range b.last.ids {
		dst = binary.LittleEndian.AppendUint64(dst, f.name)
		dst = binary.LittleEndian.AppendUint64(dst, f.file)
	}
	return dst
}

// named is the flag of the current form, in which a failure has a hash of its name and one of its file. An earlier form
// had one hash of both.
const named = 4

// MarshalBinary implements [encoding.BinaryMarshaler]: 8 bytes a line, 16 a failure, and a few more.
func (b *Before) MarshalBinary() ([]byte, error) { return b.append(nil), nil }

// UnmarshalBinary implements [encoding.BinaryUnmarshaler].
func (b *Before) UnmarshalBinary(src []byte) error {
	bad := func() error {
		return fmt.Errorf("reading the memory of earlier runs: %d bytes of an unknown form", len(src))
	}
	if len(src) < 4 {
		return bad()
	}
	n, rest := int(binary.LittleEndian.Uint32(src)), src[4:]
	if n > maxBefore || len(rest) < 8*n {
		return bad()
	}
	var out Before
	out.pass = hashesOf(rest[:8*n])
	if rest = rest[8*n:]; len(rest) > 0 {
		if len(rest) < 9 || len(rest)%16 != 9 || rest[0]&^3 != named {
			return bad()
		}
		out.last = &failures{
			tests: rest[0]&1 != 0, other: rest[0]&2 != 0, ran: int64(binary.LittleEndian.Uint64(rest[1:])),
		}
		for h := hashesOf(rest[9:]); len(h) > 0; h = h[2:] {
			out.last.ids = append(out.last.ids, failure{h[0], h[1]})
		}
	}
	isRising := func(f *failures) bool { return slices.IsSortedFunc(f.ids, failure.compare) }
	if !slices.IsSorted(out.pass) || out.last != nil && (!isRising(out.last) || out.last.ran < 0) {
		return bad()
	}
	*b = out
	return nil
}

// hashesOf reads hashes of 8 bytes. It returns nil for an empty src.
func hashesOf(src []byte) []uint64 {
	var out []uint64
	for ; len(src) >= 8; src = src[8:] {
		out = append(out, binary.LittleEndian.Uint64(src))
	}
	return out
}

// MarshalText implements [encoding.TextMarshaler]: the bytes of MarshalBinary in base64.
func (b *Before) MarshalText() ([]byte, error) {
	return base64.StdEncoding.AppendEncode(nil, b.append(nil)), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler].
func (b *Before) UnmarshalText(src []byte) error {
	raw, err := base64.StdEncoding.AppendDecode(nil, src)
	if err != nil {
		return fmt.Errorf("reading the memory of earlier runs: not base64")
	}
	return b.UnmarshalBinary(raw)
}
