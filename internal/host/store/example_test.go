package store_test

import (
	"context"
	"fmt"
	"os"

	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/run/spool"
)

func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)

	s := store.Open(store.Options{Dir: dir})
	sp := spool.New(spool.Options{Dir: s.SpoolDir()})
	fmt.Fprint(sp.Stream(spool.Stdout), "one\ntwo\nthree\n")
	sp.Close()
	defer sp.Remove()
	err = s.Put(context.Background(), store.Record{ID: "401882137095", Command: "seq 3", Source: sp})
	if err != nil {
		fmt.Println("warning:", err)
	}

	r, err := s.Last()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Command, r.Bytes)
	payload, err := s.Payload("4018") // the start of an id is enough
	if err != nil {
		fmt.Println(err)
		return
	}
	defer payload.Close()
	store.CopyLines(os.Stdout, payload, 2, 3)
	// Output:
	// seq 3 14
	// two
	// three
}
