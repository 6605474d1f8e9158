package main

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const committed = "../../THIRD_PARTY_NOTICES.md"

// TestCommitted fails where the file isn't what the program writes.
func TestCommitted(t *testing.T) {
	want, err := notices()
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(committed)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, string(b)); d != "" {
		t.Errorf("what toktee contains has changed: go run ./packaging/notices >THIRD_PARTY_NOTICES.md "+
			"(-want +got)\n%s", d)
	}
}

// TestLinkedModules holds the file against what the toolchain notes in binaries, not against what this program asks it:
// each module of those that are built for this system must be named with its version, and have a license.
func TestLinkedModules(t *testing.T) {
	bin := t.TempDir()
	build := exec.Command("go", append([]string{"build", "-o", bin}, commands...)...)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	out, err := exec.Command("go", "version", "-m", bin).Output()
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(committed)
	if err != nil {
		t.Fatal(err)
	}
	deps := regexp.MustCompile(`(?m)^\tdep\t(\S+)\t(\S+)`).FindAllStringSubmatch(string(out), -1)
	if len(deps) < 20 {
		t.Fatalf("the binaries name %d modules:\n%s", len(deps), out)
	}
	for _, m := range deps {
		_, section, ok := strings.Cut(string(b), "\n## "+m[1]+" "+m[2]+"\n")
		section, _, _ = strings.Cut(section, "\n## ")
		if !ok || !regexp.MustCompile(`(?i)copyright|apache license`).MatchString(section) {
			t.Errorf("no notice of %s %s", m[1], m[2])
		}
	}
}
