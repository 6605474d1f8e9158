package textline

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
)

// maxNoTests is the length in bytes of the longest line that [NoTests] reads.
const maxNoTests = 400

// noTests lists the beginnings of lines by which runners state that no test ran, in lower case, by the nouns that they
// count.
var noTests = struct{ before, nouns, after []string }{
	before: []string{"no ", "no matching ", "there are no ", "there were no ", "zero ", "0 "},
	nouns: []string{
		"test files", "test cases", "tests", "test", "specs", "spec", "examples", "scenarios", "testcases",
	},
	after: []string{
		"", " found", " were found", " ran", " were run", " to run", " executed", " were executed", " match",
		" collected", " discovered", " selected", " specified", " is available", " are available", " defined",
	},
}

// NoTests reports whether a line states that no test ran, without counting any:
//
//	No tests found, exiting with code 0
//	[INFO] No tests to run.
//	No test matches the given testcase filter `gate` in /src/bin/Mill.dll
//	All examples were filtered out
func NoTests(s string) bool {
	if len(s) > maxNoTests {
		return false
	}
	for s != "" && (s[0] == ' ' || s[0] == '\t' || s[0] == '*' || s[0] == '=' || s[0] == '-') {
		s = s[1:]
	}
	if s == "" {
		return false
	}
	if s[0] == '[' {
		_, s, _ = strings.Cut(s, "] ")
	} else {
		for i := min(len(s), 24) - 2; i > 0; i-- {
			if s[i] == ':' && s[i+1] == ' ' { // "error: no tests to run"
				s = s[i+2:]
				break
			}
		}
	}
	if len(s) < 3 || strings.IndexByte("nNtTzZaA0", s[0]) < 0 || strings.IndexByte("oOhHeElL ", s[1]) < 0 {
		return false
	}
	s = strings.ToLower(s)
	if parse.StartsWith(s, "all tests have been excluded", "all examples were filtered out") {
		return true
	}
	for _, before := range noTests.before {
		rest, ok := strings.CutPrefix(s, before)
		if !ok {
			continue
		}
		for _, noun := range noTests.nouns {
			how, ok := strings.CutPrefix(rest, noun)
			if ok && endsNoTests(how) && (before != "0 " || how == "") { // others are counts
				return true
			}
		}
	}
	return false
}

// endsNoTests reports whether the words after the noun are those of such a line.
func endsNoTests(s string) bool {
	for _, after := range noTests.after {
		rest, ok := strings.CutPrefix(s, after)
		if ok && (rest == "" || !isLetter(rest[0]) && (after != "" || rest[0] != ' ')) {
			return true
		}
	}
	return strings.HasPrefix(s, " matches the ") || strings.HasPrefix(s, " matched ")
}
