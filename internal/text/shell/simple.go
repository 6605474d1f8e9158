package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Simple returns the words of a line that is one plain command, quotes removed, as in "go test -run 'A|B' ./...". ok is
// false for everything else: pipes, redirections, variables before the command, expansions in its words, comments, jobs
// in the background, several lines, and what can't be parsed. Names that only the shell can resolve to files stay as
// they are: src/*.ts.
func Simple(cmd string) (words []string, ok bool) {
	if strings.ContainsFunc(cmd, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return nil, false
	}
	return verbatim(cmd)
}

// Unquote returns the text of one word as the shell reads it: "it's" of 'it'"'"'s'. ok is false for anything else.
func Unquote(word string) (text string, ok bool) {
	words, ok := verbatim(word)
	if len(words) != 1 {
		return "", false
	}
	return words[0], ok
}

// verbatim returns the words of one plain command. Quoted words may have several lines.
func verbatim(cmd string) (words []string, ok bool) {
	f, ok := parseFile(cmd)
	if !ok || len(f.Stmts) != 1 {
		return nil, false
	}
	s := f.Stmts[0]
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 || len(call.Assigns) > 0 || len(s.Redirs) > 0 ||
		s.Negated || s.Background || s.Coprocess || s.Disown || s.Semicolon.IsValid() {
		return nil, false
	}
	if strings.TrimSpace(cmd[call.End().Offset():]) != "" {
		return nil, false // a comment
	}
	w := &walker{src: cmd}
	for _, arg := range call.Args {
		if !isVerbatim(arg.Parts) {
			return nil, false
		}
		words = append(words, w.word(arg))
	}
	return words, true
}

// isVerbatim reports whether the shell expands nothing in a word but names of files.
func isVerbatim(parts []syntax.WordPart) bool {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
		case *syntax.SglQuoted:
			if p.Dollar {
				return false
			}
		case *syntax.DblQuoted:
			if p.Dollar || !isVerbatim(p.Parts) {
				return false
			}
		default:
			return false
		}
	}
	return true
}
