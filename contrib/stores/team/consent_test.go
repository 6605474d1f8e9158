//go:build unix

package team_test

import (
	"encoding/hex"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/toktee/toktee/contrib/stores/team"
	"github.com/toktee/toktee/internal/host/store"
)

// A bird is a text that is in one output alone, as a line and within others.
func bird(name string) (canary, output string) {
	canary = fmt.Sprintf("canary%s%x", name, time.Now().UnixNano())
	var b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&b, "error: line %d of %s\n", i, canary)
	}
	return canary, b.String() + canary + "\n\x00\xff" + canary
}

// leaked are the places where a text is: the database's dump, and files of the bucket, as they are and decompressed.
func leaked(t *testing.T, database, bucket, text string) (places []string) {
	t.Helper()
	if strings.Contains(real.Dump(t, database), text) {
		places = append(places, "the database")
	}
	for name, content := range files(t, bucket) {
		raw, err := os.ReadFile(filepath.Join(bucket, name))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(content, text) || strings.Contains(string(raw), text) {
			places = append(places, name)
		}
	}
	slices.Sort(places)
	return places
}

// TestConsent: no output is anywhere in database and bucket unless it was shared, and then it alone; what isn't shared
// any more, or is forgotten, is gone with the next sync.
func TestConsent(t *testing.T) {
	database, bucket := newDatabase(t), t.TempDir()
	anna, bert := newComputer(t, "anna-laptop", database, bucket), newComputer(t, "bert-desk", database, bucket)
	first, text1 := bird("one")
	second, text2 := bird("two")
	berts, text3 := bird("bert")
	id1, id2, id3 := anna.prints(text1), anna.prints(text2), bert.prints(text3)
	object := func(name, id string) string { return filepath.Join(name, id+".zst") }
	check := func(what string, want map[string]string) {
		t.Helper()
		if d := cmp.Diff(want, files(t, bucket)); d != "" {
			t.Errorf("%s: the bucket (-want +got):\n%s", what, d)
		}
		for canary, text := range map[string]string{first: text1, second: text2, berts: text3} {
			var places []string
			for name, content := range want {
				if content == text {
					places = append(places, name)
				}
			}
			if d := cmp.Diff(places, leaked(t, database, bucket, canary)); d != "" {
				t.Errorf("%s: where %s is (-want +got):\n%s", what, canary, d)
			}
		}
	}
	anna.expect(`^synced: 2 calls of anna-laptop; 0 shared outputs, 0 new, 0 removed\n$`, "store", "sync")
	bert.toktee("store", "sync")
	check("without consent", map[string]string{})

	anna.expect(`^shared: `+id1+`, \d+ bytes; the next toktee store sync puts it into the bucket\n$`,
		"store", "share", id1)
	check("before the next sync", map[string]string{})
	anna.expect(`; 1 shared output, 1 new, 0 removed\n$`, "store", "sync")
	bert.toktee("store", "sync")
	one := map[string]string{object("anna-laptop", id1): text1}
	check("with consent for one", one)
	anna.expect(`; 1 shared output, 0 new, 0 removed\n$`, "store", "sync")
	anna.expect("^"+id1+"\n$", "store", "share", "--list")

	bert.settings("share_payloads = true\n")
	bert.toktee("store", "sync")
	two := maps.Clone(one)
	two[object("bert-desk", id3)] = text3
	check("with consent of bert for all", two)
	bert.settings("")
	bert.expect(`; 0 shared outputs, 0 new, 1 removed\n$`, "store", "sync")
	check("bert has changed his mind", one)

	anna.expect("^not shared: "+id1, "store", "share", id1, "--undo")
	anna.toktee("store", "sync")
	check("anna has taken it back", map[string]string{})
	anna.toktee("store", "share", id1)
	anna.toktee("store", "share", id2)
	anna.toktee("store", "sync")
	anna.toktee("store", "forget", id1)
	anna.expect(`; 1 shared output, 0 new, 1 removed\n$`, "store", "sync")
	check("one is forgotten", map[string]string{object("anna-laptop", id2): text2})
	if strings.Contains(real.Dump(t, database), id1) {
		t.Error("the database has the result that was forgotten")
	}
	anna.prints(text1) // the same result: shared, forgotten, and made once more between two syncs
	anna.toktee("store", "share", id1)
	anna.toktee("store", "forget", id1)
	anna.prints(text1)
	anna.expect(`; 1 shared output, 0 new, 0 removed\n$`, "store", "sync")
	check("the same once more", map[string]string{object("anna-laptop", id2): text2})

	old := time.Now().Add(-2 * time.Hour)
	crashed := filepath.Join(bucket, object("anna-laptop", id1)+".18b0.tmp")
	if err := os.WriteFile(crashed, []byte(text1), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(crashed, old, old); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(anna.storeDir(), "records")); err != nil {
		t.Fatal(err)
	}
	anna.expect(`; 1 shared output, 0 new, 1 removed\n$`, "store", "sync")
	check("after a crash, and with all outputs pruned here", map[string]string{object("anna-laptop", id2): text2})
	anna.toktee("store", "forget", "--session", "s")
	anna.toktee("store", "sync")
	check("the session is forgotten", map[string]string{})
}

