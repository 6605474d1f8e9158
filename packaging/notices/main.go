// Command notices writes THIRD_PARTY_NOTICES.md: the parts of toktee that others wrote, with their licenses.
//
//	go run ./packaging/notices >THIRD_PARTY_NOTICES.md
//
// Modules are those that the commands link on any system of a release. Their texts are the license files in the folders
// of the linked packages, in the module cache. Parts without a module, such as C sources and data, are in the table of
// parts and the folder texts. A test fails if the committed file differs.
package main

import (
	"embed"
	"fmt"
	"os"
	"strings"
)

// A part is something that the program contains.
type part struct {
	name  string // of a module: with its version
	about string // its source and the contained part, "" for a linked module
	texts []string
}

//go:embed texts/*.txt
var texts embed.FS

// others are the parts that aren't linked modules.
var others = []struct{ name, about, file string }{
	{"Go", "The standard library and the runtime.", "go.txt"},
	{
		"tree-sitter and its grammars",
		"In builds with cgo, as github.com/smacker/go-tree-sitter carries their C sources.", "tree-sitter.txt",
	},
	{"ICU", "Headers of tree-sitter, in builds with cgo.", "unicode.txt"},
	{"musl", "The C library of the static build for Linux on amd64.", "musl.txt"},
	{"tiktoken", "The vocabularies o200k_base and cl100k_base, in a form of our own.", "tiktoken.txt"},
	{
		"gitleaks",
		"Rules for what secrets look like, of github.com/zricethezav/gitleaks/v8 v8.30.1, in a table of our own.",
		"gitleaks.txt",
	},
	{"Linguist", "The tables of languages and their file names, as go-enry has them.", "linguist.txt"},
}

// dataModules are modules that aren't linked, but whose data the program's tables were generated from.
var dataModules = []struct{ path, about string }{
	{"github.com/go-enry/go-enry/v2", "Its tables of languages, from which the program's were generated."},
}

func main() {
	text, err := notices()
	if err == nil {
		_, err = os.Stdout.WriteString(text)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

// notices is the whole file.
func notices() (string, error) {
	parts, err := modules()
	if err != nil {
		return "", err
	}
	for _, o := range others {
		b, err := texts.ReadFile("texts/" + o.file)
		if err != nil {
			return "", err
		}
		parts = append(parts, part{o.name, o.about, []string{string(b)}})
	}
	var b strings.Builder
	b.WriteString("# Third-party notices\n\n" +
		"toktee is licensed under the Apache License 2.0, see LICENSE. Its binaries contain the following.\n" +
		"This file is generated: `go run ./packaging/notices >THIRD_PARTY_NOTICES.md`.\n")
	for _, p := range parts {
		fmt.Fprintf(&b, "\n## %s\n", p.name)
		if p.about != "" {
			fmt.Fprintf(&b, "\n%s\n", p.about)
		}
		for _, t := range p.texts {
			fmt.Fprintf(&b, "\n```text\n%s\n```\n", strings.Trim(strings.ReplaceAll(t, "\r", ""), "\n"))
		}
	}
	return b.String(), nil
}
