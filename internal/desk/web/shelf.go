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
	doc     *view.Document
	err     error
	opened  chan struct{} // closed when doc or err is there
	readers int
	gone    bool // it isn't on the shelf any more: the last reader closes it
}

func newShelf(open func(ctx context.Context, id string) (*view.Document, error)) *shelf {
	return &shelf{open: open}
}

// read opens a document, or hands out the open one. release must be called when it is no longer used.
func (s *shelf) read(ctx context.Context, id string) (doc *view.Document, release func(), err error) {
	s.mu.Lock()
	i := slices.IndexFunc(s.books, func(b *book) bool { return b.id == id })
	var b *book
	if i >= 0 {
		b = s.books[i]
		s.books = append(slices.Delete(s.books, i, i+1), b)
	} else {
		b = &book{id: id, opened: make(chan struct{})}
		s.books = append(s.books, b)
		go func() {
			// The document outlives the request that has opened it.
			b.doc, b.err = s.open(context.Background(), id)
			close(b.opened)
		}()
	}
	b.readers++
	if len(s.books) > shelved {
		s.removeFirst()
	}
	s.mu.Unlock()
	select {
	case <-b.opened:
	case <-ctx.Done():
		s.release(b)
		return nil, nil, ctx.Err()
	}
	if b.err != nil {
		s.drop(b)
		s.release(b)
		return nil, nil, b.err
	}
	return b.doc, sync.OnceFunc(func() { s.release(b) }), nil
}

// removeFirst takes the document off that wasn't read for the longest time.
func (s *shelf) removeFirst() {
	b := s.books[0]
	s.books = slices.Delete(s.books, 0, 1)
	b.gone = true
	if b.readers == 0 {
		go b.close()
	}
}

func (s *shelf) drop(b *book) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.Index(s.books, b); i >= 0 {
		s.books = slices.Delete(s.books, i, i+1)
	}
	b.gone = true
}

func (s *shelf) release(b *book) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b.readers--
	if b.gone && b.readers == 0 {
		go b.close()
	}
}

// close closes the document, once it is open.
func (b *book) close() {
	<-b.opened
	if b.doc != nil {
		b.doc.Close()
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
	if i := slices.IndexFunc(s.books, func(b *book) bool { return b.id == id }); i >= 0 {
		b := s.books[i]
		s.books = slices.Delete(s.books, i, i+1)
		b.gone = true
		if b.readers == 0 {
			go b.close()
		}
	}
}
