package view

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/toktee/toktee/internal/run/spool"
)

// A content is the bytes of an output, which can be read at any place as far as they are there by now.
type content interface {
	io.ReaderAt
	// size is how many bytes there are by now, and whether more may come.
	size() (n int64, more bool, err error)
	// fork returns a content with the same bytes for a reader of its own, which isn't closed.
	fork() content
	Close() error
}

// memory is an output in memory.
type memory []byte

func (m memory) size() (int64, bool, error) { return int64(len(m)), false, nil }
func (m memory) fork() content              { return m }
func (m memory) Close() error               { return nil }

func (m memory) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 || off >= int64(len(m)) {
		return 0, io.EOF
	}
	n := copy(p, m[off:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// framed is an output of a store, whose frames are decompressed one by one.
type framed struct {
	*spool.ReaderAt
	closer io.Closer // nil in a fork
}

func (f framed) size() (int64, bool, error) { return f.Size(), false, nil }
func (f framed) fork() content              { return framed{f.Fork(), nil} }

func (f framed) Close() error {
	if f.closer == nil {
		return nil
	}
	return f.closer.Close()
}

// A copied content is a stream that is copied to a private file, and can be read as far as it was copied.
type copied struct {
	f    *os.File
	done chan struct{}

	mu      sync.Mutex
	n       int64
	ended   bool
	closing bool
	err     error
}

// smallCopy is how many bytes of a stream stay in memory.
const smallCopy = 1 << 20

// copyOf returns the content of a stream, which it closes.
func copyOf(r io.ReadCloser) (content, error) {
	head, err := io.ReadAll(io.LimitReader(r, smallCopy))
	if err != nil || len(head) < smallCopy {
		return memory(head), errors.Join(err, r.Close())
	}
	f, err := os.CreateTemp("", "toktee-view-") // 0600
	if err == nil {
		_, err = f.Write(head)
	}
	if err != nil {
		r.Close()
		return nil, fmt.Errorf("copying the output: %w", err)
	}
	c := &copied{f: f, n: smallCopy, done: make(chan struct{})}
	go c.copy(r)
	return c, nil
}

func (c *copied) copy(r io.ReadCloser) {
	defer close(c.done)
	defer r.Close()
	buf := make([]byte, 256<<10)
	for {
		n, err := r.Read(buf)
		if n > 0 {
			if _, werr := c.f.Write(buf[:n]); werr != nil {
				n, err = 0, werr
			}
		}
		c.mu.Lock()
		c.n += int64(n)
		if err != nil {
			c.ended = true
			if err != io.EOF {
				c.err = err
			}
		}
		ended := c.ended || c.closing
		c.mu.Unlock()
		if ended {
			return
		}
	}
}

func (c *copied) size() (int64, bool, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n, !c.ended, c.err
}

func (c *copied) ReadAt(p []byte, off int64) (int, error) { return c.f.ReadAt(p, off) }
func (c *copied) fork() content                           { return c }

// Close ends the copying and deletes the copy.
func (c *copied) Close() error {
	c.mu.Lock()
	c.closing = true
	c.mu.Unlock()
	<-c.done
	return errors.Join(c.f.Close(), os.Remove(c.f.Name()))
}

// A fed content is one whose lines end at \r alone, see [clean.LineFeeds].
type fed struct{ content }

func (f fed) fork() content { return fed{f.content.fork()} }

func (f fed) ReadAt(p []byte, off int64) (int, error) {
	n, err := f.content.ReadAt(p, off)
	for i, c := range p[:n] {
		if c == '\r' {
			p[i] = '\n'
		}
	}
	return n, err
}
