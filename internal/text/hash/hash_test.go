package hash_test

import (
	"fmt"
	"hash/fnv"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/text/hash"
)

// TestStandard compares with the standard library.
func TestStandard(t *testing.T) {
	for _, s := range []string{"", "a", "\x00", "ok  \tpackage\t0.4s", "żółw\xff", strings.Repeat("long ", 1000)} {
		h := fnv.New64a()
		h.Write([]byte(s))
		if got, want := hash.String(s), h.Sum64(); got != want {
			t.Errorf("String(%.20q) = %x, want %x", s, got, want)
		}
	}
}

// TestParts adds a text in pieces: where it is divided doesn't matter.
func TestParts(t *testing.T) {
	const s = "--- FAIL: TestSum"
	want := hash.String(s)
	for i := range len(s) {
		if got := uint64(hash.Start.String(s[:i]).Byte(s[i]).String(s[i+1:])); got != want {
			t.Errorf("divided at %d: %x, want %x", i, got, want)
		}
	}
}

func TestAllocations(t *testing.T) {
	s := strings.Repeat("a line\n", 100)
	sum := uint64(0)
	if n := testing.AllocsPerRun(10, func() { sum ^= hash.String(s) }); n != 0 {
		t.Errorf("String allocates %v times, want 0", n)
	}
}

// The bytes of a line without its digits, so that lines that differ only in numbers have the same hash.
func ExampleFNV() {
	withoutDigits := func(s string) hash.FNV {
		h := hash.Start
		for i := range len(s) {
			if c := s[i]; c < '0' || c > '9' {
				h = h.Byte(c)
			}
		}
		return h
	}
	fmt.Println(withoutDigits("took 12 ms") == withoutDigits("took 7 ms"))
	// Output: true
}

func BenchmarkString(b *testing.B) {
	s := strings.Repeat("2026-11-22 11:43:46 INFO request served\n", 100)
	b.SetBytes(int64(len(s)))
	b.ReportAllocs()
	sum := uint64(0)
	for b.Loop() {
		sum ^= hash.String(s)
	}
}
