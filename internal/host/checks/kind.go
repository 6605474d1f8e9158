package checks

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/result"
)

var (
	tests        = []Kind{Tests}
	build        = []Kind{Build}
	lint         = []Kind{Lint}
	buildAndTest = []Kind{Build, Tests}
)

// calls lists the calls that check something. The first row that fits a call decides. Words are separated by spaces.
// Commands that only print their findings and exit with 0, such as gofmt -l, aren't checks, since their exit status
// proves nothing.
var calls = [...]struct {
	programs string
	first    string // the call's first word is one of these; "" for any
	has      string // the call has one of these words; "" for any
	kinds    []Kind // none for a call that checks nothing
}{
	{"go", "test", "-c", build},
	{"go", "test", "", tests},
	{"go", "vet", "", lint},
	{"go", "build install", "", build},
	{"gotestsum ginkgo", "", "", tests},
	{"golangci-lint", "fmt linters config cache", "", nil},
	{"golangci-lint staticcheck revive govulncheck errcheck", "", "", lint},

	{"cargo", "test nextest t", "", tests},
	{"cargo", "clippy deny audit", "", lint},
	{"cargo", "fmt", "--check", lint},
	{"cargo", "build check b c rustc", "", build},
	{"rustc", "", "", build},
	{"rustfmt", "", "--check", lint},

	{"pytest py.test tox nox nosetests unittest", "", "", tests},
	{"python python3 py coverage", "-m run", "unittest pytest", tests},
	{"python python3 py manage.py", "manage.py test", "test", tests},
	{"python python3 py", "-m", "compileall py_compile build", build},
	{"ruff", "format", "--check --diff", lint},
	{"ruff", "check", "", lint},
	{"black isort", "", "--check --check-only", lint},
	{"flake8 pylint mypy dmypy pyright basedpyright bandit codespell pyflakes pycodestyle", "", "", lint},

	{"jest vitest mocha _mocha ava tap playwright cypress karma wtr", "", "", tests},
	{"node tsx deno bun", "test", "", tests},
	{"node tsx", "", "--test", tests},
	{"deno", "lint check", "", lint},
	{"deno", "fmt", "--check", lint},
	{"tsc vue-tsc tsgo", "", "--noEmit", lint},
	{"tsc vue-tsc tsgo", "", "", build},
	{"tsd svelte-check eslint stylelint oxlint xo standard markdownlint", "", "", lint},
	{"biome", "check lint ci", "", lint},
	{"prettier", "", "--check -c --list-different -l", lint},
	{"webpack rollup esbuild tsup parcel", "", "", build},
	{"vite next nuxt astro ng", "build", "", build},
	{"ng nx turbo", "", "test e2e", tests},
	{"ng nx turbo", "", "lint typecheck", lint},
	{"nx turbo", "", "build", build},
	{"npm pnpm yarn bun", "install i add remove uninstall ci update up publish", "", nil},
	{"npm pnpm yarn bun make gmake just task rake", "", "test tests t check-test unit e2e integration spec", tests},
	{"npm pnpm yarn bun make gmake just task rake", "", "lint typecheck type-check types vet fmt-check", lint},
	{"npm pnpm yarn bun", "", "build compile", build},
	{"make gmake", "", "check verify clean install format fmt help", nil}, // a check of what, differs
	{"make gmake ninja", "", "", build},

	{"mvn mvnw mvnd maven", "", "package install verify deploy", buildAndTest},
	{"mvn mvnw mvnd maven", "", "test integration-test", tests},
	{"mvn mvnw mvnd maven", "", "compile test-compile", build},
	{"gradle gradlew", "", "build check", buildAndTest},
	{"gradle gradlew", "", "test", tests},
	{"gradle gradlew", "", "assemble classes compileJava compileKotlin jar", build},
	{"gradle gradlew", "", "lint detekt ktlintCheck checkstyleMain", lint},
	{"javac kotlinc scalac", "", "", build},
	{"sbt", "", "test", tests},
	{"sbt", "", "compile", build},
	{"dotnet", "test", "", tests},
	{"dotnet", "build publish", "", build},
	{"dotnet", "format", "--verify-no-changes", lint},

	{"ctest meson", "test", "", tests},
	{"ctest", "", "", tests},
	{"cmake", "--build", "", build},
	{"meson", "compile", "", build},
	{"bazel bazelisk", "test", "", tests},
	{"bazel bazelisk", "build", "", build},
	{"gcc g++ cc c++ clang clang++ zig", "", "", build},
	{"clang-tidy cppcheck", "", "", lint},
	{"swift", "test", "", tests},
	{"swift", "build", "", build},
	{"xcodebuild", "", "test", tests},
	{"xcodebuild", "", "build", build},
	{"swiftlint", "", "", lint},

	{"rspec minitest", "", "", tests},
	{"rails", "test", "", tests},
	{"rubocop standardrb", "", "", lint},
	{"phpunit phpunit.phar paratest pest", "", "", tests},
	{"composer artisan", "test", "", tests},
	{"phpstan psalm phpcs", "", "", lint},
	{"mix", "test", "", tests},
	{"mix", "compile", "", build},
	{"mix", "credo dialyzer", "", lint},
	{"mix", "format", "--check-formatted", lint},
	{"flutter dart", "test", "", tests},
	{"flutter dart", "analyze", "", lint},
	{"flutter", "build", "", build},

	{"prove bats", "", "", tests},
	{"shellcheck hadolint actionlint yamllint", "", "", lint},
	{"terraform tofu", "validate", "", lint},
	{"terraform tofu", "fmt", "-check", lint},
	{"docker podman", "build", "", build},
	{"pre-commit", "run", "", lint},
}

