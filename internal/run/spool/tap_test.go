package spool

import (
	"bytes"
	"errors"
	"io"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// A slow writer is one that lets others write meanwhile.
type slow struct {
	mu  sync.Mutex
	got bytes.Buffer
	in  func()
}

func (w *slow) Write(p []byte) (int, error) {
	if w.in != nil {
		w.in()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.got.Write(p)
}

// A tap gets every byte once and in order, whenever it begins, also what comes while it gets the first part.
func TestTap(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := New(Options{Dir: t.TempDir(), Threshold: 3000})
		defer s.Remove()
		parts := rapid.SliceOf(rapid.SliceOfN(rapid.Byte(), 0, 2000)).Draw(rt, "parts")
		at := rapid.IntRange(0, len(parts)).Draw(rt, "at")
		var want []byte
		print := func(p []byte) {
			want = append(want, p...)
			if _, err := s.Write(Stdout, p); err != nil {
				rt.Fatal(err)
			}
		}
		for _, p := range parts[:at] {
			print(p)
		}
		w := &slow{}
		if len(want) > 0 { // else the first part isn't written
			w.in = func() { print([]byte("meanwhile")); w.in = nil }
		}
		if err := s.Tap(w); err != nil {
			rt.Fatal(err)
		}
		for _, p := range parts[at:] {
			print(p)
		}
		if !bytes.Equal(w.got.Bytes(), want) {
			rt.Errorf("%d bytes, want %d", w.got.Len(), len(want))
		}
	})
}

type failing struct{ left int }

func (f *failing) Write(p []byte) (int, error) {
	if f.left--; f.left < 0 {
		return 0, errors.New("full")
	}
	return len(p), nil
}

// A tap that fails harms nobody, and another one takes the place of the one before.
func TestTapFails(t *testing.T) {
	s := New(Options{Dir: t.TempDir()})
	defer s.Remove()
	write := func(text string) {
		t.Helper()
		if _, err := io.WriteString(s.Stream(Stderr), text); err != nil {
			t.Fatal(err)
		}
	}
	write("one")
	if err := s.Tap(&failing{}); err == nil {
		t.Error("no error of a writer that fails at once")
	}
	if err := s.Tap(&failing{left: 3}); err != nil {
		t.Fatal(err)
	}
	write("two")
	write("three")
	var w bytes.Buffer
	if err := s.Tap(&w); err != nil {
		t.Fatal(err)
	}
	write("four")
	if got := w.String(); got != "onetwothreefour" {
		t.Errorf("got %q", got)
	}
	s.Remove()
	if err := s.Tap(&w); err == nil {
		t.Error("no error of a spool that was removed")
	}
}
