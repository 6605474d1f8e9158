package spool_test

import (
	"fmt"
	"io"

	"github.com/toktee/toktee/internal/run/spool"
)

func Example() {
	s := spool.New(spool.Options{})
	defer s.Remove()
	fmt.Fprintln(s.Stream(spool.Stdout), "building")
	fmt.Fprintln(s.Stream(spool.Stderr), "no such file: a.c")
	if err := s.Close(); err != nil {
		fmt.Println("warning:", err)
	}

	all, err := s.Open()
	if err != nil {
		fmt.Println(err)
		return
	}
	r := spool.Select(all, s.Frames(), spool.Stderr)
	defer r.Close()
	b, _ := io.ReadAll(r)
	fmt.Printf("%d bytes, on stderr: %s", s.Len(), b)
	// Output: 27 bytes, on stderr: no such file: a.c
}
