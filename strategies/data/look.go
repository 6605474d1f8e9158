package data

import (
	"path"
	"strings"

	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/strategies"
)

// form is how data is written.
type form uint8

const (
	noForm form = iota
	formJSON
	formYAML
	formLines // rows, a line each: CSV, TSV, aligned columns, boxes
)

// mayHold reports whether a call may print data: it isn't one of those that other strategies or engines read.
func mayHold(in *strategies.Input) bool {
	switch in.Family {
	case strategies.FamilyExec, strategies.FamilyOther, "":
	case strategies.FamilyList, strategies.FamilySearch:
		return in.Command == "" // tools of servers list and find in JSON
	default:
		return readsRows(in)
	}
	for _, c := range in.Shell.Commands {
		switch c.Name {
		case "go", "gotestsum", "eslint", "jest", "vitest", "mocha", "pytest", "ruff", "golangci-lint", "mypy",
			"pyright", "pylint", "flake8", "tsc", "rubocop", "cargo", "rustc", "clippy-driver", "biome", "oxlint",
			"stylelint", "shellcheck", "hadolint", "semgrep", "bandit", "staticcheck", "playwright", "cypress",
			"phpunit", "rspec", "dotnet", "swift", "ava", "tap", "karma", "rg", "grep", "git":
			return false
		}
	}
	return true
}

// readsRows reports whether a call prints a whole file of rows, or one with a single line: an outline of those is
// useless.
func readsRows(in *strategies.Input) bool {
	if in.Family != strategies.FamilyRead || in.Command == "" {
		return false
	}
	if _, bounded := in.Bounds(); bounded {
		return false
	}
	switch strings.ToLower(path.Ext(toolname.ReadPath(in.Shell))) {
	case ".csv", ".tsv", ".ndjson", ".jsonl":
		return true
	case ".json":
		return !strings.Contains(in.Head, "\n")
	}
	return false
}

// leadLines is how many lines of other text may come before the data.
const leadLines = 4

// looks returns the notation that the head of a text seems to have.
func looks(head string) form {
	n := 0
	for head != "" && n <= leadLines {
		l, rest, _ := strings.Cut(head, "\n")
		if opensDocument(l) {
			if readsJSON(head) {
				return formJSON
			}
		}
		if strings.TrimSpace(l) != "" {
			n++
		}
		head = rest
	}
	return noForm
}

// formOf says what form of data a call's output has.
func formOf(in *strategies.Input) form {
	if f := looks(in.Head); f != noForm {
		return f
	}
	if looksYAML(in) {
		return formYAML
	}
	if layoutOf(in.Head) != nil {
		return formLines
	}
	return noForm
}

// readsJSON reports whether a text opens as JSON does, up to its end or that of its first document.
func readsJSON(head string) bool {
	docs, stray := 0, 0
	p := parser{doc: func(*node) { docs++ }, stray: func(strategies.Line) { stray++ }}
	rest := head
	for n := 1; rest != ""; n++ {
		var l string
		var ended bool
		l, rest, ended = strings.Cut(rest, "\n")
		line := strategies.Line{N: n, Text: l}
		if !ended {
			line.Cut = 1 // the head may end in the middle of a line
		}
		p.read(line)
	}
	if stray == 0 && p.tokens > 2 {
		return true
	}
	return docs > 0 && stray <= docs
}
