package tokens

import (
	"encoding/binary"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// The golden counts are those of the official counter; testdata/golden/make.mjs makes them and has the same generator.
const goldenTexts = 20000

func TestGolden(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and nothing in it runs at the same time")
	}
	fragments := goldenFragments(t)
	for _, enc := range encodings {
		t.Run(string(enc), func(t *testing.T) {
			golden, err := os.ReadFile(filepath.Join("testdata", "golden", string(enc)+".bin"))
			if err != nil {
				t.Fatal(err)
			}
			c := counter(t, enc)
			wrong := 0
			for i := range goldenTexts {
				s := goldenText(i, fragments)
				want := int(binary.LittleEndian.Uint16(golden[2*i:]))
				if got := c.CountString(s); got != want && wrong < 5 {
					t.Errorf("text %d has %d tokens, want %d: %.200q", i, got, want, s)
					wrong++
				}
			}
			golden = golden[2*goldenTexts:]
			for block := rune(0); block <= utf8.MaxRune; block += 256 {
				if block >= 0xd800 && block <= 0xdfff {
					continue
				}
				if got, want := goldenBlock(c, block), binary.LittleEndian.Uint32(golden); got != want {
					t.Errorf("counts of the code points from %U on differ", block)
				}
				golden = golden[4:]
			}
			if len(golden) != 0 {
				t.Errorf("%d golden bytes are left", len(golden))
			}
		})
	}
}

// TestGoldenFiles compares the counts of files with those of the official counter itself. Its script lies where the
// npm package is installed; see testdata/golden.
func TestGoldenFiles(t *testing.T) {
	script := os.Getenv("TOKTEE_TEST_TIKTOKEN")
	if script == "" {
		t.Skip("the official counter takes node and a package: set TOKTEE_TEST_TIKTOKEN to " +
			"testdata/golden/files.mjs beside an installed npm package tiktoken")
	}
	var files []string
	for _, name := range goFiles(t) {
		// node drops a BOM
		if b, err := os.ReadFile(name); err == nil && utf8.Valid(b) && !strings.HasPrefix(string(b), "\ufeff") {
			files = append(files, name)
		}
	}
	for _, enc := range encodings {
		t.Run(string(enc), func(t *testing.T) {
			cmd := exec.Command("node", script, string(enc))
			cmd.Stdin = strings.NewReader(strings.Join(files, "\n"))
			cmd.Stderr = os.Stderr
			out, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			counts := strings.Fields(string(out))
			if len(counts) != len(files) || len(files) == 0 {
				t.Fatalf("%d counts of %d files", len(counts), len(files))
			}
			c := counter(t, enc)
			for i, name := range files {
				b, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				if got := strconv.Itoa(c.Count(b)); got != counts[i] {
					t.Errorf("%s has %s tokens, want %s", name, got, counts[i])
				}
			}
			t.Logf("%d files counted", len(files))
		})
	}
}

// goldenBlock is the hash of the counts of 256 code points' probes.
func goldenBlock(c *Counter, block rune) uint32 {
	hash := uint32(2166136261)
	for r := block; r < block+256; r++ {
		x := string(r)
		for _, p := range []string{
			"a" + x + "B1" + x + "2 " + x + x + "s\n" + x + "\n " + x + " x'" + x + ".",
			"Ab" + x + "'s" + x + "D" + x + "'ſ" + x + "\t" + x + "(" + x + "ab" + x,
		} {
			hash = (hash ^ uint32(c.CountString(p))) * 16777619
		}
	}
	return hash
}

func goldenFragments(t testing.TB) (fragments []string) {
	b, err := os.ReadFile(filepath.Join("testdata", "golden", "fragments.json"))
	if err == nil {
		err = json.Unmarshal(b, &fragments)
	}
	if err != nil {
		t.Fatal(err)
	}
	return fragments
}

func goldenText(i int, fragments []string) string {
	x := uint32(i+1) * 2654435761
	random := func(n int) int {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		return int(x % uint32(n))
	}
	var b strings.Builder
	limit := 40
	if i%100 == 0 {
		limit = 4000
	}
	for n := 1 + random(limit); n > 0; n-- {
		switch random(16) {
		case 0:
			c := random(0x110000)
			if c >= 0xd800 && c <= 0xdfff {
				c -= 0x1000
			}
			b.WriteRune(rune(c))
		case 1:
			f := fragments[random(len(fragments))]
			b.WriteString(strings.Repeat(f, 1+random(9)))
		case 2:
			for k := random(12); k >= 0; k-- {
				b.WriteByte('a' + byte(random(26)))
			}
		default:
			b.WriteString(fragments[random(len(fragments))])
		}
	}
	return b.String()
}
