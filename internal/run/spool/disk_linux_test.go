package spool_test

import (
	"bytes"
	"errors"
	"fmt"
	"os/signal"
	"regexp"
	"syscall"
	"testing"

	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/internal/testing/sweep"
)

// If the disk is full while the end of an output is recorded, the end is kept in memory, and the gap is where it is.
func TestTailOnFullDisk(t *testing.T) {
	sweep.OneGoroutine(t)
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
		t.Fatal(err)
	}
	s := spool.New(spool.Options{Dir: t.TempDir(), MaxFile: 4 << 20})
	defer s.Remove()
	total := 0
	write := func(n int) {
		for range n {
			b := fmt.Appendf(nil, "mark %d\n", total)
			for x := uint32(total + 1); len(b) < 1<<20; x = x*1664525 + 1013904223 {
				b = fmt.Appendf(b, "%08x", x)
			}
			b = append(b, '\n')
			total++
			if _, err := s.Write(spool.Stdout, b); err != nil {
				t.Fatal(err)
			}
		}
	}
	write(6)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 512 << 10, Max: old.Max}); err != nil {
		t.Fatal(err)
	}
	write(60)
	err := s.Close()
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
		t.Fatal(err)
	}
	var disk *spool.DiskError
	if !errors.As(err, &disk) || disk.Lost != 0 {
		t.Errorf("error %v, want one of the disk that loses nothing", err)
	}
	got := contents(t, s.Open)
	head, tail, ok := bytes.Cut(got, []byte(" bytes not recorded]\n"))
	first := regexp.MustCompile(`(?m)^mark (\d+)$`).FindSubmatch(tail)
	if !ok || first == nil || !bytes.HasPrefix(head, []byte("mark 0\n")) {
		t.Fatalf("%d bytes, gap %v", len(got), ok)
	}
	var n int
	fmt.Sscan(string(first[1]), &n)
	for i := n; i < total; i++ {
		if !bytes.Contains(tail, fmt.Appendf(nil, "mark %d\n", i)) {
			t.Errorf("after the gap, %d is missing", i)
		}
	}
	if n > total-20 || bytes.Contains(head, fmt.Appendf(nil, "mark %d\n", n-1)) {
		t.Errorf("the gap ends before %d of %d", n, total)
	}
}
