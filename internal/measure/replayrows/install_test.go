package replayrows

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
	"testing"
)

// oldestNode is the oldest that the SDK runs on.
const oldestNode = 20

// packages are what npm has installed.
type packages struct {
	node string // the program
	dir  string // of the scripts, and of node_modules beside them
}

// installPackages installs the packages of a folder's package-lock.json, with its scripts, once for each content of
// these. It skips the test where Node is missing or too old, and where npm reaches no registry.
func installPackages(t *testing.T, scripts string) packages {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil || major(node) < oldestNode {
		t.Skipf("no Node %d or newer", oldestNode)
	}
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip("no npm")
	}
	h := sha256.New()
	for _, name := range copied {
		b, err := os.ReadFile(filepath.Join(scripts, name))
		if err != nil {
			t.Fatal(err)
		}
		h.Write(b)
	}
	dir := filepath.Join(cacheDir(t), "replayrows-"+hex.EncodeToString(h.Sum(nil)[:6]))
	if _, err := os.Stat(dir); err != nil {
		install(t, scripts, dir)
	}
	return packages{node, dir}
}

// copied are the files of a folder of scripts.
var copied = []string{"package.json", "package-lock.json", "query.mjs"}

// install has npm fill a folder, which is there once it is full: another process may be about the same.
func install(t *testing.T, scripts, dir string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	filling, err := os.MkdirTemp(filepath.Dir(dir), filepath.Base(dir)+"-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(filling)
	for _, name := range copied {
		b, err := os.ReadFile(filepath.Join(scripts, name))
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

// TestLock holds that the lists of packages name no registry's host.
func TestLock(t *testing.T) {
	for _, scripts := range []string{"testdata/node", "testdata/clickhouse"} {
		b, err := os.ReadFile(filepath.Join(scripts, "package-lock.json"))
		if err != nil {
			t.Fatal(err)
		}
		if found := regexp.MustCompile(`"resolved"|\.tgz`).Find(b); found != nil {
			t.Errorf("%s/package-lock.json says where packages were found (%s): see .npmrc beside it", scripts, found)
		}
	}
}
