package spool

import (
	"errors"
	"fmt"
	"io"
	"sort"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// ErrUnseekable is the error for a zstd stream that can be read from its start alone.
var ErrUnseekable = errors.New("the stream has no frames that can be read one by one")

// Limits of [NewReaderAt].
const (
	maxSeekable = 8 << 20 // bytes of a frame, decompressed
	maxUnstated = 1 << 10 // bytes of a frame that doesn't state its length
	keptFrames  = 4       // decompressed frames that a reader keeps
)

// A ReaderAt reads the bytes that a spool wrote as zstd at any place: it decompresses the frame of 1 MiB in which they
// are, in about 1 ms, and keeps the last few. It is safe for concurrent use.
type ReaderAt struct {
	src    io.ReaderAt
	frames []seekFrame // of which the last one only marks the end
	dec    *zstd.Decoder

	mu   sync.Mutex
	kept [keptFrames]keptFrame // the one that was used last first
	buf  []byte
}

// A seekFrame is the start of a frame, decompressed and in the file.
type seekFrame struct{ raw, file int64 }

type keptFrame struct {
	at   int // index of the frame + 1, 0 for none
	data []byte
}

// NewReaderAt returns a reader of the bytes that a spool wrote to the first size bytes of r as zstd. It reads the
// headers of the blocks alone: 10 ms for 1 GB of output. A stream that is no sequence of frames of up to 8 MiB, of
// which all but small ones state their lengths, is [ErrUnseekable].
func NewReaderAt(r io.ReaderAt, size int64) (*ReaderAt, error) {
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxMemory(maxSeekable))
	if err != nil {
		return nil, err
	}
	x := &ReaderAt{src: r, frames: []seekFrame{{}}, dec: dec}
	if err := x.extend(size); err != nil {
		dec.Close()
		return nil, err
	}
	return x, nil
}

// extend finds the frames up to a size of the file.
func (x *ReaderAt) extend(size int64) error {
	end := x.frames[len(x.frames)-1]
	for end.file < size {
		h, err := x.header(end.file, size)
		if err != nil {
			return err
		}
		start, length := end.file, h.FrameContentSize
		if end.file, err = x.after(h, start, size); err != nil {
			return err
		}
		if !h.Skippable && !h.HasFCS && end.file-start <= maxUnstated {
			length, err = x.length(start, end.file)
		} else if !h.Skippable && (!h.HasFCS || length > maxSeekable) {
			err = ErrUnseekable
		}
		if err != nil {
			return err
		}
		end.raw += int64(length)
		x.frames = append(x.frames, end)
	}
	return nil
}

// length decompresses a small frame to learn its length: the encoder states none below 256 bytes.
func (x *ReaderAt) length(from, to int64) (uint64, error) {
	b := make([]byte, to-from)
	if _, err := x.src.ReadAt(b, from); err != nil && err != io.EOF {
		return 0, err
	}
	data, err := x.dec.DecodeAll(b, nil)
	if err != nil {
		return 0, fmt.Errorf("decompressing the frame at %d: %w", from, err)
	}
	return uint64(len(data)), nil
}

// header reads the header of the frame at a place of the file.
func (x *ReaderAt) header(at, size int64) (zstd.Header, error) {
	var h zstd.Header
	b := make([]byte, min(zstd.HeaderMaxSize, size-at))
	if _, err := x.src.ReadAt(b, at); err != nil && err != io.EOF {
		return h, err
	}
	if err := h.Decode(b); err != nil {
		return h, fmt.Errorf("reading a frame at %d: %w", at, err)
	}
	return h, nil
}

// after returns the end of the frame that begins at a place of the file. A block has a header of three bytes: the
// lowest bit marks the last block, the next two are its kind, the others its length.
func (x *ReaderAt) after(h zstd.Header, at, size int64) (int64, error) {
	if h.Skippable {
		at += int64(h.HeaderSize) + int64(h.SkippableSize)
	} else {
		at += int64(h.HeaderSize)
		for last := false; !last; {
			var b [3]byte
			if _, err := x.src.ReadAt(b[:], at); err != nil {
				return 0, fmt.Errorf("reading a block at %d: %w", at, err)
			}
			block := int64(b[0]) | int64(b[1])<<8 | int64(b[2])<<16
			last = block&1 != 0
			at += 3
			if kind := block >> 1 & 3; kind == 1 { // one byte that is repeated
				at++
			} else {
				at += block >> 3
			}
		}
		if h.HasCheckSum {
			at += 4
		}
	}
	if at > size {
		return 0, fmt.Errorf("reading a frame: %w", io.ErrUnexpectedEOF)
	}
	return at, nil
}

// Size returns the number of bytes, decompressed.
func (x *ReaderAt) Size() int64 { return x.frames[len(x.frames)-1].raw }

// Fork returns a reader of the same bytes that keeps frames of its own, for a caller that reads from start to end
// along with another who jumps.
func (x *ReaderAt) Fork() *ReaderAt { return &ReaderAt{src: x.src, frames: x.frames, dec: x.dec} }

// ReadAt implements [io.ReaderAt]. A frame that is damaged is an error.
func (x *ReaderAt) ReadAt(p []byte, off int64) (int, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	n := 0
	for n < len(p) {
		i := sort.Search(len(x.frames), func(i int) bool { return x.frames[i].raw > off }) - 1
		if off < 0 || i < 0 || i >= len(x.frames)-1 {
			return n, io.EOF
		}
		data, err := x.frame(i)
		if err != nil {
			return n, err
		}
		k := copy(p[n:], data[off-x.frames[i].raw:])
		n += k
		off += int64(k)
	}
	return n, nil
}

func (x *ReaderAt) frame(i int) ([]byte, error) {
	k := 0
	for k < keptFrames-1 && x.kept[k].at != i+1 {
		k++
	}
	f := x.kept[k]
	if f.at != i+1 {
		from, to := x.frames[i], x.frames[i+1]
		size := int(to.file - from.file)
		if cap(x.buf) < size {
			x.buf = make([]byte, size)
		}
		_, err := x.src.ReadAt(x.buf[:size], from.file)
		if err != nil && err != io.EOF {
			return nil, err
		}
		data, err := x.dec.DecodeAll(x.buf[:size], f.data[:0])
		if err == nil && int64(len(data)) != to.raw-from.raw {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			x.kept[k] = keptFrame{}
			return nil, fmt.Errorf("decompressing the frame at %d: %w", from.file, err)
		}
		f = keptFrame{i + 1, data}
	}
	copy(x.kept[1:k+1], x.kept[:k])
	x.kept[0] = f
	return f.data, nil
}

// Close frees what decompressing needs, also for its forks. It doesn't close the file.
func (x *ReaderAt) Close() { x.dec.Close() }
