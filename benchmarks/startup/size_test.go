package startup

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// maxSize bounds the command without the symbols of debuggers, as docs/release.md builds it. With them, as after a
// plain go install, it is a quarter larger.
const maxSize = 29_000_000

// TestSize builds the command as docs/release.md does and fails when the file is over the limit.
func TestSize(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "release.md"))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^go install (?:-ldflags "(.*)" )?\./cmd/toktee `).FindSubmatch(page)
	if m == nil {
		t.Fatal("docs/release.md has no line that installs the command")
	}
	path := filepath.Join(t.TempDir(), "toktee.exe")
	cmd := exec.Command("go", "build", "-o", path, "-ldflags", string(m[1]), pkg)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v: %s", err, out)
	}
	touch(t)
	f, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if f.Size() > maxSize {
		t.Errorf("%s makes %d bytes, more than %d", strings.TrimSpace(string(m[0])), f.Size(), maxSize)
	}
	t.Logf("%d bytes", f.Size())
}
