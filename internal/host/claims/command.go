package claims

import (
	"path"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/host/checks"
	"github.com/toktee/toktee/internal/text/shell"
)

// typeCheckers are programs whose only check is that of types.
const typeCheckers = "tsc vue-tsc tsgo mypy dmypy pyright basedpyright svelte-check dialyzer tsd pyre"

// kindsOf returns the kinds of checks that a call runs.
func kindsOf(c shell.Call) (kinds []Kind) {
	if listsTests(c) {
		return nil
	}
	if has(typeCheckers, c.Name) && len(checks.KindsOf(c)) > 0 {
		return []Kind{Types}
	}
	for _, k := range checks.KindsOf(c) {
		if k == checks.Lint && slices.ContainsFunc(c.Args, func(a string) bool { return strings.Contains(a, "type") }) {
			k = checks.Kind(Types) // npm run typecheck
		}
		kinds = append(kinds, Kind(k))
	}
	return kinds
}

// isEndToEnd reports whether a call runs tests that are no unit tests.
func isEndToEnd(c shell.Call) bool {
	return c.Is("playwright", "cypress") || slices.ContainsFunc(c.Args, func(a string) bool {
		return strings.Contains(a, "e2e") || strings.Contains(a, "integration") || strings.Contains(a, "acceptance")
	})
}

// writesSource reports whether a command line sends output into a file of source.
func writesSource(command string) bool {
	for rest := command; ; {
		_, after, ok := strings.Cut(rest, ">")
		if !ok {
			return false
		}
		rest = after
		if f := strings.Fields(strings.TrimLeft(after, "> "+
			"")); len(f) > 0 && sourceExt(path.Ext(strings.Trim(f[0], `"';`))) {
			return true
		}
	}
}

func has(list, word string) bool { return slices.Contains(strings.Fields(list), word) }

// wrappers run the commands in a file of the project: any kind of check.
const wrappers = "npm pnpm yarn bun make gmake ninja just task rake mvn mvnw mvnd maven gradle gradlew bazel " +
	"bazelisk nx " +
	"turbo ng tox nox composer mix sbt docker podman pre-commit manage.py artisan rails"

// interpreters are checks that compile nothing, and check no types.
const interpreters = "pytest py.test unittest rspec phpunit mocha rubocop flake8 pylint ruff black isort eslint " +
	"prettier shellcheck " +
	"stylelint phpstan phpcs bats prove golangci-lint swiftlint"

// mayBear reports whether a call that runs checks of other kinds may also have checked what a claim of a kind is about:
// who compiles tests builds, and a project's script may do anything.
func mayBear(c shell.Call, runs []Kind, kind Kind) bool {
	switch {
	case has(wrappers, c.Name):
		return true
	case kind == Build || kind == Types:
		return !has(interpreters, programOf(c)) && (kind == Build || !slices.Contains(runs, Lint) || has("go "+
			"clippy", programOf(c)))
	}
	return false
}

// harmless are programs that run no check, and restore no earlier text of a source file.
const harmless = "ls cat head tail grep egrep fgrep rg ag ack sed awk gawk echo printf pwd cd pushd popd mkdir " +
	"touch wc sort uniq " +
	"which type env export set unset true false test [ date diff cmp tree jq yq cut tr tee sleep file stat du df " +
	"find fd basename dirname " +
	"realpath readlink xxd od strings nl less more uname whoami id hostname ps kill pgrep pkill lsof " +
	"nproc free column " +
	"sha256sum md5sum base64 seq man gofmt goimports clear history shopt alias command wait read local " +
	"chmod ln return exit " +
	"gci get-childitem get-content select-string rm Get-Content Get-ChildItem"

