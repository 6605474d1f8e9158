package tokens

import (
	"bytes"
	"hash/fnv"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/toktee/toktee/internal/testing/sweep"
	"github.com/toktee/toktee/tokens/tiktoken"
)

// These tests compare counts with tiktoken-go's. They take samples, unless TOKTEE_TEST_ALL=1 is set: then every file of
// up to 1 MB of the Go tree and the module cache is counted, and half a million texts, which takes some minutes.
var all = os.Getenv("TOKTEE_TEST_ALL") == "1"

func oracle(t testing.TB, enc Encoding) *tiktoken.Counter {
	t.Helper()
	c, err := tiktoken.New(string(enc))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// fair tells whether tiktoken-go counts b as the official counter does, and in time: it doesn't take
// U+017F for an s, knows only Go's Unicode, and its time grows with the square of a piece's length.
func fair(c *Counter, b []byte) bool {
	if bytes.Contains(b, []byte("'ſ")) {
		return false
	}
	for _, r := range string(b) {
		if r >= 0x800 && classOf(r) != other && !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.White_Space) {
			return false
		}
	}
	for pos := 0; pos < len(b); {
		end, _ := c.piece(b, pos)
		if end-pos > 4<<10 {
			return false
		}
		pos = end
	}
	return true
}

func TestOracleFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and nothing in it runs at the same time")
	}
	files := goFiles(t)
	eachEncoding(t, func(t *testing.T, enc Encoding, c *Counter) {
		oracle := oracle(t, enc)
		counted := 0
		for _, name := range files {
			b, err := os.ReadFile(name)
			if err != nil || !fair(c, b) {
				continue
			}
			counted++
			if got, want := c.Count(b), oracle.Count(string(b)); got != want {
				t.Errorf("%s has %d tokens, want %d", name, got, want)
			}
		}
		t.Logf("%d of %d files counted", counted, len(files))
		if counted < 50 {
			t.Errorf("only %d files to compare", counted)
		}
	})
}

// goFiles lists files of the Go tree and of the module cache: sources, documents, test data in many languages,
// archives.
func goFiles(t testing.TB) (files []string) {
	out, err := exec.Command("go", "env", "GOROOT", "GOMODCACHE").Output()
	if err != nil {
		t.Fatalf("asking go where its files are: %v", err)
	}
	for _, root := range strings.Fields(string(out)) {
		size := int64(0)
		filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return nil
			}
			info, err := d.Info()
			if err != nil || info.Size() > 1<<20 || strings.HasSuffix(path, ".tiktoken") {
				return nil
			}
			rel, _ := filepath.Rel(root, path)
			h := fnv.New32a()
			h.Write([]byte(rel))
			if all || h.Sum32()%64 == 0 && info.Size() < 20<<10 && size < 1<<20 {
				files = append(files, path)
				size += info.Size()
			}
			return nil
		})
	}
	slices.Sort(files)
	return files
}

// Texts of random fragments and characters.
func TestOracleTexts(t *testing.T) {
	sweep.OneGoroutine(t)
	texts := 20000
	if all {
		texts = 500000
	}
	fragments := append(goldenFragments(t), pieces...)
	eachEncoding(t, func(t *testing.T, enc Encoding, c *Counter) {
		oracle := oracle(t, enc)
		random := rand.New(rand.NewPCG(1, 2))
		counted := 0
		for range texts {
			var s strings.Builder
			for range 1 + random.IntN(12) {
				switch random.IntN(8) {
				case 0:
					s.WriteRune(rune(random.IntN(0x3000)))
				case 1:
					s.WriteByte(byte(random.Uint32()))
				case 2:
					s.WriteString(strings.Repeat(fragments[random.IntN(len(fragments))], random.IntN(20)))
				default:
					s.WriteString(fragments[random.IntN(len(fragments))])
				}
			}
			if !fair(c, []byte(s.String())) {
				continue
			}
			counted++
			if got, want := c.CountString(s.String()), oracle.Count(s.String()); got != want {
				t.Fatalf("%q has %d tokens, want %d", s.String(), got, want)
			}
		}
		if counted < texts*3/4 {
			t.Errorf("only %d of %d texts could be compared", counted, texts)
		}
	})
}
