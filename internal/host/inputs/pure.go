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
// can't be told, such as gems or local Maven artifacts.
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
		"biome check *", "biome lint *", "npm test *", "npm run test *", "npm run lint *", "npm run typecheck *",
		"pnpm test *", "pnpm lint *", "pnpm typecheck *", "yarn test *", "yarn lint *", "yarn typecheck *",
		"shellcheck *",
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
	"--shuffle*", "--bench", "--fuzz", "--new", "--new-from*",
}

// Pure reports whether a command line runs nothing but checks whose result follows from their inputs. more are patterns
// of further checks, which the user trusts to be. The checks may follow "cd DIR &&", and filters may follow them. A
// line that the shell would expand, and one that reads a file by "<", isn't pure.
func Pure(command string, more []shell.Pattern) bool {
	line := shell.Parse(command)
	if !line.OK || line.Compound || len(line.Commands) == 0 || !isPlain(command) {
		return false
	}
	for _, c := range line.Setup {
		if c.Name != "cd" || len(c.Args) != 1 || c.Args[0] == "-" { // home, or the folder before
			return false
		}
	}
	for _, c := range line.Commands {
		words := [][]string{append([]string{c.Name}, c.Args...)}
		matches := func(p shell.Pattern) bool { return p.MatchesAny(words) }
		switch {
		case c.More:
			return false
		case slices.ContainsFunc(more, matches):
		case c.Own || !slices.ContainsFunc(pure(), matches) || slices.ContainsFunc(c.Args, isImpure):
			return false
		case slices.Contains([]string{"jest", "npm", "pnpm", "yarn"}, c.Name) && slices.Contains(c.Args, "-o"):
			// jest's --onlyChanged
			return false
		}
	}
	return true
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
