package tool

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReadsWhole(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.go": strings.Repeat("x\n", 260), "torn.go": strings.Repeat("x\n", 259) + "x",
		"long.go": strings.Repeat("x\n", 261),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for line, want := range map[string]bool{
		"sed -n '1,260p' a.go":             true,
		"sed -n 1,300p a.go":               true,
		"head -260 a.go":                   true,
		"sed -n '1,260p' torn.go":          true,
		"sed -n '1,260p' " + dir + "/a.go": true,
		"sed -n '1,260p' long.go":          false,
		"sed -n '1,100p' a.go":             false,
		"sed -n '2,260p' a.go":             false,
		"sed -n '1,10p;250,260p' a.go":     false,
		"cd sub && sed -n '1,260p' a.go":   false,
		"sed -n '1,260p' missing.go":       false,
		"sed -n '1,260p' .":                false,
		"cat a.go":                         false,
		"go test ./...":                    false,
	} {
		if got := readsWhole(line, dir); got != want {
			t.Errorf("readsWhole(%q) = %v, want %v", line, got, want)
		}
	}
}
