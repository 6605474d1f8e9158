package clients

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// node is the Node that runs the agents where the machine's own is older than oldest.
const (
	node   = "node"
	nodeIs = "22.23.3"
	oldest = 22
)

// A cache is a folder of npm packages, each in a folder of its name and version.
type cache struct {
	dir string
	bin string // the folder of the Node to use
}

// openCache finds or installs Node. It skips the test where npm is missing.
func openCache(t *testing.T) *cache {
	t.Helper()
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip("no npm, which installs the agents")
	}
	dir := os.Getenv("TOKTEE_CLIENTS_CACHE")
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			t.Fatal(err)
		}
		dir = filepath.Join(user, "toktee-clients")
	}
	c := &cache{dir: dir}
	if path, err := exec.LookPath("node"); err == nil && major(path) >= oldest {
		c.bin = filepath.Dir(path)
		return c
	}
	c.bin = filepath.Dir(c.install(t, node, nodeIs, node))
	return c
}

// major is the number that a Node's version begins with, 0 where it doesn't say.
func major(path string) int {
	out, err := exec.Command(path, "--version").Output()
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

// install installs a package if it isn't there, and returns the path of its program. It skips the test where npm
// reaches nothing.
func (c *cache) install(t *testing.T, pkg, version, program string) string {
	t.Helper()
	name := pkg[strings.LastIndex(pkg, "/")+1:] + "-" + version
	dir := filepath.Join(c.dir, name)
	path := filepath.Join(dir, "node_modules", ".bin", program)
	if installed(dir, pkg) == version {
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Logf("npm installs %s %s into %s", pkg, version, dir)
	cmd := exec.CommandContext(t.Context(), "npm", "install", "--prefix", dir, "--no-audit", "--no-fund",
		"--loglevel=error", "--save-exact", pkg+"@"+version)
	cmd.Dir, cmd.Env = dir, c.npmEnv()
	out, err := cmd.CombinedOutput()
	switch {
	case err != nil && unreachable.Match(out):
		t.Skipf("npm reaches no registry: %s", firstLine(out))
	case err != nil:
		t.Fatalf("npm install %s@%s: %v\n%s", pkg, version, err, out)
	}
	if got := installed(dir, pkg); got != version {
		t.Fatalf("npm installed %s %q, want %s", pkg, got, version)
	}
	return path
}

// npmEnv is the environment of npm: the user's settings of it, but another home, so that what packages do when they are
// installed stays in the cache.
func (c *cache) npmEnv() []string {
	home := filepath.Join(c.dir, "home")
	env := append(os.Environ(), "HOME="+home, "npm_config_cache="+filepath.Join(c.dir, "npm"))
	if c.bin != "" {
		env = append(env, "PATH="+c.bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	}
	if user, err := os.UserHomeDir(); err == nil && os.Getenv("npm_config_userconfig") == "" {
		env = append(env, "npm_config_userconfig="+filepath.Join(user, ".npmrc"))
	}
	return env
}

// unreachable is what npm says of a registry that it doesn't reach.
var unreachable = regexp.MustCompile(
	`(?i)\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)\b`)

// installed is the version of a package that a folder holds, "" for none.
func installed(dir, pkg string) string {
	b, err := os.ReadFile(filepath.Join(dir, "node_modules", filepath.FromSlash(pkg), "package.json"))
	if err != nil {
		return ""
	}
	var p struct{ Version string }
	if json.Unmarshal(b, &p) != nil {
		return ""
	}
	return p.Version
}

func firstLine(b []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(b)), "\n")
	return line
}

// choice is the flag -clients: which agents run.
type choice struct{ of string }

// IsBoolFlag lets the flag stand without a value.
func (c *choice) IsBoolFlag() bool { return true }

func (c *choice) String() string { return c.of }

// Set takes true, false, all, or names of clients.
func (c *choice) Set(s string) error {
	if s == "" {
		return errors.New("want all, or names")
	}
	if s == "true" || s == "false" || s == "all" {
		c.of = map[string]string{"true": "usual", "all": "all"}[s]
		return nil
	}
	for name := range strings.SplitSeq(s, ",") {
		if _, ok := clientNamed(name); !ok {
			names := append(clientNames(), "qwen")
			return fmt.Errorf("%q is no client: want all, or of %s", name, strings.Join(names, ","))
		}
	}
	c.of = s
	return nil
}

// runs reports whether a client was chosen.
func (c *choice) runs(cl *client) bool {
	switch c.of {
	case "usual":
		return !cl.extra
	case "all":
		return true
	}
	for name := range strings.SplitSeq(c.of, ",") {
		if name == cl.name {
			return true
		}
	}
	return false
}
