package mask

import "testing"

func TestHash(t *testing.T) {
	for _, same := range [][2]string{
		{"2026-11-20T22:16:12.295Z  Compiling x v1.2.3", "2026-11-21T02:06:02.9Z Compiling x v1.10.3"},
		{"ok  \texample.com/a\t0.02s", "ok example.com/a 12.3s"},
		{"at 0x00007ffd3c2a1b40", "at 0xdeadbeef01"},
		{"HEAD is now at 02003d1a0b2d702afa01", "HEAD is now at 36ff9a90022b2cd83719"},
		{"writing /tmp/go-build3847502331/b001", "writing /tmp/go-build99/b002"},
		{"id 7f3c2d1e-90ab-4cde-8f01-23456789abcd", "id 11111111-2222-3333-4444-555555555555"},
		{"tmp x7Qa9Lk2Zr", "tmp B2mm81TyP0c"},
		{"", "  \t\r"},
	} {
		if Hash(same[0]) != Hash(same[1]) {
			t.Errorf("%q and %q differ", same[0], same[1])
		}
	}
	for _, other := range [][2]string{
		{"--- FAIL: TestA (0.00s)", "--- FAIL: TestB (0.00s)"},
		{"--- FAIL: TestA (0.00s)", "--- PASS: TestA (0.00s)"},
		{"error: no such file", "no such file"},
		{"ab", "a b"},
		{"deadbeef", "feedface"}, // words without a digit are words
		{"x", ""},
	} {
		if Hash(other[0]) == Hash(other[1]) {
			t.Errorf("%q and %q are the same", other[0], other[1])
		}
	}
	if Hash(" ") != 0 || Hash("x") == 0 {
		t.Error("blank lines have 0, and no others")
	}
}

func TestIsRandom(t *testing.T) {
	for name, want := range map[string]bool{
		"rrrm1i06d63sqbe1g2k4gv8fieq01vb5.darc": true, "f03eda8c324ead7d5bca720ba4c04492": true,
		"pack-d0ba9c77557ef0b346b2.idx": true, "a1b2c3.go": false, "2026-11-20T22-16-12.log": false,
		"internationalization.md": false,
		"été1.txt":                false,
	} {
		if got := IsRandom(name); got != want {
			t.Errorf("IsRandom(%q) = %t", name, got)
		}
	}
}
