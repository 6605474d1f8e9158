// Package spool records a program's output: the raw bytes of both its streams, in the order in which they arrived.
//
//	s := spool.New(spool.Options{})
//	defer s.Remove()
//	cmd.Stdout, cmd.Stderr = s.Stream(spool.Stdout), s.Stream(spool.Stderr)
//	err := cmd.Run()
//	s.Close()
//	r, err := s.Open()
//
// Up to a threshold (1 MiB) the bytes stay in memory. Above it they go to a file, as a zstd stream of independent
// frames of 1 MiB each. That file can become the stored payload by a rename, without a copy ([Spool.Adopt]).
//
// # Errors
//
// If the file can't be written, the rest stays in memory up to a cap (256 MiB). What doesn't fit there is lost, and
// [Spool.Close] returns how many bytes were. A write doesn't fail because of that: the program that prints must not
// suffer from its recorder.
//
// # Limits and cost
//
// A spool of any size takes about 5 MiB of memory. On disk it takes at most [Options.MaxFile]; the middle of a longer
// output is dropped. The file has mode 0600, in a folder with mode 0700. Which stream each byte came from is known for
// the first 1,048,576 changes between the streams, but not of the end of an output whose middle may be dropped. What
// comes after is [Mixed], in its order.
package spool

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"os"
	"sync"
)

// Defaults of [Options], in bytes.
const (
	defaultThreshold = 1 << 20
	defaultMaxMemory = 256 << 20
	defaultMaxFile   = 256 << 20
)

// Options decide where a spool keeps its bytes.
type Options struct {
	// Dir is the folder for the file. It is created when it is needed. In a folder that others can enter, the file gets
	// a private folder. "" is a file without a name in the system's folder for temporary files.
	Dir       string
	Threshold int64 // bytes that are kept in memory; 0 is 1 MiB
	MaxMemory int64 // bytes that are kept in memory if the file can't be written; 0 is 256 MiB
	// MaxFile is how many bytes the file may have, as zstd; 0 is 256 MiB. Of a longer output, the first half is kept,
	// and of its end at most 64 MiB before compression. See [Spool.Dropped].
	MaxFile int64
	// Terminal means that the program prints to a terminal: its streams are one, with the terminal's line ends and
	// escape sequences.
	Terminal bool
}

// Spool is a recording: of a program that prints ([New]), or of an output that is complete ([FromBytes]). Its methods
// are safe for concurrent use.
type Spool struct {
	// fixed at creation
	dir       string
	threshold int64
	maxMemory int64
	maxFile   int64
	terminal  bool

	mu      sync.Mutex
	closed  bool
	removed bool

	hash   hash.Hash // nil in a spool made by FromBytes, which computes its sum when it is asked for
	sum    [32]byte  // valid if hash is nil and summed is set
	summed bool
	len    int64
	frames frameLog

	// The recording is the bytes of the file, then those of the blocks, then those of mem.
	file   *file
	blocks [][]byte // segments that couldn't be written to the file
	mem    []byte
	zstd   func() ([]byte, error) // compresses a small finished recording; nil until that is wanted

	maxRead int64 // bytes that are digested; 0 is all
	dropped int64 // bytes that were dropped from the middle
	tail    *tail // the end of an output of which no more fits the file; nil for none

	tap io.Writer // also gets all recorded bytes; nil for none

	failure error // why the file can't be written
	lost    int64 // bytes that fitted nowhere
}

// New returns an empty spool. It takes no memory and creates no file before something is written.
func New(o Options) *Spool {
	s := &Spool{
		dir: o.Dir, threshold: o.Threshold, maxMemory: o.MaxMemory, maxFile: o.MaxFile, terminal: o.Terminal,
		hash: sha256.New(),
	}
	if s.threshold <= 0 {
		s.threshold = defaultThreshold
	}
	if s.maxMemory <= 0 {
		s.maxMemory = defaultMaxMemory
	}
	if s.maxFile <= 0 {
		s.maxFile = defaultMaxFile
	}
	return s
}

// FromBytes returns the finished recording of an output in memory, stdout before stderr. The caller must not change the
// slices as long as the spool is in use.
func FromBytes(stdout, stderr []byte) *Spool {
	s := &Spool{closed: true, len: int64(len(stdout) + len(stderr))}
	switch {
	case len(stderr) == 0:
		s.mem = stdout
	case len(stdout) == 0:
		s.mem = stderr
	default:
		s.mem = append(append(make([]byte, 0, s.len), stdout...), stderr...)
	}
	s.frames.add(Stdout, int64(len(stdout)))
	s.frames.add(Stderr, int64(len(stderr)))
	return s
}

// Terminal reports whether the program prints to a terminal.
func (s *Spool) Terminal() bool { return s.terminal }

// Stream returns a writer that records its input as a part of that stream.
func (s *Spool) Stream(stream Stream) io.Writer { return writer{s, stream} }

type writer struct {
	s      *Spool
	stream Stream
}

func (w writer) Write(p []byte) (int, error) { return w.s.Write(w.stream, p) }

// Write records p. It fails only after Close, and for a stream that isn't Stdout or Stderr. Errors of the disk come
// from [Spool.Close].
func (s *Spool) Write(stream Stream, p []byte) (int, error) {
	if stream != Stdout && stream != Stderr {
		return 0, fmt.Errorf("writing to stream %d: want %d (stdout) or %d (stderr)", stream, Stdout, Stderr)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return 0, fmt.Errorf("writing to a spool: %w", os.ErrClosed)
	}
	for rest := p; len(rest) > 0; {
		n := s.keep(rest)
		if n == 0 {
			s.lost += int64(len(rest))
			break
		}
		kept := rest[:n]
		rest = rest[n:]
		if s.tail == nil {
			s.record(stream, kept)
		}
		s.drip(kept)
	}
	return len(p), nil
}

// record counts bytes that are kept for certain.
func (s *Spool) record(stream Stream, kept []byte) {
	s.hash.Write(kept)
	s.len += int64(len(kept))
	s.frames.add(stream, int64(len(kept)))
}

// Close ends the recording and completes the file. Its error is nil or a [*DiskError].
func (s *Spool) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.closed = true
		s.complete()
	}
	return s.err()
}

// Len returns the number of bytes that were recorded.
func (s *Spool) Len() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.len
}

// Sum returns the SHA-256 of the bytes that were recorded so far, in arrival order.
func (s *Spool) Sum() [32]byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hash == nil {
		if !s.summed {
			s.sum, s.summed = sha256.Sum256(s.mem), true
		}
		return s.sum
	}
	var sum [32]byte
	s.hash.Sum(sum[:0])
	return sum
}

// Frames returns the stream that each of the recorded bytes came from. Writes to one stream in a row are one frame.
func (s *Spool) Frames() []Frame {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.frames.all()
}

// err returns the error of the file: nil, or a [*DiskError].
func (s *Spool) err() error {
	if s.failure == nil {
		return nil
	}
	return &DiskError{Lost: s.lost, Err: s.failure}
}

// DiskError is the error of a spool whose file couldn't be written. If Lost is 0, nothing is missing.
type DiskError struct {
	Lost int64 // bytes at the end of the output that fitted neither on disk nor in memory
	Err  error
}

func (e *DiskError) Error() string {
	if e.Lost == 0 {
		return fmt.Sprintf("spooling to disk: %v (kept in memory)", e.Err)
	}
	return fmt.Sprintf("spooling to disk: %v; the last %d bytes are lost", e.Err, e.Lost)
}

func (e *DiskError) Unwrap() error { return e.Err }
