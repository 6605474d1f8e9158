package store

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/summarize"
)

func TestMemory(t *testing.T) {
	now := time.Now()
	dir := t.TempDir()
	s := Open(Options{Dir: dir, TTL: time.Hour, Now: func() time.Time { return now }})
	want := summarize.Given{ID: "123456789012", Epoch: 2, Status: "x", Whole: true, Repeated: true, Text: "a\nb\n"}
	if _, ok, err := s.Memory().Recall("s", "c"); ok || err != nil {
		t.Fatalf("an empty store recalls something: %v, %v", ok, err)
	}
	if err := s.Memory().Remember("s", "c", want); err != nil {
		t.Fatal(err)
	}
	other := Open(Options{Dir: dir, TTL: time.Hour, Now: func() time.Time { return now }})
	got, ok, err := other.Memory().Recall("s", "c")
	if !ok || err != nil || got != want {
		t.Errorf("Recall: %v, %v (-want +got)\n%s", ok, err, cmp.Diff(want, got))
	}
	for _, key := range [][2]string{{"s", "d"}, {"t", "c"}, {"sc", ""}} {
		if _, ok, err := s.Memory().Recall(key[0], key[1]); ok || err != nil {
			t.Errorf("Recall(%q): %v, %v: it was given nothing", key, ok, err)
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "given", "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("files: %v, %v", files, err)
	}

	t.Run("last whole line", func(t *testing.T) {
		next := want
		next.ID, next.Text = "210987654321", strings.Repeat("a\n", 900)
		for range 3 * maxNotes / len(next.Text) {
			if err := s.Memory().Remember("s", "c", next); err != nil {
				t.Fatal(err)
			}
		}
		b, err := os.ReadFile(files[0])
		if err != nil || len(b) > 2*maxNotes {
			t.Errorf("%d bytes, %v", len(b), err)
		}
		if err := os.WriteFile(files[0], append(b, "\n{\"id\":\"5"...), 0o600); err != nil { // by a killed process
			t.Fatal(err)
		}
		if got, ok, err := s.Memory().Recall("s", "c"); !ok || err != nil || got != next {
			t.Errorf("Recall: %v, %v (-want +got)\n%s", ok, err, cmp.Diff(next, got))
		}
		if err := s.Memory().Remember("s", "c", want); err != nil {
			t.Fatal(err)
		}
		if got, ok, err := s.Memory().Recall("s", "c"); !ok || err != nil || got != want {
			t.Errorf("Recall after a killed process: %v, %v (-want +got)\n%s", ok, err, cmp.Diff(want, got))
		}
	})
	t.Run("end of a long file", func(t *testing.T) {
		for _, size := range []int{10, 4 << 10, 40 << 10, 300 << 10} {
			next := want
			for i := range 5 {
				next.Text = strings.Repeat(strconv.Itoa(i), size)
				if err := s.Memory().Remember("s", "c", next); err != nil {
					t.Fatal(err)
				}
				if got, ok, err := s.Memory().Recall("s", "c"); !ok || err != nil || got != next {
					t.Errorf("note %d of %d bytes: %v, %v", i, size, ok, err)
				}
			}
			b, err := os.ReadFile(files[0])
			if err != nil {
				t.Fatal(err)
			}
			torn := append(b, "\n{\"text\":\""+next.Text...)
			if err := os.WriteFile(files[0], torn, 0o600); err != nil {
				t.Fatal(err)
			}
			if got, ok, err := s.Memory().Recall("s", "c"); !ok || err != nil || got != next {
				t.Errorf("note of %d bytes before a torn one: %v, %v", size, ok, err)
			}
		}
	})
	t.Run("damaged", func(t *testing.T) {
		if err := os.WriteFile(files[0], []byte(`{"id":`), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, ok, err := s.Memory().Recall("s", "c"); ok || err != nil {
			t.Errorf("Recall: %v, %v", ok, err)
		}
	})
	t.Run("old", func(t *testing.T) {
		if err := s.Memory().Remember("s", "c", want); err != nil {
			t.Fatal(err)
		}
		now = now.Add(2 * time.Hour)
		if _, ok, err := s.Memory().Recall("s", "c"); ok || err != nil {
			t.Errorf("Recall: %v, %v", ok, err)
		}
		if err := s.prune(context.Background()); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(files[0]); !os.IsNotExist(err) {
			t.Errorf("it is still there: %v", err)
		}
	})
}