// harmlessSubs are subcommands of programs that do so, too.
var harmlessSubs = map[string]string{
	"git": "status diff log show branch rev-parse ls-files ls-tree blame grep remote config describe shortlog " +
		"fetch tag add " +
		"cat-file reflog worktree ls-remote for-each-ref merge-base symbolic-ref check-ignore version help",
	"go":    "list env version doc mod fmt get help",
	"cargo": "tree metadata fetch fmt add search version update",
	"pip":   "install list show freeze", "pip3": "install list show freeze", "uv": "pip add sync lock", "npm": "ls " +
		"list view install i ci add outdated why",
	"pnpm": "ls list install i add why outdated", "yarn": "install add why list info", "poetry": "install add show " +
		"lock",
	"gh": "issue pr api repo auth search run label release", "docker": "ps images logs inspect", "toktee": "show ls",
	"rustup": "show component target", "brew": "install list", "apt": "install update", "apt-get": "install update",
}

// restoring are git's subcommands that bring back what files were, and run no hook. After them, a file may be as it was
// at an earlier run.
const restoring = "checkout restore reset stash apply clean switch rm mv"

// isHarmless reports whether a call certainly runs no check.
func isHarmless(c shell.Call) bool {
	switch {
	case c.Own:
		return false
	case c.Is("source", ".") && len(c.Args) == 1:
		return strings.HasSuffix(c.Args[0], "/activate")
	case readsLog(c), c.Is("awk", "gawk") && strings.Contains(strings.Join(c.Args, " "), "system("):
		return false
	case has(harmless, c.Name), c.Name == "cp", c.Name == "mv", c.Name == "patch":
		return true
	}
	sub := c.Sub()
	if c.Has("--version", "--help", "-h", "-V") || listsTests(c) {
		return true
	}
	return sub != "" && (has(harmlessSubs[c.Name], sub) || c.Name == "git" && has(restoring, sub))
}

// listsTests reports whether a call prints the names of tests, and runs none.
func listsTests(c shell.Call) bool {
	return c.Name == "ctest" && c.Has("-N", "--show-only") ||
		c.Has("--collect-only", "--co", "--list-tests", "--listTests")
}

// readsLog reports whether a call reads a file that a run in the background may have written.
func readsLog(c shell.Call) bool {
	return slices.ContainsFunc(c.Args, func(a string) bool {
		return strings.HasSuffix(a, ".log") || strings.HasSuffix(a, ".out") || strings.HasSuffix(a, ".output")
	})
}

// installs reports whether a call installs packages, which may build them.
func installs(c shell.Call) bool {
	return c.Is("npm", "pnpm", "yarn", "pip", "pip3", "uv", "poetry") && c.Has("install", "i", "ci", "add", "sync")
}

// restores reports whether a call may have brought back an earlier state of files.
func restores(c shell.Call) bool {
	edits := c.Is("sed", "perl") && slices.ContainsFunc(c.Args, func(a string) bool {
		return strings.HasPrefix(a, "-i") || strings.HasPrefix(a, "--in-place")
	})
	return edits || c.Name == "git" && has(restoring, c.Sub()) || c.Is("cp", "mv", "patch", "rm")
}

// programOf names the program of a check: "go" of "go test", "pytest" of "python -m pytest".
func programOf(c shell.Call) string {
	switch {
	case strings.HasPrefix(c.Name, "python") || c.Name == "py" || c.Name == "coverage":
		for _, a := range c.Args {
			if a == "pytest" || a == "unittest" {
				return a
			}
		}
	case c.Is("gradlew", "mvnw"):
		return strings.TrimSuffix(c.Name, "w")
	case c.Name == "cargo" && c.Sub() == "clippy":
		return "clippy"
	}
	return c.Name
}

// title is how a line calls a run: "go test", "npm run build", "pytest".
func title(c shell.Call) string {
	if !has(wrappers, c.Name) && !c.Is("go", "cargo", "dotnet", "swift", "deno", "flutter", "dart") {
		return programOf(c)
	}
	words := []string{c.Name}
	for _, a := range c.Args {
		if strings.HasPrefix(a, "-") || strings.ContainsAny(a, "/.=*$ ") {
			break
		}
		if words = append(words, a); a != "run" && a != "exec" {
			break
		}
	}
	return strings.Join(words, " ")
}

