package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/host/store"
)

func TestLedgerFile(t *testing.T) {
	if desk.LedgerFile != ledger.Name {
		t.Errorf("toktee looks for %s, and the ledger is %s", desk.LedgerFile, ledger.Name)
	}
}

// holding are the files below a folder that have a text in them.
func holding(t *testing.T, dir, text string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		if bytes.Contains(b, []byte(text)) {
			names = append(names, filepath.Base(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// TestForget forgets a command whose name and output are in the store, in the journal and in the ledger: no byte of
// them is left in any file, and those of another command stay.
func TestForget(t *testing.T) {
	const canary, other = "canarybird", "otherbird"
	for _, tt := range []struct {
		name   string
		args   func(id string) []string
		pruned bool   // the store has removed the result before, of age
		old    bool   // and the journal its entries
		said   string // on standard output
		left   bool   // the other command stays
	}{
		{"an id", func(id string) []string { return []string{id} }, false, false, "forgotten: 1 result, ", true},
		{"the start of an id", func(id string) []string { return []string{id[:9]} }, false, false,
			"forgotten: 1 result, ", true},
		{"a session", func(string) []string { return []string{"--session", "s"} }, false, false,
			"forgotten: 1 result, ", true},
		{"all", func(string) []string { return []string{"--all"} }, false, false, "forgotten: 2 results, ", false},
		{"an id that the journal alone has", func(id string) []string { return []string{id} }, true, false,
			"forgotten: 1 entry of the journal; ", true},
		{"an id that the ledger alone has", func(id string) []string { return []string{id} }, true, true,
			"forgotten: the entries of the ledger; ", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			env := append(environment(t), "TOKTEE_STORE="+dir)
			toktee := func(args ...string) (string, error) {
				cmd := exec.Command(filepath.Join(programs, "toktee"), args...)
				cmd.Env = env
				out, err := cmd.CombinedOutput()
				return string(out), err
			}
			for session, bird := range map[string]string{"s": canary, "r": other} {
				script := "echo " + bird + "; seq -f " + bird + "%g 1 300"
				if out, err := toktee("run", "--session", session, "--", "sh", "-c", script); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
			}
			s := store.Open(store.Options{Dir: dir})
			id := ""
			list, _, err := s.List(0)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range list {
				if strings.Contains(r.Command, canary) {
					id = r.ID
				}
			}
			l, err := ledger.Open(t.Context(), ledger.Options{
				Path: filepath.Join(dir, ledger.Name), Journal: s.JournalDir(), Store: s,
			})
			if err == nil {
				_, err = l.Index(t.Context(), nil)
			}
			if err == nil {
				err = l.Close()
			}
			if err != nil {
				t.Fatal(err)
			}
			if in := holding(t, dir, canary); len(in) < 3 {
				t.Fatalf("before, %q has it: want record, journal and ledger", in)
			}
			if tt.pruned {
				removeAll(t, dir, "records", "runs", "given")
			}
			if tt.old {
				removeAll(t, dir, "journal")
			}
			out, err := toktee(append([]string{"store", "forget"}, tt.args(id)...)...)
			said, left, _ := strings.Cut(out, "\n")
			if err != nil || !strings.HasPrefix(said, tt.said) || (left == "") != tt.left {
				t.Errorf("forget: %v: %s, want %s", err, out, tt.said)
			}
			if in := holding(t, dir, canary); len(in) > 0 {
				t.Errorf("afterwards, %q has it", in)
			}
			if in := holding(t, dir, other); (len(in) > 0) != tt.left {
				t.Errorf("of the other command, %q has something, want that: %v", in, tt.left)
			}
			if tt.left && !tt.pruned {
				if n := calls(t, s); n != 1 {
					t.Errorf("the ledger has %d calls, want that of the other command", n)
				}
			}
			out, err = toktee("store", "forget", "999999999999")
			if err == nil || !strings.Contains(out, "999999999999") {
				t.Errorf("forget of what never was: %v: %s", err, out)
			}
		})
	}
}

func removeAll(t *testing.T, dir string, names ...string) {
	t.Helper()
	for _, name := range names {
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
}

// calls is how many calls the ledger has.
func calls(t *testing.T, s *store.Store) int64 {
	t.Helper()
	l, err := ledger.Open(t.Context(), ledger.Options{
		Path: filepath.Join(filepath.Dir(s.JournalDir()), ledger.Name), Journal: s.JournalDir(), Now: time.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	groups, err := l.Stats(t.Context(), ledger.Query{})
	if err != nil || len(groups) != 1 {
		t.Fatalf("Stats = %+v, %v", groups, err)
	}
	return groups[0].Calls
}
