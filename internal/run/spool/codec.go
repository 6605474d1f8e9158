package spool

import (
	"io"
	"slices"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// alone is the size in bytes up to which the encoder compresses a part without copying the parts before it. A small
// output is divided into such parts: 100 KB take 0.3 ms less, and some percent more space.
const alone = 64 << 10

// newEncoder makes the encoder of payloads. It costs 0.1 ms and 300 KB, so it is made when it is needed.
func newEncoder() (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1),
		zstd.WithWindowSize(segment), zstd.WithLowerEncoderMem(true))
}

// NewReader returns a reader of the bytes that a spool wrote to r as zstd. Damage is an error, but a stream that ends
// early between two frames isn't noticed: callers compare the length.
func NewReader(r io.Reader) (io.ReadCloser, error) { return newReader(r) }

// newOwnReader returns a reader of bytes that this process has just written: their checksums aren't computed again.
func newOwnReader(r io.Reader) (io.ReadCloser, error) { return newReader(r, zstd.IgnoreChecksum(true)) }

func newReader(r io.Reader, options ...zstd.DOption) (io.ReadCloser, error) {
	options = append(options, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(8<<20))
	d, err := zstd.NewReader(r, options...)
	if err != nil {
		return nil, err
	}
	return d.IOReadCloser(), nil
}

// Compress starts to compress the finished recording of a small output in the background, so that [Spool.WriteZstd] has
// less to do later. A large output is compressed while it is recorded.
func (s *Spool) Compress() {
	if compress := s.compressed(); compress != nil {
		go compress()
	}
}

// compressed returns the function that compresses a small finished recording when it is first called; nil for any other
// recording.
func (s *Spool) compressed() func() ([]byte, error) {
	b, ok := s.Bytes()
	if !ok || len(b) > segment {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		return nil
	}
	if s.zstd == nil {
		s.zstd = sync.OnceValues(func() ([]byte, error) {
			e, err := newEncoder()
			if err != nil {
				return nil, err
			}
			out := make([]byte, 0, len(b)/2+64)
			for part := range slices.Chunk(b, alone) {
				out = e.EncodeAll(part, out)
			}
			return out, nil
		})
	}
	return s.zstd
}

// WriteZstd writes the recorded bytes to w as a zstd stream, and returns the size of that.
func (s *Spool) WriteZstd(w io.Writer) (int64, error) {
	if compress := s.compressed(); compress != nil {
		b, err := compress()
		if err != nil {
			return 0, err
		}
		n, err := w.Write(b)
		return int64(n), err
	}
	r, err := s.Open()
	if err != nil {
		return 0, err
	}
	defer r.Close()
	e, err := newEncoder()
	if err != nil {
		return 0, err
	}
	var total int64
	raw := make([]byte, segment)
	var buf []byte
	for {
		n, err := io.ReadFull(r, raw)
		if n > 0 {
			buf = e.EncodeAll(raw[:n], buf[:0])
			k, err := w.Write(buf)
			total += int64(k)
			if err != nil {
				return total, err
			}
		}
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return total, nil
		}
		if err != nil {
			return total, err
		}
	}
}
