package list

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toktee/toktee/strategies"
)

// TestCounts compares the counts with a walk through the same folder, for every program that is there.
func TestCounts(t *testing.T) {
	dir := t.TempDir()
	for i, name := range []string{"a.go", "b c.md", "sub/x.go", "sub/deep/y z.txt", "sub/deep/er/w", ".hidden/h",
		"two  spaces", "-dash", "12", "total 3", "e:f:"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, make([]byte, i*37), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "empty"), 0o700); err != nil {
		t.Fatal(err)
	}
	var top, topFiles, all, files, dirs, shown, shownFiles int
	var bytes int64
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		all++
		hidden := strings.HasPrefix(rel, ".")
		if !hidden {
			shown++
		}
		if d.IsDir() {
			dirs++
		} else {
			files++
			if !hidden {
				shownFiles++
			}
		}
		if filepath.Dir(rel) == "." {
			top++
			if !d.IsDir() {
				topFiles++
				info, err := d.Info()
				if err != nil {
					return err
				}
				bytes += info.Size()
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		cmd         string
		entries     int
		files, dirs int // -1: not told
		bytes       int64
	}{
		{"ls -A -1", top, -1, -1, -1},
		{"ls -a -p -1", top, topFiles, top - topFiles, -1},
		{"ls -la", top, topFiles, top - topFiles, bytes},
		{"ls -lA --time-style=full-iso", top, topFiles, top - topFiles, bytes},
		{"ls -lAi", top, topFiles, top - topFiles, bytes},
		{"ls -lAh", top, topFiles, top - topFiles, -1},
		{"ls -lAR", all, files, dirs, -1},
		{"find .", all + 1, -1, -1, -1},
		{"find . -type f", files, files, 0, -1},
		{"find . -mindepth 1 -type d", dirs, 0, dirs, -1},
		{"du -a .", all + 1, -1, -1, -1},
		{"tree", shown, shownFiles, shown - shownFiles, -1},
		{"tree -a", all, files, dirs, -1},
		{"tree -a -s", all, files, dirs, -1},
		{"tree -a -d", dirs, 0, dirs, -1},
		{"rg --files --hidden", files, files, 0, -1},
	} {
		t.Run(tt.cmd, func(t *testing.T) {
			args := strings.Fields(tt.cmd)
			if _, err := exec.LookPath(args[0]); err != nil {
				t.Skipf("%s is not installed", args[0])
			}
			cmd := exec.Command(args[0], args[1:]...)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "RIPGREP_CONFIG_PATH=")
			out, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			d, err := digest(t, commandInput(tt.cmd), string(out))
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			get := func(k strategies.Key) int64 {
				if n, ok := d.Data[k]; ok {
					return n
				}
				return -1
			}
			got := fmt.Sprint(get(strategies.Entries), get(strategies.Files), get(keyDirs))
			if want := fmt.Sprint(tt.entries, tt.files, tt.dirs); got != want {
				t.Errorf("entries, files, directories are %s, want %s\n%s", got, want, out)
			}
			if tt.bytes >= 0 && get(keyBytes) != tt.bytes {
				t.Errorf("%d bytes, want %d", get(keyBytes), tt.bytes)
			}
		})
	}
}
