package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/run/diskfile"
	"github.com/toktee/toktee/internal/run/spool"
)

// shareDir names, in the environment of a child, the store that it shares with its parent.
const shareDir = "TOKTEE_TEST_STORE"

// hammer puts records from first on and prunes now and then. Every third shares its payload with those of other
// hammers.
func hammer(s *Store, first, n int) error {
	for i := range n {
		r := Record{ID: fmt.Sprintf("%012d", first+i), Command: "x", Result: []byte(`{}`)}
		text := fmt.Sprintf("payload %d\n", first+i)
		if i%3 == 0 {
			text = string(noise(i, smallZstd+1))
		}
		r.Source = spool.FromBytes([]byte(text), nil)
		if i%5 == 0 { // through a file
			r.Source = spool.New(spool.Options{Dir: s.SpoolDir(), Threshold: 1})
			r.Source.Write(spool.Stdout, []byte(text))
			r.Source.Close()
		}
		if err := s.Put(context.Background(), r); err != nil {
			return err
		}
		r.Source.Remove()
		if p, err := s.Payload(r.ID); err == nil {
			b, err := io.ReadAll(p)
			p.Close()
			if err != nil || string(b) != text {
				return fmt.Errorf("payload of %s: %q, %v, want %q", r.ID, b, err, text)
			}
		} else if !errors.Is(err, ErrNotFound) {
			return err
		}
		if i%10 == 0 {
			if err := s.prune(context.Background()); err != nil {
				return err
			}
		}
	}
	return nil
}

// TestChild is the other process of TestProcesses.
func TestChild(t *testing.T) {
	dir := os.Getenv(shareDir)
	if dir == "" {
		t.Skip("only runs as a child of TestProcesses")
	}
	first, err := strconv.Atoi(os.Getenv(shareDir + "_FIRST"))
	if err != nil {
		t.Fatal(err)
	}
	if err := hammer(Open(Options{Dir: dir, MaxBytes: 600 << 10}), first, 100); err != nil {
		t.Fatal(err)
	}
}

// TestProcesses has processes and goroutines put, prune and read at once. The store is so small that it prunes all
// the time. Nothing that is found may be torn, and each record that is left must have its payload.
func TestProcesses(t *testing.T) {
	if os.Getenv(shareDir) != "" {
		return
	}
	s := newStore(t, Options{MaxBytes: 600 << 10})
	var wg sync.WaitGroup
	for k := range 2 {
		cmd := exec.Command(os.Args[0], "-test.run=^TestChild$", "-test.count=1")
		cmd.Env = append(os.Environ(), shareDir+"="+s.dir, fmt.Sprintf("%s_FIRST=%d", shareDir, 1000*(k+1)))
		wg.Go(func() {
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("child %d: %v\n%s", k, err, out)
			}
		})
	}
	for k := range 2 {
		wg.Go(func() {
			if err := hammer(s, 1000*(k+10), 100); err != nil {
				t.Error(err)
			}
		})
	}
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	for running := true; running; {
		select {
		case <-done:
			running = false
		default:
		}
		list, _, err := s.List(5)
		if err != nil {
			t.Error(err)
		}
		for _, r := range list {
			if string(r.Result) != "{}" || r.Command != "x" {
				t.Errorf("a torn record: %+v", r)
			}
		}
		if _, err := s.Last(); err != nil && !errors.Is(err, ErrNotFound) {
			t.Error(err)
		}
	}
	left := 0
	list, _, err := s.List(0)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		p, err := s.Payload(r.ID)
		if err != nil {
			t.Errorf("%s: %v", r.ID, err)
			continue
		}
		if b, err := io.ReadAll(p); err != nil || int64(len(b)) != r.Bytes {
			t.Errorf("%s: %d bytes, %v", r.ID, len(b), err)
		}
		p.Close()
		left++
	}
	if left == 0 {
		t.Error("nothing is left")
	}
	last, err := s.Last()
	put(t, s, record(1, time.Time{}))
	if r, e := s.Last(); err != nil || e != nil || r.ID != "000000000001" || !last.Time.Before(r.Time) {
		t.Errorf("Last = %q, %v after %q, %v", r.ID, e, last.ID, err)
	}
	if files := files(t, s.tmp()); len(files) > 0 {
		t.Errorf("tmp holds %v", files)
	}
}

// TestBusy checks that a Put whose store is locked can be cancelled.
func TestBusy(t *testing.T) {
	s := newStore(t, Options{})
	put(t, s, record(1, day0))
	f, err := os.OpenFile(s.lockFile(), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if ok, err := diskfile.Lock(f); !ok || err != nil {
		t.Fatalf("Lock = %v, %v", ok, err)
	}
	if err := s.prune(context.Background()); err != nil { // leaves it to the other
		t.Error(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	if err := s.Put(ctx, record(2, day0)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Put: %v", err)
	}
	f.Close()
	put(t, s, record(2, day0))
}
