package mcptest

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// nodeDir has the scripts and the list of packages.
const nodeDir = "testdata/node"

// oldestNode is the oldest that the SDK runs on.
const oldestNode = 20

// packages are what npm has installed.
type packages struct {
	node string // the program
	dir  string // of node_modules
}

// installPackages installs the packages of package-lock.json, once for each content of that file. It skips the test
// where Node is missing or too old, and where npm reaches no registry.
func installPackages(t *testing.T) packages {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil || major(node) < oldestNode {
		t.Skipf("no Node %d or newer", oldestNode)
	}
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip("no npm")
	}
	lock, err := os.ReadFile(filepath.Join(nodeDir, "package-lock.json"))
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(lock)
	dir := filepath.Join(cacheDir(t), "mcptest-"+hex.EncodeToString(sum[:6]))
	installing.Lock()
	defer installing.Unlock()
	if _, err := os.Stat(dir); err != nil {
		install(t, dir)
	}
	return packages{node, dir}
}

// installing is held by the test that installs.
var installing sync.Mutex

// install has npm fill a folder, which is there once it is full: another process may be about the same.
func install(t *testing.T, dir string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	filling, err := os.MkdirTemp(filepath.Dir(dir), filepath.Base(dir)+"-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(filling)
	for _, name := range []string{"package.json", "package-lock.json"} {
		b, err := os.ReadFile(filepath.Join(nodeDir, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(filling, name), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund",
		"--loglevel=error")
	cmd.Dir = filling
	out, err := cmd.CombinedOutput()
	switch {
	case err != nil && unreachable.Match(out):
		t.Skipf("npm reaches no registry: %s", out)
	case err != nil:
		t.Fatalf("npm ci: %v\n%s", err, out)
	}
	if err := os.Rename(filling, dir); err != nil && !errors.Is(err, fs.ErrExist) {
		t.Fatal(err)
	}
}

func cacheDir(t *testing.T) string {
	if dir := os.Getenv("TOKTEE_CLIENTS_CACHE"); dir != "" {
		return dir
	}
	user, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(user, "toktee-clients")
}

// unreachable is what npm says of a registry that it doesn't reach.
var unreachable = regexp.MustCompile(
	`(?i)\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)\b`)

// major is the number that a Node's version begins with, 0 where it doesn't say.
func major(node string) int {
	out, err := exec.Command(node, "--version").Output()
	if err != nil {
		return 0
	}
	number, _, _ := strings.Cut(strings.TrimPrefix(string(out), "v"), ".")
	n, err := strconv.Atoi(number)
	if err != nil {
		return 0
	}
	return n
}

// TestLock holds that the list of packages names no registry's host.
func TestLock(t *testing.T) {
	b, err := os.ReadFile(filepath.Join(nodeDir, "package-lock.json"))
	if err != nil {
		t.Fatal(err)
	}
	if found := regexp.MustCompile(`"resolved"|\.tgz`).Find(b); found != nil {
		t.Errorf("package-lock.json says where packages were found (%s): see .npmrc beside it", found)
	}
}
