package mcptest

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var npm = flag.Bool("npm", false, "run the official SDK and servers, which npm installs")

// The test's program becomes another one when its first argument says so.
const asTee = "tee"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == asTee {
		os.Exit(tee(os.Args[2], os.Args[3:]))
	}
	code := m.Run()
	if built.dir != "" {
		_ = os.RemoveAll(built.dir)
	}
	os.Exit(code)
}

// A lab is where a test's programs run.
type lab struct {
	t       *testing.T
	node    string
	scripts string // the folder of client.mjs and server.mjs
	packages
	home string
	self string // this test's program
	dir  string // of recordings and the like
}

// newLab skips the test where node's packages aren't wanted, or can't be had.
func newLab(t *testing.T) *lab {
	t.Helper()
	if !*npm {
		t.Skip("needs -npm, which installs packages")
	}
	pkgs := installPackages(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	l := &lab{t: t, node: pkgs.node, packages: pkgs, self: self, home: t.TempDir(), dir: t.TempDir()}
	// Node looks for packages beside the scripts.
	l.scripts = filepath.Join(t.TempDir(), "scripts")
	if err := os.CopyFS(l.scripts, os.DirFS(nodeDir)); err != nil {
		t.Fatal(err)
	}
	const modules = "node_modules"
	if err := os.Symlink(filepath.Join(pkgs.dir, modules), filepath.Join(l.scripts, modules)); err != nil {
		t.Fatal(err)
	}
	return l
}

// env is the environment of the clients. They hand some of it to the servers that they start.
func (l *lab) env() []string {
	return []string{
		"PATH=" + filepath.Dir(l.node) + string(os.PathListSeparator) + os.Getenv("PATH"), "HOME=" + l.home,
		"TMPDIR=" + l.home, "LANG=C.UTF-8", "TERM=dumb",
	}
}

// server is the command of the test's server in an era.
func (l *lab) server(era string) []string {
	return []string{l.node, filepath.Join(l.scripts, "server.mjs"), era}
}

// recorded is a command with a tee in front of it, and the recording's path.
func (l *lab) recorded(name string, command ...string) ([]string, string) {
	path := filepath.Join(l.dir, name)
	return append([]string{l.self, asTee, path}, command...), path
}
