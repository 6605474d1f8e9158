package cli

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"mvdan.cc/sh/v3/syntax"
)

// TestHelp goes over all commands: each says what it is for, what it reads and writes and how it ends, and its examples
// are calls that it takes.
func TestHelp(t *testing.T) {
	path := t.TempDir()
	for _, peer := range []string{"rtk", "mine", "sh"} { // the programs that examples name
		if err := os.WriteFile(filepath.Join(path, peer), []byte("#!/bin/sh\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", path)
	newTree := func() *cobra.Command {
		return newRoot(&app{summarise: Summarise, stdout: io.Discard, stderr: io.Discard})
	}
	all := newTree().Commands()
	if len(all) < 7 {
		t.Fatalf("%d commands, want all of them", len(all))
	}
	for _, cmd := range append(all, newTree()) {
		t.Run(cmd.Name(), func(t *testing.T) {
			for _, part := range []string{"\nIn: ", "\nOut: ", "\nExit codes: "} {
				root := !cmd.HasParent() && part != "\nExit codes: "
				if !root && !strings.Contains(cmd.Long, part) {
					t.Errorf("the help lacks %q:\n%s", strings.TrimSpace(part), cmd.Long)
				}
			}
			purpose, _, _ := strings.Cut(cmd.Long, "\n\n")
			if len(purpose) < 60 || !strings.HasPrefix(purpose, cmd.Name()) {
				t.Errorf("the help opens with %q, want what %s does", purpose, cmd.Name())
			}
			for line := range strings.Lines(cmd.Long) {
				if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 120 {
					t.Errorf("a line of %d characters: %s", n, line)
				}
			}
			if cmd.HasParent() && cmd.Example == "" {
				t.Error("there is no example")
			}
			for line := range strings.Lines(cmd.Example) {
				parsed(t, newTree(), cmd.Name(), line)
			}
		})
	}
}

// parsed holds that an example is a call of the command, with flags and arguments that it takes.
func parsed(t *testing.T, root *cobra.Command, name, example string) {
	t.Helper()
	words := shellWords(t, example)
	if len(words) < 2 || words[0] != "tokbench" {
		t.Fatalf("%q: want a call of tokbench", example)
	}
	cmd, rest, err := root.Find(words[1:])
	if err != nil || cmd.Name() != name {
		t.Fatalf("%q is a call of %s, %v", example, cmd.Name(), err)
	}
	if err := cmd.ParseFlags(rest); err != nil {
		t.Fatalf("%q: %v", example, err)
	}
	if err := cmd.ValidateArgs(cmd.Flags().Args()); err != nil {
		t.Errorf("%q: %v", example, err)
	}
}

// shellWords are the words of a command line as a shell hands them on, without expanding anything.
func shellWords(t *testing.T, line string) []string {
	t.Helper()
	var words []string
	parser := syntax.NewParser()
	file, err := parser.Parse(strings.NewReader(line), "")
	if err != nil || len(file.Stmts) != 1 {
		t.Fatalf("%q isn't one command: %v", line, err)
	}
	call, ok := file.Stmts[0].Cmd.(*syntax.CallExpr)
	if !ok {
		t.Fatalf("%q isn't a simple command", line)
	}
	for _, w := range call.Args {
		text := ""
		for _, part := range w.Parts {
			switch p := part.(type) {
			case *syntax.Lit:
				text += p.Value
			case *syntax.SglQuoted:
				text += p.Value
			default:
				t.Fatalf("%q: a word that a shell expands", line)
			}
		}
		words = append(words, text)
	}
	return words
}
