package tokenspeed

import (
	"bytes"
	"encoding/base64"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/toktee/toktee/internal/text/hash"
)

// size is the length of each natural text.
const size = 4 << 20

// A corpus is a text to measure on, with the least ratio of speeds that is good enough.
type corpus struct {
	name string
	gate float64
	text func(t testing.TB) []byte
}

var corpora = []corpus{
	{"code", natural, code},
	{"logs", natural, logs},
	{"diffs", natural, diffs},
	{"markdown", natural, markdown},
	{"data", natural, data},
	{"chinese", 8, chinese},
	{"base64", 8, noise},
	{"minified", 12, minified},
}

const natural = 30

// roots are the folders of the Go tree and of the module cache.
var roots = sync.OnceValues(func() ([]string, error) {
	out, err := exec.Command("go", "env", "GOROOT", "GOMODCACHE").Output()
	return strings.Fields(string(out)), err
})

// files joins files with one of the endings, in an order that depends on their names alone but mixes them, up to size.
func files(t testing.TB, largest int64, endings ...string) []byte {
	folders, err := roots()
	if err != nil {
		t.Fatalf("asking go where its files are: %v", err)
	}
	type file struct {
		path string
		hash uint64
	}
	var found []file
	for _, root := range folders {
		filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() || !slices.Contains(endings, filepath.Ext(path)) ||
				strings.Contains(path, "testdata") {
				return nil
			}
			if info, err := d.Info(); err == nil && info.Size() <= largest {
				rel, _ := filepath.Rel(root, path)
				found = append(found, file{path, hash.String(filepath.ToSlash(rel))})
			}
			return nil
		})
	}
	slices.SortFunc(found, func(a, b file) int {
		if a.hash < b.hash {
			return -1
		}
		return 1
	})
	var text bytes.Buffer
	for _, f := range found {
		if text.Len() >= size {
			break
		}
		if b, err := os.ReadFile(f.path); err == nil {
			text.Write(b)
		}
	}
	return cut(text.Bytes())
}

func cut(b []byte) []byte { return b[:min(len(b), size)] }

func code(t testing.TB) []byte {
	return files(t, 100<<10, ".go", ".py", ".java", ".js", ".c", ".cc", ".h", ".s", ".sh", ".rs", ".ts", ".rb")
}

// data is JSON, YAML and TOML: what go list says of the standard library and the commands, and files.
func data(t testing.TB) []byte {
	out, err := exec.Command("go", "list", "-deps", "-json", "std", "cmd").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	return cut(append(out, files(t, 200<<10, ".json", ".yaml", ".yml", ".toml")...))
}

// minified is the page of the trace viewer, which go tool trace serves.
func minified(t testing.TB) []byte {
	folders, err := roots()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(folders[0], "src", "internal", "trace", "traceviewer", "static")
	var text []byte
	for _, name := range []string{"trace_viewer_full.html", "webcomponents.min.js"} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, b...)
	}
	return text
}

// noise is random bytes in base64 on one line.
func noise(testing.TB) []byte {
	random := rand.NewChaCha8([32]byte{1})
	b := make([]byte, 750_000)
	random.Read(b)
	return []byte(base64.StdEncoding.EncodeToString(b))
}