// A selector tells the runs of a program that check only a part.
type selector struct {
	programs string
	subs     string // the call's first word is one of these; "" for any
	flags    string // each selects a part, also as FLAG=VALUE
	// operands are the words that do: any one; a file, or a test in it; a package, but not "./..."; a script, or a file
	// that follows it; a task of a part, such as :app:test.
	operands string
}

var selectors = []selector{
	{"go", "test", "-run -test.run -skip -short -fuzz", "package"},
	{"gotestsum", "", "-run", ""},
	{"go", "build vet", "", "package"},
	{"cargo", "test nextest t", "-p --package --test --bin --example --lib --doc -E --exclude", "any"},
	{"pytest py.test", "", "-k -m --lf --last-failed --ff --deselect --ignore --sw", "file"},
	{"python python3 py coverage", "", "-k --lf --last-failed --deselect --ignore", "file"},
	{"jest vitest mocha ava tap playwright", "", "-t --testNamePattern --testPathPattern --grep -g --onlyChanged " +
		"-o --changed --findRelatedTests --project", "any"},
	{"npm pnpm yarn bun", "", "-w --workspace -t --testNamePattern --testPathPattern --filter --grep", "script"},
	{"deno", "test", "--filter", "any"},
	{"node", "", "--test-name-pattern --test-only", "file"},
	{"mvn mvnw mvnd maven", "", "-Dtest -Dit.test -pl --projects", ""},
	{"gradle gradlew", "", "--tests", "task"},
	{"dotnet", "test", "--filter", "file"},
	{"ctest", "", "-R -E -L -LE -I --tests-regex", ""},
	{"rspec", "", "-e --example -t --tag", "file"},
	{"phpunit phpunit.phar paratest pest", "", "--filter --testsuite --group", "file"},
	{"mix", "test", "--only --exclude --stale --failed", "file"},
	{"swift", "test", "--filter --skip", ""},
	{"flutter dart", "test", "--name --plain-name --tags", "file"},
	{"eslint ruff flake8 pylint rubocop mypy pyright", "", "", "file"},
}

// isPart reports whether a call certainly checks only a part of a project.
func isPart(c shell.Call) bool {
	for i := range selectors {
		s := &selectors[i]
		if !has(s.programs, c.Name) || s.subs != "" && !has(s.subs, c.Sub()) {
			continue
		}
		return s.isPart(c)
	}
	return false
}

func (s *selector) isPart(c shell.Call) bool {
	valued := false
	rest := c.Args
	if s.subs != "" {
		rest = rest[1:]
	}
	afterDashes := false
	scripts := 0
	for _, a := range rest {
		name, _, _ := strings.Cut(a, "=")
		switch {
		case a == "--":
			afterDashes = true
		case strings.HasPrefix(a, "-"):
			if has(s.flags, name) {
				return true
			}
			valued = !strings.Contains(a, "=")
		case s.operands == "package":
			if isPackage(a) && !valued {
				return true
			}
		case s.operands == "any" && !valued && a != "run" && a != "test":
			return true
		case s.operands == "file" && isTestFile(a), s.operands == "script" && afterDashes && isTestFile(a):
			return true
		case s.operands == "script" && isTestFile(a):
			return true
		case s.operands == "script":
			if scripts++; strings.Contains(a, ":") {
				return true
			}
		case s.operands == "task" && strings.Contains(strings.Trim(a, ":"), ":"):
			return true
		}
		if !strings.HasPrefix(a, "-") {
			valued = false
		}
	}
	return false
}

// isPackage reports whether a word of go's command line names a package, or those of a folder, but not all: ./mux,
// ./internal/..., github.com/a/b.
func isPackage(a string) bool {
	return a != "./..." && a != "..." && a != "all" && a != "." && strings.ContainsAny(a, "./")
}

// isTestFile reports whether a word names a file or a test in it: tests/test_mux.py::TestMux, src/mux.test.ts.
func isTestFile(a string) bool {
	file, _, _ := strings.Cut(a, "::")
	file, _, _ = strings.Cut(file, ":")
	return strings.Contains(a, "::") || sourceExt(path.Ext(file))
}

