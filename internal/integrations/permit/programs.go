package permit

import (
	"path/filepath"
	"slices"
	"strings"
)

// programs are the programs that may be put under toktee, with the subcommands that may; "*" means all. They build,
// test and check. Claude Code does nothing of its own for them that depends on the text of the command.
var programs = map[string]string{
	"bazel": "build test", "buck2": "build test", "bun": "test", "cargo": "bench build check clippy doc nextest test",
	"cmake": "--build", "ctest": "*", "deno": "check lint test", "dotnet": "build test", "eslint": "*", "flake8": "*",
	"flutter": "analyze build test", "go": "build test vet", "golangci-lint": "run", "gotestsum": "*", "gradle": "*",
	"gradlew": "*", "jest": "*", "just": "*", "make": "*", "mix": "compile test", "mocha": "*", "mvn": "*", "mvnw": "*",
	"mypy": "*", "ninja": "*", "nox": "*", "npm": "ci run run-script t test", "phpstan": "*", "phpunit": "*",
	"playwright": "test", "pnpm": "build lint run t test", "pylint": "*", "pyright": "*", "pytest": "*", "rake": "*",
	"rspec": "*", "rubocop": "*", "ruff": "check", "sbt": "*", "staticcheck": "*", "stylelint": "*",
	"swift": "build test", "tox": "*", "tsc": "*", "vitest": "*", "yarn": "build lint run t test", "zig": "build test",
}

// runners run one of the programs that their arguments name.
var runners = [][]string{
	{"npx"}, {"pnpm", "exec"}, {"bundle", "exec"}, {"poetry", "run"}, {"uv", "run"}, {"pipenv", "run"},
	{"python", "-m"}, {"python3", "-m"},
}

// mayRun reports whether the words call one of the programs, to run once.
func mayRun(words []string) bool {
	for _, runner := range runners {
		if len(words) > len(runner) && slices.Equal(words[:len(runner)], runner) {
			words = words[len(runner):]
			break
		}
	}
	for _, w := range words {
		if w == "-w" || strings.Contains(w, "watch") {
			return false // it doesn't end, so its text would never come
		}
	}
	name := words[0]
	if name == "./gradlew" || name == "./mvnw" {
		name = filepath.Base(name)
	}
	subs, ok := programs[name]
	if !ok || subs == "*" {
		return ok
	}
	return len(words) > 1 && slices.Contains(strings.Fields(subs), words[1])
}
