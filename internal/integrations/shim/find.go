package shim

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Defaults are the programs that get a shim unless others are named: builds and tests, whose output is long and whose
// failures matter most.
var Defaults = []string{
	"bazel", "bun", "bundle", "cargo", "cmake", "ctest", "deno", "dotnet", "eslint", "go", "golangci-lint", "gradle",
	"jest", "make", "mix", "mvn", "mypy", "ninja", "nox", "npm", "npx", "phpunit", "pnpm", "pytest", "rake", "rspec",
	"ruff", "sbt", "swift", "tox", "tsc", "vitest", "yarn",
}

// never are the programs that get none: shells and what starts them, what changes who runs, and what asks for secrets.
var never = []string{
	"ash", "bash", "busybox", "command", "csh", "dash", "doas", "env", "exec", "fish", "git", "gpg", "ksh", "login",
	"nice", "nohup", "pass", "pkexec", "scp", "screen", "sftp", "sh", "ssh", "ssh-add", "su", "sudo", "tcsh", "time",
	"timeout", "tmux", "xargs", "zsh",
}

// Check refuses a name that can't be a shim's.
func Check(name string) error {
	switch {
	case name == "" || name == "." || name == ".." || filepath.Base(name) != name:
		return fmt.Errorf("%q is no program's name: want one without a path, such as npm", name)
	case slices.Contains(never, name):
		return fmt.Errorf("%q gets no shim: shells, git, ssh, and programs that start others stay as they are", name)
	case IsOwn(name):
		return fmt.Errorf("%q is toktee itself", name)
	}
	return nil
}

// IsOwn reports whether a program of this name is toktee, rather than a link to it in another's place.
func IsOwn(argv0 string) bool { return strings.HasPrefix(filepath.Base(argv0), "toktee") }

// errNotFound has a shell's text for a program that isn't there.
var errNotFound = errors.New("command not found")

// Real returns the program of a name that comes after self, the file of toktee, in PATH: the first that isn't a link
// to it.
func Real(name, path string, self os.FileInfo) (string, error) {
	for _, dir := range filepath.SplitList(path) {
		if !filepath.IsAbs(dir) {
			continue // the contents of a relative folder are unknown
		}
		file := filepath.Join(dir, name)
		info, err := os.Stat(file)
		if err != nil || !info.Mode().IsRegular() || info.Mode().Perm()&0o111 == 0 || os.SameFile(info, self) {
			continue
		}
		return file, nil
	}
	return "", fmt.Errorf("%s: %w", name, errNotFound)
}
