package view

import (
	"io"
	"strings"

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
type memory struct{ *strings.Reader }

func inMemory(text string) memory { return memory{strings.NewReader(text)} }

func (m memory) size() (int64, bool, error) { return m.Size(), false, nil }
func (m memory) fork() content              { return m }
func (m memory) Close() error               { return nil }

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
