// Package gocloud keeps the large payloads of a store in any place that gocloud.dev/blob reaches: in memory, in a
// folder that a team shares, in S3, in Google Cloud Storage, in Azure. It is a module of its own, since its drivers
// are larger than toktee.
//
//	import _ "github.com/toktee/toktee/contrib/stores/gocloud/drivers" // s3://, gs://, azblob://
//
//	payloads, err := gocloud.Open(ctx, "s3://team-outputs?region=eu-central-1&prefix=toktee/")
//	...
//	defer payloads.Close()
//	s := store.Open(store.Options{Dir: dir, Payloads: payloads})
//
// # Limits and cost
//
// Records, and payloads of up to 64 KiB compressed, stay in the store's folder. The machine that prunes or forgets
// removes payloads that its own records don't refer to, so each store needs a bucket or a prefix of its own. A Put of
// a large payload ends when the service has it.
//
// The tests run the conformance suite against memory and files. The drivers of S3, Google and Azure are linked, and
// their URLs are parsed, but they were never run against the services.
package gocloud

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	"github.com/toktee/toktee/internal/host/blobs"
)

// Payloads are blobs in a bucket. Each is an object, named by its key and ".zst".
type Payloads struct{ bucket *blob.Bucket }

var _ blobs.Blobs = (*Payloads)(nil)

const ext = ".zst"

// Open opens a bucket by its URL, as gocloud.dev/blob describes them. The driver of the URL's scheme must be linked.
func Open(ctx context.Context, url string) (*Payloads, error) {
	b, err := blob.OpenBucket(ctx, url)
	if err != nil {
		return nil, fmt.Errorf("opening the bucket %q: %w", url, err)
	}
	return New(b), nil
}

// New has payloads in a bucket that is open. Its objects with other names are left alone.
func New(b *blob.Bucket) *Payloads { return &Payloads{b} }

// Close closes the bucket.
func (p *Payloads) Close() error { return p.bucket.Close() }

// Put implements [blobs.Blobs].
func (p *Payloads) Put(ctx context.Context, key string, fill func(io.Writer) error) error {
	if err := check(ctx, key); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w, err := p.bucket.NewWriter(ctx, key+ext, &blob.WriterOptions{ContentType: "application/zstd"})
	if err != nil {
		return known(ctx, err)
	}
	if err := fill(blobs.Until(ctx, w)); err != nil {
		cancel() // else Close would keep the part written so far
		w.Close()
		return err
	}
	if err := ctx.Err(); err != nil {
		w.Close()
		return err
	}
	return known(ctx, w.Close())
}

// Get implements [blobs.Blobs].
func (p *Payloads) Get(ctx context.Context, key string, from, length int64) (io.ReadCloser, error) {
	if err := errors.Join(blobs.CheckRange(from, length), check(ctx, key)); err != nil {
		return nil, err
	}
	if from > 0 {
		// Services answer in different ways if there is nothing to read.
		info, err := p.Stat(ctx, key)
		if err != nil {
			return nil, err
		}
		if from >= info.Size {
			return io.NopCloser(strings.NewReader("")), nil
		}
	}
	r, err := p.bucket.NewRangeReader(ctx, key+ext, from, length, nil)
	if err != nil {
		return nil, known(ctx, err)
	}
	return r, nil
}

// Stat implements [blobs.Blobs].
func (p *Payloads) Stat(ctx context.Context, key string) (blobs.Info, error) {
	if err := check(ctx, key); err != nil {
		return blobs.Info{}, err
	}
	a, err := p.bucket.Attributes(ctx, key+ext)
	if err != nil {
		return blobs.Info{}, known(ctx, err)
	}
	return blobs.Info{Key: key, Size: a.Size, Time: a.ModTime}, nil
}

// List implements [blobs.Blobs].
func (p *Payloads) List(ctx context.Context) iter.Seq2[blobs.Info, error] {
	return func(yield func(blobs.Info, error) bool) {
		for objects := p.bucket.List(nil); ; {
			err := ctx.Err()
			var o *blob.ListObject
			if err == nil {
				o, err = objects.Next(ctx)
			}
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(blobs.Info{}, known(ctx, err))
				return
			}
			key, ok := strings.CutSuffix(o.Key, ext)
			if !ok || !blobs.IsKey(key) {
				continue
			}
			if !yield(blobs.Info{Key: key, Size: o.Size, Time: o.ModTime}, nil) {
				return
			}
		}
	}
}

// Delete implements [blobs.Blobs].
func (p *Payloads) Delete(ctx context.Context, key string) error {
	if err := check(ctx, key); err != nil {
		return err
	}
	if err := known(ctx, p.bucket.Delete(ctx, key+ext)); err != nil && !errors.Is(err, blobs.ErrNotFound) {
		return err
	}
	return nil
}

func check(ctx context.Context, key string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return blobs.CheckKey(key)
}

// known returns an error of a bucket as one of blobs.
func known(ctx context.Context, err error) error {
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return errors.Join(ctx.Err(), err)
	case gcerrors.Code(err) == gcerrors.NotFound:
		return fmt.Errorf("%w: %w", blobs.ErrNotFound, err)
	}
	return err
}
