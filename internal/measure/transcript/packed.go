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

// Opener opens the content of a file whose name marks it as compressed, and other files themselves.
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

// Length returns the number of bytes that open provides. It reads all of them, so use the size of a file that isn't
// compressed.
func Length(open func() (io.ReadCloser, error)) (int64, error) {
	in, err := open()
	if err != nil {
		return 0, err
	}
	defer in.Close()
	return io.Copy(io.Discard, in)
}

// unpackedName returns a file's name without the mark of compression, so that a session keeps its name.
func unpackedName(name string) string {
	if strings.HasSuffix(name, Packed) {
		return strings.TrimSuffix(name, ".zst")
	}
	return name
}
