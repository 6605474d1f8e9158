package textline

import (
	"strings"
	"sync"

	"github.com/toktee/toktee/internal/text/parse"
)

// outcomeWords are the words for outcomes, as runners count them.
var outcomeWords = sync.OnceValue(func() *wordList[Outcome] {
	return newWordList([]wordSet[Outcome]{
		{CountFailed, "failed failures failure failing fail fails"},
		{CountErrors, "errors error errored"},
		{CountPassed, "passed passing passes pass ok success successes successful succeeded"},
		{CountSkipped, "skipped skip pending ignored todo disabled excluded"},
		{CountAll, "total"},
	})
})

// unitWords are the words for what runners count.
var unitWords = sync.OnceValue(func() *wordList[Unit] {
	return newWordList([]wordSet[Unit]{
		{UnitTests, "tests test specs spec examples example scenarios scenario checks cases"},
		{UnitParts, "assertions assertion steps step expectations expects asserts"},
		{UnitFiles, "suites suite files features targets tasks projects packages modules"},
	})
})

// token is a word or a number of a line that may sum up tests.
type token struct {
	outcome Outcome
	unit    Unit
	word    string // of an outcome whose words differ in meaning: "pending"
	number  int64
	of      int64 // the whole that the number is a part of, 0 for none: "4 out of 5"
	kind    tokenKind
	joined  byte // the sign before it, other than a blank; 0 for none
	taken   bool // of a number: its noun is known
}

type tokenKind uint8

const (
	wordToken       tokenKind = iota // any other word
	numberlessToken                  // without meaning here: a share, a duration, "run"
	numberToken
	outcomeToken
	unitToken
)

// tokensOf splits a line. ok is false for one that can't sum up tests: it has no number, too many words, or a count
// that is still going on.
func tokensOf(s string, room []token) (tokens []token, ok bool) {
	tokens = room
	joined, digits := byte(0), false
	for i := 0; i < len(s); {
		c := s[i]
		if !isLetter(c) && !parse.Digit(c) {
			if c != ' ' && c != '\t' {
				joined = c
			}
			i++
			continue
		}
		if len(tokens) == maxTokens {
			return nil, false
		}
		from := i
		for i < len(s) && (isLetter(s[i]) || parse.Digit(s[i]) || s[i] == '.' && i+1 < len(s) && parse.Digit(s[i+1])) {
			i++
		}
		k := tokenOf(s[from:i])
		k.joined, joined = joined, 0
		switch {
		case k.kind == numberToken && (i < len(s) && s[i] == '%' || isPlace(s, from, i)):
			continue
		case k.kind == numberToken:
			k.of, i = partOf(s, i)
			digits = true
		case k.kind == numberlessToken:
			continue
		case k.kind != wordToken && inName(s, from, i):
			k.kind = wordToken
		}
		tokens = append(tokens, k)
	}
	return tokens, digits
}

// isPlace reports whether the number s[from:to] is a line of a file: "Makefile:136: test", "a.py:12 failed".
func isPlace(s string, from, to int) bool {
	if from < 2 || s[from-1] != ':' || s[from-2] == ' ' {
		return false
	}
	name := s[strings.LastIndexAny(s[:from], " \t[(")+1 : from-1]
	return to < len(s) && s[to] == ':' || strings.ContainsAny(name, "./\\")
}

// partOf reads the whole that a number is a part of: "/42" or " of 42" at s[i:]. If there is none, of is 0, and end is
// i.
func partOf(s string, i int) (of int64, end int) {
	rest := s[i:]
	for _, sep := range [...]string{"/", " of ", " out of "} {
		if t, ok := strings.CutPrefix(rest, sep); ok && t != "" && parse.Digit(t[0]) {
			n, left, _ := parse.CutNumber(t)
			return int64(n), len(s) - len(left)
		}
	}
	return 0, i
}

// tokenOf is the token of a word or a number.
func tokenOf(w string) token {
	if parse.Digit(w[0]) {
		if n, rest, _ := parse.CutNumber(w); rest == "" {
			return token{kind: numberToken, number: int64(n)}
		}
		return token{kind: numberlessToken}
	}
	switch {
	case strings.ContainsAny(w, "0123456789."):
		return token{kind: wordToken}
	case w == "run" || w == "ran" || w == "Run" || w == "Ran":
		return token{kind: numberlessToken}
	}
	if o, ok := outcomeWords().has(w); ok {
		k := token{kind: outcomeToken, outcome: o}
		if o == CountSkipped || o == CountErrors {
			k.word = w
		}
		return k
	}
	if u, ok := unitWords().has(w); ok {
		return token{kind: unitToken, unit: u}
	}
	return token{kind: wordToken}
}
