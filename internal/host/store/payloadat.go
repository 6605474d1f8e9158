package store

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/toktee/toktee/internal/host/blobs"
	"github.com/toktee/toktee/internal/run/spool"
)

// A PayloadAt reads a payload at any place. It is safe for concurrent use.
type PayloadAt struct {
	*spool.ReaderAt
	f io.Closer
}

// PayloadAt opens the payload of a result for reading at any place, whatever its size. A payload that only can be read
// from its start is [spool.ErrUnseekable]: see [Store.Payload].
func (s *Store) PayloadAt(id string) (*PayloadAt, error) {
	r, err := s.get(id, false)
	if err != nil {
		return nil, err
	}
	if r.Sum == [32]byte{} {
		return nil, fmt.Errorf("%w: %s was kept without a payload", ErrNotFound, r.ID)
	}
	part, closer, err := s.compressedAt(&r)
	if err != nil {
		return nil, fmt.Errorf("reading the payload of %s: %w", r.ID, err)
	}
	at, err := spool.NewReaderAt(part, part.Size())
	if err == nil && at.Size() != r.Bytes {
		at.Close()
		err = errDamaged
	}
	if err != nil {
		closer.Close()
		return nil, fmt.Errorf("reading the payload of %s: %w", r.ID, err)
	}
	return &PayloadAt{at, closer}, nil
}

// compressedAt opens the compressed payload of a record. It returns the reader, and a closer for the caller to close
// afterwards.
func (s *Store) compressedAt(r *found) (*io.SectionReader, io.Closer, error) {
	key := hex.EncodeToString(r.Sum[:])
	path := r.path
	if !r.inside {
		files, ok := s.blobs.(*blobs.Files)
		if !ok {
			info, err := s.blobs.Stat(context.Background(), key)
			return io.NewSectionReader(blobAt{s.blobs, key}, 0, info.Size), io.NopCloser(nil), err
		}
		path = files.Path(key)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	info, err := tighten(f)
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	if r.inside {
		return io.NewSectionReader(f, r.offset, r.size), f, nil
	}
	return io.NewSectionReader(f, 0, info.Size()), f, nil
}

// A blobAt reads parts of a blob that isn't a file here, each by a request of its own.
type blobAt struct {
	blobs blobs.Blobs
	key   string
}

// ReadAt implements [io.ReaderAt].
func (b blobAt) ReadAt(p []byte, from int64) (int, error) {
	r, err := b.blobs.Get(context.Background(), b.key, from, int64(len(p)))
	if err != nil {
		return 0, err
	}
	defer r.Close()
	n, err := io.ReadFull(r, p)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.EOF
	}
	return n, err
}

// Close closes the file.
func (p *PayloadAt) Close() error {
	p.ReaderAt.Close()
	return p.f.Close()
}