// TestOthers: what isn't an output in the folder of a machine, as one of the name of a person's own has, stays.
func TestOthers(t *testing.T) {
	bucket := t.TempDir()
	anna := newComputer(t, "anna", newDatabase(t), bucket)
	old := time.Now().Add(-50 * time.Hour)
	for _, name := range []string{
		"thesis.tex", "backup.zst", "401882137095.zst.bak", "x/401882137095.zst", "x.18b0.tmp",
	} {
		path := filepath.Join(bucket, "anna", name)
		err := os.MkdirAll(filepath.Dir(path), 0o700)
		if err == nil {
			err = os.WriteFile(path, nil, 0o600)
		}
		if err == nil {
			err = os.Chtimes(path, old, old)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	anna.toktee("store", "share", anna.prints("text\n"))
	anna.expect(`; 1 shared output, 1 new, 0 removed\n$`, "store", "sync")
	if got := files(t, bucket); len(got) != 6 {
		t.Errorf("the bucket has %q", got)
	}
}

// TestUndone: consent that is taken back while other outputs are put counts at once.
func TestUndone(t *testing.T) {
	bucket := t.TempDir()
	anna := newComputer(t, "anna-laptop", newDatabase(t), bucket)
	ids := []string{anna.prints("one\n"), anna.prints("two\n")}
	slices.Sort(ids) // as they are put
	for _, id := range ids {
		anna.toktee("store", "share", id)
	}
	st := store.Open(store.Options{Dir: anna.storeDir()})
	s := team.Sync{Settings: anna.team, Ledger: anna.ledger(), Store: st, Progress: func(done, _ int) {
		if done == 0 {
			anna.toktee("store", "share", ids[1], "--undo")
		}
	}}
	done, err := s.Run(t.Context())
	if err != nil || done.Shared != 1 || done.Put != 1 || len(files(t, bucket)) != 1 {
		t.Errorf("Run: %+v, %v", done, err)
	}
}

// TestForgottenMeanwhile: what is forgotten while a sync waits for another one doesn't come back with it.
func TestForgottenMeanwhile(t *testing.T) {
	name := newDatabase(t)
	anna := newComputer(t, "anna-laptop", name, "")
	anna.note(work(1, day, 50)...)
	anna.toktee("store", "sync")
	other, err := pgx.Connect(t.Context(), anna.team.Database)
	if err == nil {
		_, err = other.Exec(t.Context(), "BEGIN; LOCK TABLE toktee.contexts IN SHARE MODE")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close(t.Context())
	l := anna.ledger()
	s := team.Sync{Settings: anna.team, Ledger: l, Store: store.Open(store.Options{Dir: anna.storeDir()})}
	ended := make(chan error)
	go func() {
		_, err := s.Run(t.Context())
		ended <- err
	}()
	for waits := false; !waits; time.Sleep(50 * time.Millisecond) {
		err := other.QueryRow(t.Context(), "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)").Scan(&waits)
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Forget(t.Context(), store.Which{Session: "s"}); err != nil {
		t.Error(err)
	}
	if _, err := other.Exec(t.Context(), "COMMIT"); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	compare(t, "afterwards", anna.team.Database, l)
}

// TestDamaged: of an output that can't be read to its end, nothing is in the bucket; others are.
func TestDamaged(t *testing.T) {
	bucket := t.TempDir()
	anna := newComputer(t, "anna-laptop", newDatabase(t), bucket)
	noise := make([]byte, 3<<20)
	rand.NewChaCha8([32]byte{1}).Read(noise)
	bad := anna.prints(hex.EncodeToString(noise))
	good := anna.prints("sound\n")
	anna.toktee("store", "share", bad)
	anna.toktee("store", "share", good)
	payloads, err := filepath.Glob(filepath.Join(anna.storeDir(), "payloads", "*.zst"))
	if err != nil || len(payloads) != 1 {
		t.Fatalf("payloads: %q, %v", payloads, err)
	}
	if err := os.Truncate(payloads[0], 2<<20); err != nil {
		t.Fatal(err)
	}
	anna.expect(`^toktee: output `+bad+` is not shared: reading the payload of .*\n`+
		`synced: .*; 1 shared output, 1 new, 0 removed\n$`, "store", "sync")
	want := map[string]string{filepath.Join("anna-laptop", good+".zst"): "sound\n"}
	if d := cmp.Diff(want, files(t, bucket)); d != "" {
		t.Errorf("the bucket (-want +got):\n%s", d)
	}
}

// TestProject: whoever wrote a project can neither share outputs nor say where they go.
func TestProject(t *testing.T) {
	anna := newComputer(t, "anna-laptop", newDatabase(t), t.TempDir())
	for _, line := range []string{"share_payloads = true", `bucket = "file:///tmp"`, `database = "postgres://x/y"`} {
		anna.write(".toktee/config.toml", "[team]\n"+line+"\n")
		if out := anna.fails(2, "store", "sync"); !strings.Contains(out, "team: not allowed in a project's file") {
			t.Error(out)
		}
	}
}

// TestSecrets: a token in a command line and in an output that is shared leaves neither with the row nor with the
// output.
func TestSecrets(t *testing.T) {
	database, bucket := newDatabase(t), t.TempDir()
	anna := newComputer(t, "anna-laptop", database, bucket)
	token := "gh" + "p_16C7e42F292c6912E7710c838347Ae178B4a"
	anna.write("config/toktee/config.toml", "[agent]\nmask_secrets = false\n"+
		string(must(os.ReadFile(filepath.Join(anna.home, "config/toktee/config.toml")))))
	anna.toktee("run", "--", "sh", "-c", "seq 1 2000; echo pushed to https://"+token+"@github.com/x; exit 0")
	anna.toktee("store", "share", strings.Fields(anna.toktee("ls", "--limit", "1"))[0])
	anna.expect(`; 1 shared output, 1 new, 0 removed\n$`, "store", "sync")
	if in := leaked(t, database, bucket, token); len(in) > 0 {
		t.Errorf("the token is in %q", in)
	}
	if in := leaked(t, database, bucket, "pushed to https://[github token]@github.com/x"); len(in) != 2 {
		t.Errorf("the mark is in %q: want the row and the output", in)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
