package inputs

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/toktee/toktee/internal/text/shell"
)

// pure lists checks whose result follows from their inputs: the files of the worktree, the environment and the
// toolchain. They write only into caches, and need no network. Programs aren't here if they read files elsewhere that
// aren't known, such as gems or local Maven artifacts, or if they run scripts of the project, such as npm and make.
var pure = sync.OnceValue(func() (list []shell.Pattern) {
	for _, text := range [...]string{
		"go build *", "go test *", "go vet *", "gofmt -l *", "gofmt -d *", "staticcheck *", "golangci-lint run *",
		"gotestsum *",
		"cargo build *", "cargo b *", "cargo check *", "cargo c *", "cargo clippy *", "cargo test *", "cargo t *",
		"cargo nextest run *", "cargo fmt --check *",
		"pytest *", "py.test *", "python -m pytest *", "python3 -m pytest *", "python -m unittest *",
		"python3 -m unittest *", "mypy *", "pyright *", "ruff check *", "ruff format --check *", "flake8 *", "pylint *",
		"black --check *", "isort --check *",
		"node --test *", "tsc *", "vue-tsc *", "eslint *", "jest *", "vitest run *", "mocha *", "prettier --check *",
		"biome check *", "biome lint *", "shellcheck *",
	} {
		if p, err := shell.ParsePattern(text); err == nil {
			list = append(list, p)
		}
	}
	return list
})

// impure are words that make one of them write files, watch them, choose tests by an earlier run or by chance, or
// measure times.
var impure = []string{
	"--fix", "--fix-*", "-w", "--write", "--watch", "--watch-*", "--watchAll", "-u", "--update*", "-update",
	"--apply", "--ui", "--serve", "-count", "--count", "-shuffle", "-bench", "-fuzz", "-exec", "--init",
	"--lf", "--last-failed", "--ff", "--failed-first", "--nf", "--sw", "--stepwise", "--onlyChanged", "--onlyFailures",
	"--changed*", "--randomize", "--install-types", "-", "--stdin*",
	"--shuffle*", "--bench", "--fuzz", "--new", "--new-from*", "--new-first", "--stepwise-*", "--sw-*", "--cov-append",
}

// mayRun are programs that may run a check, if [reader.tools] knows the files that they read, and filters that follow
// it. Others, such as sudo and uv, run it in another environment.
var mayRun = []string{
	"cd", "env", "timeout", "gtimeout", "nice", "time", "command", "npx", "python", "python3", "sh", "bash",
	"echo", "true", "set", "cat", "cut", "grep", "head", "rg", "sed", "sort", "tail", "tee", "tr", "uniq", "wc",
}

// hasState reports whether settings choose tests by an earlier run, or compare with another commit.
func hasState(text string) bool {
	return slices.ContainsFunc([]string{
		"--lf", "--last-failed", "--ff", "--failed-first", "--nf", "--new-first", "--sw", "--stepwise", "--cov-append",
		"onlyChanged", "onlyFailures", "changedSince", "--changed", "config.cache", "new-from",
	}, func(s string) bool { return strings.Contains(text, s) })
}

// Pure reports whether a command line runs nothing but checks whose result follows from their inputs. more are patterns
// of further checks, which the user trusts to be. The checks may follow "cd DIR &&", and filters may follow them. A
// line that the shell would expand, one that reads a file by "<", and one that sets where programs and settings are,
// isn't pure.
func Pure(command string, more []shell.Pattern) bool {
	line := shell.Parse(command)
	if !line.OK || line.Compound || len(line.Commands) == 0 || !isPlain(command) ||
		strings.Contains(command, "PATH=") || strings.Contains(command, "HOME=") {
		return false
	}
	for _, c := range line.Setup {
		if c.Name != "cd" || len(c.Args) != 1 || c.Args[0] == "-" { // home, or the folder before
			return false
		}
	}
	words, ok := shell.EveryWord(command)
	own := slices.Clone(mayRun)
	for _, c := range line.Commands {
		call := [][]string{append([]string{c.Name}, c.Args...)}
		matches := func(p shell.Pattern) bool { return p.MatchesAny(call) }
		own = append(own, call[0]...)
		switch {
		case c.More:
			return false
		case slices.ContainsFunc(more, matches):
		case c.Own || !slices.ContainsFunc(pure(), matches) || c.Name == "jest" && c.Has("-o"): // --onlyChanged
			return false
		case slices.ContainsFunc(words, func(w shell.Word) bool { return isImpure(w.Text) }):
			return false
		}
	}
	return ok && !slices.ContainsFunc(words, func(w shell.Word) bool {
		isName := w.Program && w.Text != "" && !strings.ContainsAny(w.Text[:1], "-0123456789") &&
			!strings.ContainsAny(w.Text, "= ")
		return isName && !slices.Contains(own, w.Text) && !slices.Contains(own, filepath.Base(w.Text))
	})
}

// isPlain reports whether the shell takes a line's words as they are.
func isPlain(command string) bool {
	command = strings.NewReplacer(
		"</dev/null", "", "< /dev/null", "", "&&", ";", "2>&1", "", "&>", ">",
	).Replace(command)
	if strings.ContainsAny(command, "`<&") { // a job in the background may still run
		return false
	}
	for i := range len(command) - 1 { // "$" before a name; that of -run 'TestSum$' is before a quote
		next := command[i+1]
		if command[i] == '$' && !strings.ContainsRune(`'" |)`, rune(next)) {
			return false
		}
	}
	return true
}

func isImpure(word string) bool {
	name, value, _ := strings.Cut(word, "=")
	if name == "-count" && value == "1" {
		return false // it only goes past go's own cache
	}
	return slices.ContainsFunc(impure, func(pattern string) bool {
		ok, _ := filepath.Match(pattern, name)
		return ok
	})
}
