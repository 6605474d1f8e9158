//go:build unix

package team_test

import (
	"encoding/hex"
	"io"
	"math/rand/v2"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"github.com/klauspost/compress/zstd"

	"github.com/toktee/toktee/contrib/stores/team"
	"github.com/toktee/toktee/internal/host/store"
)

// TestS3 puts an output into a bucket of somebody else's server of S3's protocol, over a network that is cut at random
// bytes: the object is there whole, or not at all. With the network back it is there, and goes when it is forgotten.
func TestS3(t *testing.T) {
	objects := s3mem.New()
	if err := objects.CreateBucket("team"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(objects).Server())
	defer server.Close()
	n := newNetwork(t, "tcp", server.Listener.Addr().String())
	anna := newComputer(t, "anna-laptop", newDatabase(t), "")
	anna.env = []string{"AWS_ACCESS_KEY_ID=x", "AWS_SECRET_ACCESS_KEY=geheim", "AWS_EC2_METADATA_DISABLED=true"}
	for _, v := range anna.env {
		name, value, _ := strings.Cut(v, "=")
		t.Setenv(name, value)
	}
	anna.team.Bucket = "s3://team?region=eu-central-1&use_path_style=true&prefix=toktee/&endpoint=http://" +
		n.l.Addr().String()
	anna.settings("")
	noise := make([]byte, 4<<20)
	rand.NewChaCha8([32]byte{1}).Read(noise)
	text := hex.EncodeToString(noise) + "\n"
	n.left.Store(1 << 40)
	id := anna.prints(text)
	anna.expect("; 0 shared outputs, 0 new, 0 removed\n$", "store", "sync")
	anna.toktee("store", "share", id)

	got := func() string {
		t.Helper()
		o, err := objects.GetObject("team", "toktee/anna-laptop/"+id+".zst", nil)
		if gofakes3.HasErrorCode(err, gofakes3.ErrNoSuchKey) {
			return ""
		}
		if err != nil {
			t.Fatal(err)
		}
		defer o.Contents.Close()
		z, err := zstd.NewReader(o.Contents)
		if err != nil {
			t.Fatal(err)
		}
		defer z.Close()
		b, err := io.ReadAll(z)
		if err != nil {
			t.Errorf("the object is damaged: %v", err)
		}
		return string(b)
	}
	s := team.Sync{Settings: anna.team, Ledger: anna.ledger(), Store: store.Open(store.Options{Dir: anna.storeDir()})}
	r := rand.New(rand.NewPCG(3, 3))
	for range 3 {
		at := r.Int64N(4 << 20)
		n.left.Store(at)
		done, err := s.Run(t.Context())
		if err == nil || strings.Contains(err.Error(), "geheim") || strings.Contains(err.Error(), "use_path_style") {
			t.Errorf("cut after %d bytes: %+v, %v", at, done, err)
		}
		if object := got(); object != "" {
			t.Errorf("cut after %d bytes, the object has %d", at, len(object))
		}
	}
	n.left.Store(1 << 40)
	anna.expect("; 1 shared output, 1 new, 0 removed\n$", "store", "sync")
	if object := got(); object != text {
		t.Errorf("the object has %d bytes, want %d", len(object), len(text))
	}
	anna.expect("; 1 shared output, 0 new, 0 removed\n$", "store", "sync")
	anna.toktee("store", "forget", id)
	anna.expect("; 0 shared outputs, 0 new, 1 removed\n$", "store", "sync")
	if object := got(); object != "" {
		t.Errorf("forgotten, the object has %d bytes", len(object))
	}
}
