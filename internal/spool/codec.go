package spool

import (
	"io"

	"github.com/klauspost/compress/zstd"
)

// newEncoder makes the encoder of payloads. It costs 0.1 ms and 300 KB, so nobody makes one before it is needed.
func newEncoder() (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1),
		zstd.WithWindowSize(segment), zstd.WithLowerEncoderMem(true))
}

// NewReader returns a reader of the bytes that a spool wrote to r as zstd. Damage is an error; a stream that was cut
// between two frames isn't noticed, so that readers compare the length.
func NewReader(r io.Reader) (io.ReadCloser, error) {
	d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(8<<20))
	if err != nil {
		return nil, err
	}
	return d.IOReadCloser(), nil
}

// WriteZstd writes the recorded bytes to w as a zstd stream, and returns the size of that.
func (s *Spool) WriteZstd(w io.Writer) (int64, error) {
	if b, ok := s.Bytes(); ok && len(b) <= segment {
		e, err := newEncoder()
		if err != nil {
			return 0, err
		}
		n, err := w.Write(e.EncodeAll(b, nil))
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
