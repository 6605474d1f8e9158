package store

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/toktee/toktee/internal/host/blobs"
	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/result"
)

// record checks one file among the records.
func (v *verification) record(name string) error {
	if err := v.ctx.Err(); err != nil {
		return err
	}
	file := filepath.Join(v.s.records(), name)
	defer v.step(fileSize(file))
	shown := path.Join("records", name)
	e, ok := parseName(name)
	if !ok {
		v.unknown = true
		v.found(Finding{Newer, shown, nil, "the form of its name is unknown"})
		return nil
	}
	r, err := readRecord(file, true)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // pruned meanwhile
	}
	v.done.Records++
	if err == nil {
		err = r.agrees(e)
	}
	if e.sum != "" {
		v.needed(e, &r, err)
	}
	switch {
	case errors.Is(err, ErrNewer):
		v.found(Finding{Newer, shown, nil, err.Error()})
		return nil
	case err != nil:
		v.found(Finding{Damaged, shown, nil, err.Error()})
		return nil
	case !r.inside:
		return nil
	}
	err = v.inside(&r)
	if err == nil || v.ctx.Err() != nil || !v.anyLeft([]string{name}) {
		return v.ctx.Err()
	}
	v.found(Finding{Damaged, shown, []string{r.ID}, "its payload: " + err.Error()})
	return nil
}

// needed notes that a record refers to a payload with a file of its own.
func (v *verification) needed(e entry, r *found, err error) {
	n := v.needs[e.sum]
	if n == nil {
		n = &need{bytes: -1}
		v.needs[e.sum] = n
	}
	n.records = append(n.records, e.name)
	switch {
	case errors.Is(err, ErrNewer) && r.Newer > 0:
		n.newer = true
	case err == nil || errors.Is(err, ErrNewer):
		n.ids = append(n.ids, r.ID)
		n.bytes = r.Bytes
	}
}

// agrees returns an error if a record that was read contradicts its file's name, or its parts contradict each other.
func (r *found) agrees(e entry) error {
	sum := ""
	if r.Sum != [32]byte{} {
		sum = hex.EncodeToString(r.Sum[:])
	}
	switch {
	case r.ID != e.id:
		return fmt.Errorf("%w: its id is %.20q", errDamaged, r.ID)
	case max(r.Time.UnixNano(), 0) != e.time:
		return fmt.Errorf("%w: its time differs from the time in its name", errDamaged)
	case !r.inside && sum != e.sum, r.inside && sum == "":
		return fmt.Errorf("%w: its name contains the checksum of another payload", errDamaged)
	}
	var framed int64
	for _, f := range r.Frames {
		framed += f.Len
	}
	if framed > r.Bytes || r.Bytes < 0 {
		return fmt.Errorf("%w: its streams have more bytes than its payload", errDamaged)
	}
	if len(r.Result) == 0 {
		return nil
	}
	res, err := r.Load()
	var content struct {
		Payload result.Payload `json:"payload"`
	}
	_ = json.Unmarshal(r.Result, &content) // Load returned the error, too
	switch p := content.Payload; {
	case errors.Is(err, ErrNewer):
		return err
	case err != nil:
		return fmt.Errorf("%w: %w", errDamaged, err)
	case res.ID() != "" && res.ID() != r.ID:
		return fmt.Errorf("%w: its result's id is %.20q", errDamaged, res.ID())
	case sum != "" && p.SHA256 != "" && (p.SHA256 != sum || p.Bytes != r.Bytes):
		return fmt.Errorf("%w: its result has another payload", errDamaged)
	}
	return nil
}

// inside checks a payload that is in its record's file.
func (v *verification) inside(r *found) error {
	f, err := os.Open(r.path)
	if err != nil {
		return err
	}
	defer f.Close()
	return v.content(io.NewSectionReader(f, r.offset, r.size), r.Sum, r.Bytes)
}

// payload checks a payload that has its own place.
func (v *verification) payload(info blobs.Info) error {
	n := v.needs[info.Key]
	if n == nil {
		v.step(info.Size)
		v.spare = append(v.spare, info)
		return v.ctx.Err()
	}
	b, err := v.s.blobs.Get(v.ctx, info.Key, 0, blobs.All)
	if errors.Is(err, blobs.ErrNotFound) {
		return nil // it was pruned since, or is missing
	}
	n.met = true
	v.done.Payloads++
	if err == nil {
		var sum [32]byte
		hex.Decode(sum[:], []byte(info.Key))
		err = v.content(counted{b, v}, sum, n.bytes)
		b.Close()
	}
	switch {
	case err == nil || v.ctx.Err() != nil:
		return v.ctx.Err()
	case len(n.ids) == 0 && n.newer:
		v.found(Finding{Newer, payloadName(info.Key), nil, "a newer toktee has kept it"})
	case v.anyLeft(n.records):
		v.found(Finding{Damaged, payloadName(info.Key), n.ids, err.Error()})
	}
	return nil
}

// payloadName returns the name of a payload with its own place, for findings.
func payloadName(sum string) string { return path.Join("payloads", sum+payloadExt) }

// content returns why compressed bytes aren't those with a sum and a length; below 0, that isn't known.
func (v *verification) content(compressed io.Reader, sum [32]byte, length int64) error {
	z, err := spool.NewReader(compressed)
	if err != nil {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	defer z.Close()
	h := sha256.New()
	n, err := v.copy(h, z)
	v.done.Bytes += n
	switch {
	case err != nil:
		return fmt.Errorf("%w: after %d bytes: %w", errDamaged, n, err)
	case length >= 0 && n != length:
		return fmt.Errorf("%w: it has %d bytes of %d", errDamaged, n, length)
	case [32]byte(h.Sum(nil)) != sum:
		return fmt.Errorf("%w: its SHA-256 isn't that of what was recorded", errDamaged)
	}
	return nil
}

// copy copies as [io.Copy] does, and ends with the context.
func (v *verification) copy(h hash.Hash, from io.Reader) (n int64, err error) {
	for err == nil {
		var m int64
		m, err = io.CopyN(h, from, 1<<20)
		n += m
		if err == nil {
			err = v.ctx.Err()
		}
	}
	if err == io.EOF {
		err = nil
	}
	return n, err
}

// A counted reader reports how much of a payload was read.
type counted struct {
	r io.Reader
	v *verification
}

func (c counted) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.v.step(int64(n))
	return n, err
}
