package web

import (
	"context"
	"slices"
	"sync"

	"github.com/toktee/toktee/internal/desk/view"
)

// shelved is the number of documents that stay open without readers.
const shelved = 8

// A shelf keeps the documents open that were read last: scrolling asks for window after window of one.
type shelf struct {
	open func(ctx context.Context, id string) (*view.Document, error)

	mu    sync.Mutex
	books []*book // the one that was read last comes last
}

// A book is an open document.
type book struct {
	id      string
	doc     func() (*view.Document, error) // opens it when it is first called
	readers int
	gone    bool // it isn't on the shelf any more: the last reader closes it
}

func newShelf(open func(ctx context.Context, id string) (*view.Document, error)) *shelf {
	return &shelf{open: open}
}

// read opens a document, or hands out the open one. release must be called when it is no longer used.
func (s *shelf) read(id string) (doc *view.Document, release func(), err error) {
	b := s.take(id)
	if doc, err = b.doc(); err != nil {
		s.forget(id)
		s.release(b)
		return nil, nil, err
	}
	return doc, sync.OnceFunc(func() { s.release(b) }), nil
}

// take returns a book for one more reader, and makes it the last of the shelf.
func (s *shelf) take(id string) *book {
	s.mu.Lock()
	defer s.mu.Unlock()
	// The document outlives the request that opens it.
	b := &book{id: id, doc: sync.OnceValues(func() (*view.Document, error) { return s.open(context.Background(), id) })}
	if i := s.index(id); i >= 0 {
		b = s.books[i]
		s.books = slices.Delete(s.books, i, i+1)
	}
	b.readers++
	s.books = append(s.books, b)
	if len(s.books) > shelved {
		s.remove(0)
	}
	return b
}

func (s *shelf) index(id string) int {
	return slices.IndexFunc(s.books, func(b *book) bool { return b.id == id })
}

// remove takes a book off. The lock is held.
func (s *shelf) remove(i int) {
	b := s.books[i]
	s.books = slices.Delete(s.books, i, i+1)
	b.gone = true
	if b.readers == 0 {
		go b.close()
	}
}

func (s *shelf) release(b *book) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b.readers--
	if b.gone && b.readers == 0 {
		go b.close()
	}
}

func (b *book) close() {
	if doc, err := b.doc(); err == nil {
		doc.Close()
	}
}

// close closes all documents without readers now, and the others after their last reader.
func (s *shelf) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range s.books {
		b.gone = true
		if b.readers == 0 {
			b.close()
		}
	}
	s.books = nil
}

// forget takes a document off, whose output isn't kept any more.
func (s *shelf) forget(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := s.index(id); i >= 0 {
		s.remove(i)
	}
}