// asksAll reports whether a command line names everything: go test ./...
func asksAll(c shell.Call) bool { return c.Has("./...", "--workspace", "--all") }

// A reach has the extensions of the files that a program's checks certainly read.
type reach struct{ programs, extensions string }

const (
	scripts = ".js .jsx .ts .tsx .mjs .cjs .mts .cts .vue .svelte"
	jvm     = ".java .kt .kts .scala .groovy"
	native  = ".c .h .cc .cpp .cxx .hpp .hh"
)

var reaches = []reach{
	{"go gotestsum ginkgo golangci-lint staticcheck revive errcheck", ".go"},
	{"cargo clippy rustc nextest", ".rs"},
	{"pytest py.test unittest python python3 py nosetests ruff flake8 pylint mypy dmypy pyright basedpyright black " +
		"isort coverage", ".py"},
	{"jest vitest mocha ava tap node npm pnpm yarn bun tsx deno tsc vue-tsc eslint oxlint xo webpack rollup vite " +
		"next karma cypress playwright", scripts},
	{"mvn mvnw mvnd maven gradle gradlew sbt junit javac kotlinc", jvm},
	{"dotnet", ".cs .fs .vb"},
	{"ctest cmake gcc g++ cc clang clang++ ninja", native},
	{"rspec rails minitest rubocop", ".rb"},
	{"phpunit phpstan psalm phpcs pest", ".php"},
	{"mix", ".ex .exs"},
	{"swift xcodebuild swiftlint", ".swift"},
	{"flutter dart", ".dart"},
}

// never are folders of which no check reads source, wherever they are.
const never = "testdata vendor node_modules third_party __fixtures__ fixtures"

// apart are folders at the top whose files a check of the project may not read.
const apart = "docs doc examples example testdata fixtures scripts script tools hack vendor node_modules .github " +
	".vscode migrations " +
	"third_party benchmarks bench dist build target tmp temp deploy deployment deployments infra ops release"

// endToEnd are words in names of files and folders that only a runner of end-to-end tests may read.
const endToEnd = "e2e cypress playwright integration acceptance"

// deploys are words in names of scripts at the top.
const deploys = "deploy deployment release publish"

// reads reports whether a program's checks of a kind certainly read a file, relative to the folder of the run.
func reads(program string, kind Kind, file string) bool {
	ext := strings.ToLower(path.Ext(file))
	i := slices.IndexFunc(reaches, func(r reach) bool { return has(r.programs, program) })
	if i < 0 || ext == "" || !has(reaches[i].extensions, ext) || strings.HasPrefix(file, "../") {
		return false
	}
	dirs := strings.Split(path.Dir(strings.ToLower(file)), "/")
	base := strings.ToLower(path.Base(file))
	switch {
	case has(apart, dirs[0]), slices.ContainsFunc(dirs, func(d string) bool { return has(never, d) }),
		dirs[0] == "." && isOf(deploys)(base),
		!has("playwright cypress", program) && slices.ContainsFunc(append(dirs, base), isOf(endToEnd)):
		return false
	}
	isTest := strings.HasPrefix(base, "test_") || hasAny(base, "_test.", ".test.", ".spec.") ||
		slices.ContainsFunc(dirs, func(d string) bool { return has("tests test __tests__ spec", d) })
	isConfig := hasAny(base, ".config.", ".d.ts") || base == "setup.py" || base == "conf.py"
	return !(isTest && kind == Build) && !isConfig
}

// isOf returns a function that reports whether a name has a word of a list: e2e-tests, login.e2e.ts, deploy_prod.py.
func isOf(list string) func(name string) bool {
	return func(name string) bool {
		words := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("-_.", r) })
		return slices.ContainsFunc(words, func(word string) bool { return has(list, word) })
	}
}

func hasAny(s string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(s, part) })
}

// sourceExt reports whether an extension is of source that a check reads.
func sourceExt(ext string) bool {
	return ext != "" && slices.ContainsFunc(reaches, func(r reach) bool { return has(r.extensions, ext) })
}
