//go:build unix

package abort_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/toktee/toktee/agent/abort"
)

// A process that is suspended while it has the register's lock keeps nobody from running. Nothing is removed meanwhile
// that others may have to see.
func TestLockedRegister(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits for the lock")
	}
	b := newBox(t)
	old := b.begin("", "")
	b.request("", abort.All, "stop")
	f, err := os.OpenFile(filepath.Join(b.register, ".lock"), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	late := b.begin("", "")
	if got := []string{reason(t, old), reason(t, late)}; got[0] != "stop" || got[1] != "" {
		t.Errorf("the runs hear %q; want the old one alone to hear %q", got, "stop")
	}
	late.End()
	if !b.has("", abort.All) || len(b.warnings) != 2 || !strings.Contains(b.warnings[0], "locking") {
		t.Errorf("the request is there: %v; warnings %q, want two about the lock", b.has("", abort.All), b.warnings)
	}
	f.Close()
	old.End()
	if b.has("", abort.All) {
		t.Error("the request outlives the last run")
	}
}

// An entry whose process was killed while it wrote it doesn't stay. One that is being written does.
func TestKilledWhileWriting(t *testing.T) {
	b := newBox(t)
	b.begin("", "")
	files := map[string]*os.File{}
	for name, text := range map[string]string{".new-dead": "{}", ".new-marked": "{}", ".new-empty": ""} {
		f, err := os.Create(filepath.Join(b.register, name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if _, err := f.WriteString(text); err != nil {
			t.Fatal(err)
		}
		files[name] = f
	}
	if err := syscall.Flock(int(files[".new-marked"].Fd()), syscall.LOCK_SH); err != nil {
		t.Fatal(err)
	}
	if _, err := abort.List(b.register); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{".new-dead": false, ".new-marked": true, ".new-empty": true} {
		if _, err := os.Stat(filepath.Join(b.register, name)); (err == nil) != want {
			t.Errorf("%s is there: %t, want %t", name, err == nil, want)
		}
	}
}