// idle are words of calls that print help or a list, and run no check.
const idle = "--help --version --collect-only --co --listTests --list-tests -list --dry-run --no-run help version"

// KindsOf returns the kinds of checks that a call runs, none if it runs no check:
//
//	go vet ./...       lint
//	mvn -q package     build, tests
//	npm run test:unit  tests
//	git diff           none
func KindsOf(c shell.Call) []Kind {
	if c.Has(strings.Fields(idle)...) {
		return nil
	}
	for i := range calls {
		row := &calls[i]
		if !hasWord(row.programs, c.Name) || row.first != "" && (len(c.Args) == 0 || !hasWord(row.first, c.Args[0])) {
			continue
		}
		isWord := func(arg string) bool {
			script, _, _ := strings.Cut(arg, ":") // npm run test:unit
			if script == "" {
				script = arg[strings.LastIndexByte(arg, ':')+1:] // gradle :app:test
			}
			return hasWord(row.has, arg) || hasWord(row.has, script)
		}
		if row.has == "" || slices.ContainsFunc(c.Args, isWord) {
			return row.kinds
		}
	}
	return nil
}

// hasWord reports whether a list of words that spaces separate has a word.
func hasWord(list, word string) bool {
	for w := range strings.FieldsSeq(list) {
		if w == word {
			return true
		}
	}
	return false
}

// KindOf returns the kind of check that a program's report is about, "" if it is about none. calls are those of the
// command line: a program that they don't name was run by another one, as by make. Numbers of tests then tell tests
// from builds.
func KindOf(r result.RunReport, calls []shell.Call) Kind {
	var named []Kind
	for _, c := range calls {
		if c.Name == r.Tool {
			named = append(named, KindsOf(c)...)
		}
	}
	if len(named) == 0 {
		named = KindsOf(shell.Call{Name: r.Tool})
	}
	if slices.Sort(named); len(slices.Compact(named)) == 1 {
		return named[0]
	}
	for _, key := range [...]string{"passed", "failed", "packages", "packages_failed"} {
		if _, has := r.Counts[key]; has {
			return Tests
		}
	}
	if i := slices.IndexFunc(named, func(k Kind) bool { return k != Tests }); i >= 0 {
		return named[i]
	}
	switch r.Tool {
	case "go", "cargo", "maven", "gradle", "build":
		return Build
	}
	return ""
}
