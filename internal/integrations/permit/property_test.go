package permit_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// asDocumented reports whether Claude Code's own matching of a Bash rule fits a command or one of its parts: a * stands
// for anything, " *" and ":*" at the end for nothing, too, and the rest is the whole text; variables and certain
// wrappers before the command don't count.
func asDocumented(pattern, command string) bool {
	if before, ok := strings.CutSuffix(pattern, ":*"); ok {
		pattern = before + " *"
	}
	re := strings.ReplaceAll(regexp.QuoteMeta(pattern), `\*`, `.*`)
	if before, ok := strings.CutSuffix(re, " .*"); ok && strings.Count(pattern, "*") == 1 {
		re = before + "( .*)?"
	}
	fits := regexp.MustCompile("(?s)^" + re + "$")
	wrapped := regexp.MustCompile(`^(\w+=\S* +|timeout +[\d.]+[smhd]? +|(time|nohup|command|builtin|noglob|xargs) +|` +
		`nice( +-n +\d+)? +|stdbuf( +-[ioe]\w+)+ +)`)
	for part := range regexpParts(command) {
		for part = strings.TrimSpace(part); ; {
			if fits.MatchString(part) {
				return true
			}
			inner := wrapped.ReplaceAllString(part, "")
			if inner == part {
				break
			}
			part = inner
		}
	}
	return pattern == "" || pattern == "*"
}

func regexpParts(command string) map[string]bool {
	parts := map[string]bool{command: true}
	for _, part := range regexp.MustCompile(`&&|\|\||[;|&\n(){}<>`+"`"+`]`).Split(command, -1) {
		parts[part] = true
	}
	return parts
}

var (
	vocabulary = []string{
		"go", "test", "./...", "vet", "npm", "run", "build", "test:unit", "--", "make", "all", "touch", "rm", "-rf",
		"pytest", "-k", "jest", "npx", "a.txt", "cargo", "--release", "toktee", "deploy", "python", "-m", "x=1",
	}
	aProgram = rapid.SampledFrom([]string{
		"go test", "npm run", "make", "cargo build", "npx jest", "pytest", "npm test", "tsc",
	})
	aWord = rapid.Custom(func(t *rapid.T) string {
		word := rapid.SampledFrom(vocabulary).Draw(t, "word")
		switch rapid.IntRange(0, 9).Draw(t, "quoting") {
		case 0:
			return `"` + word + `"`
		case 1:
			return "'" + word + " " + rapid.SampledFrom(vocabulary).Draw(t, "second") + "'"
		case 2:
			return word[:1] + `\` + word[1:]
		case 3:
			return word[:1] + `""` + word[1:]
		}
		return word
	})
	aCommand = rapid.Custom(func(t *rapid.T) string {
		before := rapid.SampledFrom([]string{"", "", "", "", "", "", "timeout 5 ", "A=1 ", "nice ", " ", "cd x && "})
		after := rapid.SampledFrom([]string{"", "", "", "", "", "", " | tail", " &", "; rm x", " > f", "\nrm -rf x",
			" $(rm x)"})
		space := rapid.SampledFrom([]string{" ", " ", " ", "  "}).Draw(t, "space")
		words := rapid.SliceOfN(aWord, 0, 4).Draw(t, "words")
		return before.Draw(t, "before") + strings.Join(append([]string{aProgram.Draw(t, "program")}, words...), space) +
			after.Draw(t, "after")
	})
	aPattern = rapid.Custom(func(t *rapid.T) string {
		word := rapid.SampledFrom(append(vocabulary, "*", "t*", "*t", "n*m", "*e*", "/opt/bin/toktee"))
		text := strings.Join(rapid.SliceOfN(word, 0, 3).Draw(t, "words"), " ")
		return text + rapid.SampledFrom([]string{"", "", ":*", " *", "*"}).Draw(t, "end")
	})
)

// TestNeverPastRules refuses what a rule could be meant for by Claude Code's own matching.
func TestNeverPastRules(t *testing.T) {
	r, passed := newRig(t), 0
	rapid.Check(t, func(t *rapid.T) {
		command := aCommand.Draw(t, "command")
		list := rapid.SampledFrom([]string{"deny", "ask"}).Draw(t, "list")
		patterns := rapid.SliceOfN(aPattern, 1, 3).Draw(t, "patterns")
		var rules []string
		for _, p := range patterns {
			rules = append(rules, list+" Bash("+p+")")
		}
		r.rules("repo/.claude/settings.json", strings.Join(rules, "; "))
		if r.refusal(command) != nil {
			return
		}
		passed++
		for _, p := range patterns {
			if asDocumented(p, command) {
				t.Fatalf("%s: %q runs past a rule that matches", p, command)
			}
		}
	})
	if passed == 0 && !testing.Short() {
		t.Error("every command was refused")
	}
}

// FuzzPastRules looks for a command that runs past a rule.
func FuzzPastRules(f *testing.F) {
	for _, seed := range []string{
		"go test ./...", "make 'a b'", "npm run x;y", "make \u00a0x", "make\r\nx", "make $'a'",
	} {
		f.Add(seed, "rm:*")
	}
	r := newRig(f)
	f.Fuzz(func(t *testing.T, command, pattern string) {
		if r.t = t; !utf8.ValidString(pattern) || strings.Contains(pattern, "; ") {
			return // settings are JSON, and the rig's rules are separated so
		}
		r.rules("repo/.claude/settings.json", "deny Bash("+pattern+")")
		if r.refusal(command) == nil && asDocumented(pattern, command) {
			t.Errorf("%q runs past %q", command, pattern)
		}
	})
}
