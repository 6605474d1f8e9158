package desk

import (
	"bufio"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
)

// module is the path of the module that the executables are built from.
const module = "github.com/toktee/toktee"

// FromGoRun reports whether "go run" built and started an executable, which may be gone tomorrow. Its folder is
// temporary the first time, and in the build cache later:
//
//	/tmp/go-build1234/b001/exe/toktee
//	~/.cache/go-build/c8/c86361b057b557abfa1d8a5fcd59e8316a42aee07b6b8b466fa1480ef01a8818-d/toktee
func FromGoRun(executable string) bool {
	dir := path.Dir(filepath.ToSlash(executable))
	key, cached := strings.CutSuffix(path.Base(dir), "-d")
	return cached && len(key) == 64 && strings.Trim(key, "0123456789abcdef") == "" ||
		path.Base(dir) == "exe" && strings.HasPrefix(path.Base(path.Dir(path.Dir(dir))), "go-build")
}

// GoRun returns the words before the arguments of a command that was started by "go run" in dir, a folder of a clone:
// "go run ./cmd/toktee". It returns nil outside a clone, and for an executable that "go run" didn't start.
func GoRun(executable, dir, name string) []string {
	if !FromGoRun(executable) {
		return nil
	}
	root := clone(dir)
	if root == "" {
		return nil
	}
	folder, err := filepath.Rel(dir, filepath.Join(root, "cmd", name))
	if err != nil {
		return nil
	}
	if !strings.HasPrefix(folder, "..") {
		folder = "./" + folder
	}
	return []string{"go", "run", filepath.ToSlash(folder)}
}

// clone returns the folder of the module's go.mod, if that is the nearest one above dir, or "".
func clone(dir string) string {
	for ; ; dir = filepath.Dir(dir) {
		f, err := os.Open(filepath.Join(dir, "go.mod"))
		if err == nil {
			defer f.Close()
			line, _ := bufio.NewReader(f).ReadString('\n')
			if strings.TrimSpace(line) != "module "+module {
				return ""
			}
			return dir
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// buildAndRun returns the command line that builds an executable of this clone and starts it, nil if "go run" didn't
// start self. The working folder stays, since settings depend on it.
func buildAndRun(self, name string) []string {
	dir, err := os.Getwd()
	if err != nil {
		return nil
	}
	words := GoRun(self, dir, name)
	if words == nil {
		return nil
	}
	goTool, err := exec.LookPath(words[0])
	if err != nil || !filepath.IsAbs(goTool) {
		return nil
	}
	words[0] = goTool
	return words
}
