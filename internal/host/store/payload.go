package store

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/toktee/toktee/internal/host/blobs"
	"github.com/toktee/toktee/internal/run/spool"
)

const payloadExt = ".zst"

// Payload returns a reader of the raw bytes of both streams in arrival order. A damaged payload is an error while
// reading.
func (s *Store) Payload(id string) (io.ReadCloser, error) {
	r, err := s.get(id, false)
	if err != nil {
		return nil, err
	}
	return s.payload(&r)
}

// PayloadStream returns a reader of the raw bytes of one stream. Bytes whose stream wasn't recorded belong to both.
func (s *Store) PayloadStream(id string, stream spool.Stream) (io.ReadCloser, error) {
	if stream != spool.Stdout && stream != spool.Stderr {
		return nil, fmt.Errorf("reading stream %d: want %d (stdout) or %d (stderr)", stream, spool.Stdout, spool.Stderr)
	}
	r, err := s.get(id, true)
	if err != nil {
		return nil, err
	}
	p, err := s.payload(&r)
	if err != nil {
		return nil, err
	}
	return spool.Select(p, r.Frames, stream), nil
}

// payload opens the payload of a record: its own file, or a part of the record's.
func (s *Store) payload(r *found) (io.ReadCloser, error) {
	if r.Sum == [32]byte{} {
		return nil, fmt.Errorf("%w: %s was kept without a payload", ErrNotFound, r.ID)
	}
	in, closer, err := s.compressed(r)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, blobs.ErrNotFound) {
		return nil, fmt.Errorf("%w: the payload of %s has been pruned", ErrNotFound, r.ID)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the payload of %s: %w", r.ID, err)
	}
	z, err := spool.NewReader(in)
	if err != nil {
		closer.Close()
		return nil, fmt.Errorf("reading the payload of %s: %w", r.ID, err)
	}
	return &payload{id: r.ID, f: closer, z: z, left: r.Bytes}, nil
}

// compressed opens the compressed payload of a record. It returns the reader, and a closer for the caller to close
// afterwards.
func (s *Store) compressed(r *found) (io.Reader, io.Closer, error) {
	if !r.inside {
		b, err := s.blobs.Get(context.Background(), hex.EncodeToString(r.Sum[:]), 0, blobs.All)
		return b, b, err
	}
	f, err := os.Open(r.path)
	if err != nil {
		return nil, nil, err
	}
	tighten(f)
	return io.NewSectionReader(f, r.offset, r.size), f, nil
}

// A payload reads the decompressed bytes. It ends with an error if they are fewer than the record states.
type payload struct {
	id   string
	f    io.Closer
	z    io.ReadCloser
	left int64 // bytes that are still to come
}

func (p *payload) Read(b []byte) (int, error) {
	n, err := p.z.Read(b)
	p.left -= int64(n)
	switch {
	case err == nil:
		return n, nil
	case err == io.EOF && p.left == 0:
		return n, io.EOF
	case err == io.EOF:
		err = fmt.Errorf("%w: %d bytes are missing", errDamaged, p.left)
	}
	return n, fmt.Errorf("reading the payload of %s: %w", p.id, err)
}

func (p *payload) Close() error {
	p.z.Close()
	return p.f.Close()
}
