package gateway

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// reader returns a reader of decoded bytes. The names are those of the header Content-Encoding.
func reader(encoding string, r io.Reader) (io.Reader, error) {
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "", "identity":
		return r, nil
	case "gzip", "x-gzip":
		return gzip.NewReader(r)
	case "zstd":
		dec, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxBody))
		if err != nil {
			return nil, err
		}
		return dec.IOReadCloser(), nil
	case "br":
		return brotli.NewReader(r), nil
	}
	return nil, fmt.Errorf("the content encoding %q isn't known: want gzip, zstd, br or identity", encoding)
}

// decode returns the decoded bytes of a body.
func decode(encoding string, body []byte) ([]byte, error) {
	r, err := reader(encoding, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if c, ok := r.(io.Closer); ok {
		defer c.Close()
	}
	plain, err := io.ReadAll(io.LimitReader(r, maxBody+1))
	if err == nil && len(plain) > maxBody {
		err = fmt.Errorf("it has more than %d MiB", maxBody>>20)
	}
	return plain, err
}

// encode encodes a body as the client has.
func encode(encoding string, body []byte) ([]byte, error) {
	var out bytes.Buffer
	var w io.WriteCloser
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "", "identity":
		return body, nil
	case "gzip", "x-gzip":
		w = gzip.NewWriter(&out)
	case "zstd":
		enc, err := zstd.NewWriter(&out, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest))
		if err != nil {
			return nil, err
		}
		w = enc
	case "br":
		w = brotli.NewWriterLevel(&out, brotli.BestSpeed)
	}
	if _, err := w.Write(body); err != nil {
		return nil, err
	}
	err := w.Close()
	return out.Bytes(), err
}
