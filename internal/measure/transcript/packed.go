package transcript

import (
	"io"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// Packed ends the name of a file that is compressed: Codex does so with rollouts that are older than a week
// (codex-rs/rollout/src/compression.rs, from 0.137 on).
const Packed = ".jsonl.zst"

// maxWindow bounds the memory that reading one takes, in bytes.
const maxWindow = 128 << 20

// Opener opens what a file holds, where its name says that it is compressed, and the file itself otherwise.
func Opener(name string, open func() (io.ReadCloser, error)) func() (io.ReadCloser, error) {
	if !strings.HasSuffix(name, Packed) {
		return open
	}
	return func() (io.ReadCloser, error) {
		in, err := open()
		if err != nil {
			return nil, err
		}
		z, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			in.Close()
			return nil, err
		}
		return unpacking{z.IOReadCloser(), in}, nil
	}
}

// unpacking is the reader of a compressed file.
type unpacking struct {
	io.ReadCloser
	in io.Closer
}

// Close closes both.
func (u unpacking) Close() error {
	_ = u.ReadCloser.Close() // has no error
	return u.in.Close()
}

// Length is how many bytes open gives, of which all are read; for a file that isn't compressed, its size is enough.
func Length(open func() (io.ReadCloser, error)) (int64, error) {
	in, err := open()
	if err != nil {
		return 0, err
	}
	defer in.Close()
	return io.Copy(io.Discard, in)
}

// unpackedName is a file's name without what says that it is compressed, so that a session is called the same before
// and after.
func unpackedName(name string) string {
	if strings.HasSuffix(name, Packed) {
		return strings.TrimSuffix(name, ".zst")
	}
	return name
}
