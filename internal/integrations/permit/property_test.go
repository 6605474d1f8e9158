package permit_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/integrations/permit"
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

// byItsWords reports whether all of a pattern's literal words occur among a command's, in any order: as permissive as a
// reader without knowledge of shells could be.
func byItsWords(pattern, command string) bool {
	plain := strings.NewReplacer(`"`, "", "'", "", `\`, "")
	separators := regexp.MustCompile(`[\s;|&(){}<>` + "`" + `]+`)
	words := " " + separators.ReplaceAllString(plain.Replace(command), " ") + " "
	pattern = strings.ReplaceAll(plain.Replace(pattern), ":*", "*")
	for _, word := range strings.Fields(pattern) {
		for i, piece := range strings.Split(word, "*") {
			last := i == strings.Count(word, "*")
			if i == 0 {
				piece = " " + piece
			}
			if last {
				piece += " "
			}
			if strings.TrimSpace(piece) != "" && !strings.Contains(words, piece) {
				return false
			}
		}
	}
	return true
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

// TestNeverPastRules puts nothing under toktee that a rule could be meant for: by Claude Code's own matching, of the
// command or of what would come of it, and by the words that they have in common.
func TestNeverPastRules(t *testing.T) {
	r, rewritten := newRig(t), 0
	rapid.Check(t, func(t *rapid.T) {
		command := aCommand.Draw(t, "command")
		list := rapid.SampledFrom([]string{"deny", "ask", "allow"}).Draw(t, "list")
		patterns := rapid.SliceOfN(aPattern, 1, 3).Draw(t, "patterns")
		var rules []string
		for _, p := range patterns {
			rules = append(rules, list+" Bash("+p+")")
		}
		r.rules("repo/.claude/settings.json", strings.Join(rules, "; "))
		if r.objection(command) != nil {
			return
		}
		rewritten++
		agent := permit.Caller{
			Agent: "claude", Getenv: r.call.Getenv, Dir: r.call.Dir, Managed: r.call.Managed,
			Process: func() (permit.Process, error) { return r.call.Process(4711) },
		}
		if rules, err := agent.Rules(); err != nil {
			t.Fatal(err)
		} else if err := rules.Check(permit.Call{Line: command, Dir: r.call.Dir}); err != nil {
			t.Fatalf("%q is rewritten, and toktee run refuses it: %v", command, err)
		}
		for _, p := range patterns {
			switch {
			case asDocumented(p, command), asDocumented(p, "/opt/bin/toktee run -- "+command):
				t.Fatalf("%s: %q is rewritten past a rule that matches", p, command)
			case byItsWords(p, command):
				t.Fatalf("%s: %q is rewritten past a rule of its words", p, command)
			}
		}
	})
	if rewritten == 0 && !testing.Short() { // one of six is; the twenty of short runs may all be others
		t.Error("nothing was rewritten")
	}
}

// FuzzObjection looks for a command of several parts, or with another first word than a program's, that is rewritten.
func FuzzObjection(f *testing.F) {
	for _, seed := range []string{
		"go test ./...", "make 'a b'", "npm run x;y", "make \u00a0x", "make\r\nx", "make $'a'",
	} {
		f.Add(seed, "Bash(rm:*)")
	}
	r := newRig(f)
	f.Fuzz(func(t *testing.T, command, rule string) {
		if r.t = t; !utf8.ValidString(rule) {
			return // settings are JSON
		}
		r.write("repo/.claude/settings.json", "{}")
		if r.objection(command) != nil {
			return
		}
		if strings.ContainsAny(command, ";|&<>`\n\r\x00") && !strings.ContainsAny(command, `'"\`) ||
			strings.Contains(command, "$(") && !strings.Contains(command, "'") {
			t.Errorf("%q is rewritten", command)
		}
		if first := strings.Fields(command)[0]; strings.Contains(first, "=") || strings.ContainsAny(first, "$~*?[{") {
			t.Errorf("%q is rewritten", command)
		}
		r.rules("repo/.claude/settings.json", "deny "+rule)
		pattern, ok := strings.CutPrefix(rule, "Bash(")
		if pattern, ok2 := strings.CutSuffix(pattern, ")"); ok && ok2 && !strings.Contains(rule, "; ") &&
			r.objection(command) == nil && asDocumented(pattern, command) {
			t.Errorf("%q is rewritten past %q", command, rule)
		}
	})
}
