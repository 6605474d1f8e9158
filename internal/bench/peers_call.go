package bench

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Why a case isn't put through a peer, or isn't scored.
const (
	peerNoCommand  = "it has no command line"
	peerNotSimple  = "not one simple command"
	peerNeedsShell = "words that only a shell expands"
	peerByPath     = "a program called by its path"
	peerBuiltin    = "a builtin of the shell"
	peerShadowed   = "the program is one that the peer itself needs"
	peerNotAsked   = "the peer never asked the program"
	peerOtherCall  = "the peer asked the program for something else"
	peerTimedOut   = "timed out"
	peerNotStarted = "the peer didn't start"
	peerTooLong    = "the peer printed more than 32 MiB"
)

// peerCall returns the words of a case's command, or why it can't be replayed: the program must be found on PATH, where
// the shim stands, and the words must be known without a shell.
func peerCall(c *Case) (words []string, why string) {
	if strings.TrimSpace(c.Command) == "" {
		return nil, peerNoCommand
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(c.Command), "")
	if err != nil || len(file.Stmts) != 1 {
		return nil, peerNotSimple
	}
	s := file.Stmts[0]
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || s.Background || s.Negated || len(s.Redirs) > 0 || len(call.Assigns) > 0 || len(call.Args) == 0 {
		return nil, peerNotSimple
	}
	for _, w := range call.Args {
		text, ok := plainWord(w)
		if !ok {
			return nil, peerNeedsShell
		}
		words = append(words, text)
	}
	if strings.ContainsRune(words[0], '/') || path.Base(words[0]) != words[0] || words[0] == "" {
		return nil, peerByPath
	}
	if builtins[words[0]] {
		return nil, peerBuiltin
	}
	return words, ""
}

// builtins are what a shell in a template would do itself, past the shim: exec and command would find real programs, and
// kill real processes.
var builtins = func() map[string]bool {
	m := map[string]bool{}
	for name := range strings.FieldsSeq(`. : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo enable
		eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile newgrp popd printf pushd pwd read readarray readonly
		return set shift shopt source suspend test times trap true type typeset ulimit umask unalias unset wait`) {
		m[name] = true
	}
	return m
}()

// plainWord is a word as a shell hands it on. ok is false where that depends on variables, files or commands.
func plainWord(w *syntax.Word) (text string, ok bool) {
	var b strings.Builder
	for i, part := range w.Parts {
		switch p := part.(type) {
		case *syntax.Lit:
			if strings.ContainsAny(p.Value, "*?[{") || i == 0 && strings.HasPrefix(p.Value, "~") {
				return "", false
			}
			b.WriteString(unescaped(p.Value))
		case *syntax.SglQuoted:
			if p.Dollar {
				return "", false
			}
			b.WriteString(p.Value)
		case *syntax.DblQuoted:
			for _, inner := range p.Parts {
				lit, plain := inner.(*syntax.Lit)
				if !plain || p.Dollar {
					return "", false
				}
				b.WriteString(unescapedQuoted(lit.Value))
			}
		default:
			return "", false
		}
	}
	return b.String(), true
}

// unescaped takes the backslashes out of an unquoted literal.
func unescaped(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			if i++; s[i] == '\n' {
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// unescapedQuoted takes those out that mean something between double quotes.
func unescapedQuoted(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && strings.IndexByte("$`\"\\\n", s[i+1]) >= 0 {
			if i++; s[i] == '\n' {
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
