package session

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestOpenRefuses(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"a newer version", `{"kind":"session","schema_version":2}` + "\n", "schema_version is 2"},
		{"some text", "root:x:0:0\nbin:x:1:1\n", "not a session"},
		{"one line of text", "root:x:0:0", "not a session"},
		{"other JSON", `{"name":"x"}` + "\n", "not a session"},
		{"text, and a header", "some text\n" + `{"kind":"sess`, "not a session"},
		{"half of other JSON", `{"name":"x"`, "not a session"},
		{"other JSON with kinds", `{"kind":"Pod","id":"1"}` + "\n", "not a session"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "s.jsonl")
			must(t, os.WriteFile(path, []byte(tt.src), 0o644))
			must(t, os.Chmod(path, 0o644))
			_, err := Open(path, nil)
			if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %v, want %q", err, tt.want)
			}
			if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o644 {
				t.Errorf("mode %v, want 0644 as before (%v)", info.Mode(), err)
			}
			if got, _ := os.ReadFile(path); string(got) != tt.src {
				t.Errorf("the file has become %q", got)
			}
		})
	}
	if _, err := Open(t.TempDir(), nil); err == nil {
		t.Error("a folder was opened")
	}
	if _, err := readAll(strings.NewReader(`{"kind":"session","schema_version":2}` + "\n")); err == nil {
		t.Error("a newer log was read")
	}
}

// TestOpenMakesNothing checks that an Open that fails leaves no folder behind.
func TestOpenMakesNothing(t *testing.T) {
	late := func() time.Time { return time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC) }
	for _, tt := range []struct {
		name, path string
		o          *Options
	}{
		{"the name of a folder", "new/er/", nil},
		{"a name with a zero byte", "new/er/s\x00", nil},
		{"a name that is too long", "new/er/" + strings.Repeat("s", 300), nil},
		{"a folder whose name is too long", "new/er/" + strings.Repeat("s", 300) + "/s.jsonl", nil},
		{"a folder that is a file", "file/er/s.jsonl", nil},
		{"a header that can't be written", "new/er/s.jsonl", &Options{Now: late}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			must(t, os.WriteFile(filepath.Join(dir, "file"), []byte("x"), 0o644))
			l, err := Open(dir+"/"+tt.path, tt.o)
			if err == nil {
				l.Close()
				t.Error("no error")
			}
			if got, err := os.ReadDir(dir); err != nil || len(got) != 1 {
				t.Errorf("the folder has %v (%v), want the file alone", got, err)
			}
		})
	}
}

// TestLogTrailingNULs checks that what a power failure leaves after the last record is cut off.
func TestLogTrailingNULs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	want := record(t, path)
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	must(t, err)
	f.Write(make([]byte, 5000))
	must(t, f.Close())
	if got := load(t, path); len(got.Items) != len(want) || !got.Torn || got.Damaged != 0 {
		t.Errorf("%d items, torn %v, %d damaged", len(got.Items), got.Torn, got.Damaged)
	}
	l := open(t, path, nil)
	_, err = l.Append(Item{Kind: KindText, Turn: 3, Text: "more"})
	must(t, err)
	if got := load(t, path); len(got.Items) != len(want)+1 || got.Torn || got.Damaged != 0 {
		t.Errorf("after an append: %d items, torn %v, %d damaged", len(got.Items), got.Torn, got.Damaged)
	}
}

func TestLogModes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes are those of unix")
	}
	dir := filepath.Join(t.TempDir(), "new", "er")
	l := open(t, filepath.Join(dir, "s.jsonl"), nil)
	for path, want := range map[string]os.FileMode{dir: 0o700, filepath.Dir(dir): 0o700, l.path: 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s has mode %v, want %v (%v)", path, info.Mode(), want, err)
		}
	}
}

// A writer that was killed may hold the log a moment longer: a child between fork and exec has its files open.
func TestLogLetGo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	l := open(t, path, nil)
	time.AfterFunc(50*time.Millisecond, func() { l.Close() })
	next, err := Open(path, nil)
	if err != nil {
		t.Fatalf("opening a log that is let go of soon: %v", err)
	}
	next.Close()
}

func TestLogOneWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	l := open(t, path, nil)
	if _, err := Open(path, nil); !errors.Is(err, ErrLocked) {
		t.Errorf("a second writer: %v, want ErrLocked", err)
	}
	_, err := l.Append(Item{Kind: KindUser, Text: "go"})
	must(t, err)
	if got := load(t, path); len(got.Items) != 1 {
		t.Errorf("a reader beside the writer sees %d items", len(got.Items))
	}
	must(t, l.Close())
	must(t, l.Close())
	if _, err := l.Append(Item{Kind: KindUser, Text: "go"}); !errors.Is(err, os.ErrClosed) {
		t.Errorf("Append after Close: %v", err)
	}
	open(t, path, nil)
}

// TestOpenKeepsWhatNoCrashLeft checks that Open cuts off nothing but a record that was being written: whatever else
// follows the last line feed stays in the file, and nothing of a file without a complete record is changed.
func TestOpenKeepsWhatNoCrashLeft(t *testing.T) {
	const header = `{"kind":"session","schema_version":1,"id":"s","time":"2026-01-02T03:04:05Z"}`
	const item = `{"kind":"user","id":"1","turn":1,"time":"2026-01-02T03:04:05Z","text":"go"}`
	for _, tt := range []struct {
		name, src string
		damaged   int // lines after the next item; -1 means that the file isn't opened
	}{
		{"records without line feeds between them", header + "\n" + item + item, 1},
		{"a record, and what can't be JSON", header + "\n" + item + "\n" + item + " #", 1},
		{"a note of the user", header + "\n" + item + "\nto be continued", 1},
		{"a record that lost its first bytes", header + "\n" + item + "\n" + item[9:], 1},
		{"a log whose line feeds are gone", header + item + item, -1},
		{"line ends of another system", header + "\r" + item + "\r" + item + "\r", -1},
		{"a header, and other text", header + " and a long text", -1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "s.jsonl")
			must(t, os.WriteFile(path, []byte(tt.src), 0o600))
			l, err := Open(path, nil)
			if (err != nil) != (tt.damaged < 0) {
				t.Fatalf("Open: %v", err)
			}
			if err == nil {
				_, err := l.Append(Item{Kind: KindText, Turn: 1, Text: "more"})
				must(t, err)
				must(t, l.Close())
				tr := load(t, path)
				if tr.Damaged != tt.damaged || tr.Torn || tr.Items[len(tr.Items)-1].Text != "more" {
					t.Errorf("%d damaged, torn %v, items\n%s", tr.Damaged, tr.Torn, asText(tr.Items))
				}
			}
			src, err := os.ReadFile(path)
			must(t, err)
			if !strings.HasPrefix(string(src), tt.src) {
				t.Errorf("the file has lost something:\n%s\nwas\n%s", src, tt.src)
			}
		})
	}
}

// TestOpenKeepsLongTail checks that what is too long for a record that was being written isn't cut off.
func TestOpenKeepsLongTail(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	record(t, path)
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	must(t, err)
	_, err = f.WriteString(`{"kind":"text","text":"` + strings.Repeat("x", MaxRecord))
	must(t, err)
	must(t, f.Close())
	before, err := os.Stat(path)
	must(t, err)
	open(t, path, nil)
	if after, err := os.Stat(path); err != nil || after.Size() <= before.Size() {
		t.Errorf("the file had %d bytes, and now %d, %v", before.Size(), after.Size(), err)
	}
}
