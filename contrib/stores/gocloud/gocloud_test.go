package gocloud_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/url"
	"path/filepath"
	"testing"

	"gocloud.dev/blob/fileblob"
	"gocloud.dev/blob/memblob"

	"github.com/toktee/toktee/contrib/stores/gocloud"
	"github.com/toktee/toktee/internal/host/blobs"
	"github.com/toktee/toktee/internal/host/blobs/blobtest"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/run/spool"
)

func TestMemory(t *testing.T) {
	blobtest.RunTests(t, func(t testing.TB) blobs.Blobs {
		p := gocloud.New(memblob.OpenBucket(nil))
		t.Cleanup(func() { p.Close() })
		return p
	})
}

func TestFiles(t *testing.T) {
	blobtest.RunTests(t, func(t testing.TB) blobs.Blobs {
		b, err := fileblob.OpenBucket(t.TempDir(), &fileblob.Options{
			NoTempDir: true, Metadata: fileblob.MetadataDontWrite,
		})
		if err != nil {
			t.Fatal(err)
		}
		p := gocloud.New(b)
		t.Cleanup(func() { p.Close() })
		return p
	})
}

// TestStore has the payloads of a store in a bucket: they are put, read, verified, and forgotten there.
func TestStore(t *testing.T) {
	dir := filepath.ToSlash(t.TempDir())
	at := url.URL{Scheme: "file", Path: dir, RawQuery: "no_tmp_dir=true&metadata=skip&prefix=toktee/"}
	p, err := gocloud.Open(t.Context(), at.String())
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	s := store.Open(store.Options{Dir: t.TempDir(), Payloads: p})
	output := make([]byte, 3<<20)
	rand.NewChaCha8([32]byte{1}).Read(output)
	for i := range 2 {
		r := store.Record{
			ID: fmt.Sprintf("%012d", i), Command: "make",
			Result: json.RawMessage(`{"schema_version":1,"llm_content":"text"}`),
			Source: spool.FromBytes(output, nil),
		}
		if err := s.Put(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	r, err := s.Payload("000000000001")
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(r)
	r.Close()
	if err != nil || !bytes.Equal(got, output) {
		t.Errorf("Payload: %d bytes of %d, %v", len(got), len(output), err)
	}
	v, err := s.Verify(t.Context(), func(f store.Finding) { t.Errorf("%+v", f) }, nil)
	if err != nil || v.Records != 2 || v.Payloads != 1 {
		t.Errorf("Verify = %+v, %v", v, err)
	}
	if _, err := s.Forget(t.Context(), store.Which{All: true}); err != nil {
		t.Error(err)
	}
	for info, err := range p.List(t.Context()) {
		t.Errorf("%+v, %v is left", info, err)
	}
}
