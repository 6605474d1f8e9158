// Package blobs defines the place for payloads that are too large for their records. A blob is a number of bytes under
// a key, written once and read whole or in part.
//
// [Files] keeps them in a folder of this machine. Other implementations of [Blobs] are modules of their own, because
// toktee shouldn't depend on their libraries. Package blobtest checks that an implementation keeps the promises here.
//
//	files := &blobs.Files{Dir: dir, Tmp: tmp, Ext: ".zst"}
//	err := files.Put(ctx, key, func(w io.Writer) error { _, err := w.Write(b); return err })
//	r, err := files.Get(ctx, key, 0, blobs.All)
//
// # Limits and cost
//
// A key is a SHA-256 in 64 lower-case hex digits. It may be that of the bytes before they were compressed: nothing here
// compares it with them. Put streams, in as much memory as fill takes; the cost of [Files] is that of a file and a
// rename.
package blobs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"time"
)

// ErrNotFound is the error for a key that has no blob.
var ErrNotFound = errors.New("no such blob")

// All is the length of a blob from the first byte that is asked for to its end.
const All = -1

// Blobs is a place for blobs. Its methods are safe for concurrent use, also by other processes. Each ends early with
// the error of its context, and is an error for a key that is none.
type Blobs interface {
	// Put keeps the bytes that fill writes. When Put has returned nil, the blob is complete and replaces one with the
	// same key. No reader sees a part of it. If several Puts of a key run at once, one of them remains. If fill or the
	// place fails, the old blob remains.
	Put(ctx context.Context, key string, fill func(io.Writer) error) error

	// Get reads length bytes of a blob from an offset, or fewer if the blob ends earlier; All reads to its end. An
	// offset past the end reads nothing and is no error. The caller closes the reader. If the blob is deleted or
	// replaced meanwhile, the reader returns the old bytes or fails.
	Get(ctx context.Context, key string, from, length int64) (io.ReadCloser, error)

	// Stat returns the size of a blob and the time when it was put.
	Stat(ctx context.Context, key string) (Info, error)

	// List yields all blobs, each once, in no order. Those that come or go meanwhile may be missing. An error is the
	// last that it yields.
	List(ctx context.Context) iter.Seq2[Info, error]

	// Delete removes a blob. One that isn't there is no error.
	Delete(ctx context.Context, key string) error
}

// Info describes a blob without its bytes.
type Info struct {
	Key  string
	Size int64
	Time time.Time // when it was put, as exactly as the place knows
}

// CheckKey returns an error for a text that is no key.
func CheckKey(key string) error {
	if !IsKey(key) {
		return fmt.Errorf("bad key %.80q: want 64 lower-case hex digits", key)
	}
	return nil
}

// IsKey reports whether a text is a key.
func IsKey(key string) bool {
	for i := range len(key) {
		if c := key[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return len(key) == 64
}

// CheckRange returns an error for a range that no blob has.
func CheckRange(from, length int64) error {
	if from < 0 || length < All {
		return fmt.Errorf("bad range: %d bytes from %d on", length, from)
	}
	return nil
}

// Until returns a writer to w that fails once the context has ended. Implementations pass it to fill.
func Until(ctx context.Context, w io.Writer) io.Writer { return until{ctx, w} }

type until struct {
	ctx context.Context
	w   io.Writer
}

func (u until) Write(b []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.w.Write(b)
}
