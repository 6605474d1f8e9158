package table

import (
	"path"
	"strings"

	"github.com/toktee/toktee/internal/measure/corpus"
	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// Why a case isn't put through a peer, or isn't scored.
const (
	noCommand  = "no command line"
	notSimple  = "not one simple command"
	needsShell = "words that only a shell expands"
	byPath     = "a program called by its path"
	builtin    = "a builtin of the shell"
	shadowed   = "the program is one that the peer itself needs"
	notAsked   = "the program never ran the command"
	otherCall  = "the program ran another command"
	timedOut   = "timed out"
	notStarted = "the peer didn't start"
	tooLong    = "the peer printed more than 32 MiB"
)

// faults are those of these reasons that are a peer's: who called it would have had no output.
var faults = map[string]bool{notAsked: true, timedOut: true, notStarted: true, tooLong: true}

// plainCommand returns the words of a case's command, or why it can't be replayed. The program must be found on PATH,
// which has the shim, and the words must be known without a shell.
func plainCommand(c *corpus.Case) (words []string, why string) {
	if strings.TrimSpace(c.Command) == "" {
		return nil, noCommand
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(c.Command), "")
	if err != nil || len(file.Stmts) != 1 {
		return nil, notSimple
	}
	call, ok := simpleCall(file.Stmts[0])
	if !ok {
		return nil, notSimple
	}
	for _, w := range call.Args {
		text, ok := plainWord(w)
		if !ok {
			return nil, needsShell
		}
		words = append(words, text)
	}
	program := words[0]
	switch {
	case program == "", strings.ContainsRune(program, '/'), path.Base(program) != program:
		return nil, byPath
	case builtins[program]:
		return nil, builtin
	}
	return words, ""
}

// simpleCall returns the call of a statement that is nothing but a program with arguments: no redirection, no variable
// set for it, neither negated nor in the background.
func simpleCall(s *syntax.Stmt) (*syntax.CallExpr, bool) {
	if s.Background || s.Negated || len(s.Redirs) > 0 {
		return nil, false
	}
	call, ok := s.Cmd.(*syntax.CallExpr)
	return call, ok && len(call.Assigns) == 0 && len(call.Args) > 0
}

// builtins are commands that a shell in a template would run itself, without the shim: exec and command would find real
// programs, and kill real processes.
var builtins = setOf(`
	. : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo
	enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile newgrp
	popd printf pushd pwd read readarray readonly return set shift shopt source suspend test times trap true type
	typeset ulimit umask unalias unset wait`)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

// plainWord returns a word as a shell passes it on. ok is false if that depends on variables, files or commands.
func plainWord(w *syntax.Word) (text string, ok bool) {
	for i, part := range w.Parts {
		switch p := part.(type) {
		case *syntax.Lit:
			if strings.ContainsAny(p.Value, "*?[{") || i == 0 && strings.HasPrefix(p.Value, "~") {
				return "", false
			}
		case *syntax.SglQuoted:
			if p.Dollar {
				return "", false
			}
		case *syntax.DblQuoted:
			for _, inner := range p.Parts {
				if _, plain := inner.(*syntax.Lit); !plain || p.Dollar {
					return "", false
				}
			}
		default:
			return "", false
		}
	}
	fields, err := expand.Fields(&expand.Config{}, w) // all calls with nil share one configuration
	if err != nil || len(fields) != 1 {
		return "", false
	}
	return fields[0], true
}
