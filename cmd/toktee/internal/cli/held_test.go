package cli

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// sink is a writer that can be looked at meanwhile.
type sink struct {
	mu sync.Mutex
	b  strings.Builder
}

func (s *sink) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *sink) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// TestHeldPipe: an output that ends soon gives way to its text; one that doesn't goes through whole, and so does what
// comes later; one that is too long to be held is waited for.
func TestHeldPipe(t *testing.T) {
	write := func(h held, s string) {
		t.Helper()
		if n, err := h.Write([]byte(s)); n != len(s) || err != nil {
			t.Fatalf("%d of %d bytes, %v", n, len(s), err)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		var soon sink
		h := holdUntil(&soon, time.Minute)
		write(h, "a\n")
		time.Sleep(time.Minute - 1)
		if !h.giveWay() || soon.String() != "" {
			t.Errorf("an output that ends soon was printed: %q", soon.String())
		}
	})
	synctest.Test(t, func(t *testing.T) {
		var late sink
		h := holdUntil(&late, time.Minute)
		write(h, "a\n")
		time.Sleep(time.Minute + 1)
		if late.String() != "a\n" {
			t.Errorf("after its time %q was printed", late.String())
		}
		write(h, "b\n")
		if h.giveWay() || late.String() != "a\nb\n" {
			t.Errorf("a long one gave way, or isn't whole: %q", late.String())
		}
	})
	synctest.Test(t, func(t *testing.T) {
		var much sink
		h := holdUntil(&much, time.Minute)
		for range 5 {
			write(h, strings.Repeat("a", 1<<20))
		}
		time.Sleep(time.Minute + 1)
		if !h.giveWay() || much.String() != "" {
			t.Errorf("%d bytes of a huge one were printed", len(much.String()))
		}
	})
}

// TestHeldFile: what was printed is taken back, behind what was there before, and only if nobody else has printed.
func TestHeldFile(t *testing.T) {
	for _, c := range []struct {
		name  string
		flags int
	}{{"append", os.O_APPEND}, {"offset", 0}} {
		path := filepath.Join(t.TempDir(), "capture")
		f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|c.flags, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		write := func(s string) {
			t.Helper()
			if _, err := f.WriteString(s); err != nil {
				t.Fatal(err)
			}
		}
		write("before\n")
		h := holdBack(f)
		if _, err := h.Write([]byte("one\ntwo\n")); err != nil {
			t.Fatal(err)
		}
		if b, _ := os.ReadFile(path); string(b) != "before\none\ntwo\n" {
			t.Errorf("%s: meanwhile %q", c.name, b)
		}
		if !h.giveWay() {
			t.Errorf("%s: it doesn't give way", c.name)
		}
		write("short\n")
		if b, _ := os.ReadFile(path); string(b) != "before\nshort\n" {
			t.Errorf("%s: at the end %q", c.name, b)
		}
		h = holdBack(f)
		if _, err := h.Write([]byte("one\n")); err != nil {
			t.Fatal(err)
		}
		write("somebody else\n")
		if h.giveWay() {
			t.Errorf("%s: it gives way though somebody else has printed", c.name)
		}
	}
}
