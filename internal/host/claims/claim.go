// Package claims finds a model's claims about tests, builds, linters and type checkers, and compares them with the
// commands that its session ran.
//
//	for _, c := range claims.Find(message) {
//		if k, ok := claims.Check(c, session, read); ok {
//			fmt.Println(k.Line) // claimed: all tests pass; last go test: exit 1, 3 edits ago: TestMux
//		}
//	}
//
// # Rules
//
// A false accusation is worse than a miss. [Find] takes only sentences that assert something about now: tables of words
// for six languages say how (languages.go). [Check] contradicts a claim only by what is certain: a run whose end wasn't
// seen, or a command that may have run the same check, such as make or a script, means that nothing is known
// (command.go).
//
// # Limits and cost
//
// Of a message, the last 64 KiB are read. The first message of a process compiles the tables.
package claims

import "slices"

// A Kind is the kind of check of a claim. Type checkers are apart from linters, which checks.Kind has as one.
type Kind string

const (
	Tests Kind = "tests"
	Build Kind = "build"
	Lint  Kind = "lint"
	Types Kind = "types"
)

// words are how a line calls a claim.
var words = map[Kind]string{
	Tests: "tests pass", Build: "build succeeds", Lint: "no lint errors", Types: "types check",
}

// A Claim is a message's statement that a kind of check went well.
type Claim struct {
	Kind    Kind
	All     bool   // about everything, in words: "all tests", "the full suite"
	Unit    bool   // about unit tests alone
	Program string // the only program that it is about, "" for any
	Text    string // the sentence, in lower case
	at      int    // where it is in the sentence
}

// String returns the claim in a few words.
func (c Claim) String() string {
	s := words[c.Kind]
	if c.All && c.Kind == Tests {
		s = "all " + s
	}
	if c.Program != "" {
		s += " (" + c.Program + ")"
	}
	return s
}

// Find returns the claims of a message, one of each kind and program. It returns none if the message admits that
// something failed or didn't run.
func Find(message string) []Claim {
	all := sentences(message)
	var found []Claim
	for _, compiled := range grammars {
		g := compiled()
		if !slices.ContainsFunc(all, func(s sentence) bool { return g.hint.MatchString(s.text) }) {
			continue
		}
		for _, s := range all {
			here := g.claims(s)
			if len(here) == 0 && g.admits(s) {
				return nil
			}
			found = append(found, here...)
		}
	}
	return distinct(found)
}

// distinct returns claims without repetitions. One about everything takes the place of one that isn't.
func distinct(list []Claim) (out []Claim) {
	for _, c := range list {
		i := slices.IndexFunc(out, func(d Claim) bool { return d.Kind == c.Kind && d.Program == c.Program })
		switch {
		case i < 0:
			out = append(out, c)
		case c.All && !out[i].All:
			out[i] = c
		}
	}
	return out
}
