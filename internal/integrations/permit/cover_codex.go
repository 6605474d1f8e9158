package permit

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// codexCovers reads Codex's rules:
//
//	prefix_rule(pattern = ["toktee", "run"], decision = "allow")
//
// A list in the pattern holds alternatives for one word; without a decision it is to allow.
func codexCovers(p Places) (covers []Cover, err error) {
	rules, err := codexFiles(p)
	for _, r := range rules {
		if r.decision == "allow" && patternCoversRun(r.pattern) {
			covers = append(covers, Cover{"codex", r.file, fmt.Sprintf("prefix_rule(pattern = %s)", r.pattern)})
		}
	}
	return unique(covers), err
}

// A prefixRule is a rule of Codex.
type prefixRule struct{ file, pattern, decision string }

// codexFiles reads the rules of the user, of the project's folders and of the machine. The error names files that can't
// be read.
func codexFiles(p Places) (rules []prefixRule, err error) {
	var errs []error
	dirs := append([]string{p.folder("CODEX_HOME", ".codex")}, p.projects(".codex")...)
	for _, dir := range append(dirs, "/etc/codex") {
		files, err := filepath.Glob(filepath.Join(dir, "rules", "*.rules"))
		errs = append(errs, err)
		for _, file := range files {
			b, err := readFile(file)
			errs = append(errs, err)
			for _, rule := range prefixRules(string(b)) {
				decision := strings.Trim(argument(rule, "decision"), `"`)
				rules = append(rules, prefixRule{file, argument(rule, "pattern"), cmp.Or(decision, "allow")})
			}
		}
	}
	return rules, errors.Join(errs...)
}

// prefixRules returns the arguments of the calls of prefix_rule, comments left out.
func prefixRules(text string) []string {
	var code strings.Builder
	for line := range strings.Lines(text) {
		if i := strings.IndexByte(line, '#'); i >= 0 && strings.Count(line[:i], `"`)%2 == 0 {
			line = line[:i] + "\n"
		}
		code.WriteString(line)
	}
	calls := strings.Split(code.String(), "prefix_rule(")
	return calls[1:]
}

// argument returns the value of a named argument: the contents of its brackets, or its string.
func argument(call, name string) string {
	_, rest, ok := strings.Cut(call, name)
	rest, isNamed := strings.CutPrefix(strings.TrimSpace(rest), "=")
	rest = strings.TrimSpace(rest)
	if !ok || !isNamed || rest == "" {
		return ""
	}
	if rest[0] == '[' {
		depth := 0
		for i := range len(rest) {
			switch rest[i] {
			case '[':
				depth++
			case ']':
				if depth--; depth == 0 {
					return strings.Join(strings.Fields(rest[:i+1]), " ")
				}
			}
		}
		return ""
	}
	if i := strings.IndexAny(rest[1:], `"'`); i >= 0 {
		return strings.ReplaceAll(rest[:i+2], "'", `"`)
	}
	return ""
}

// patternCoversRun reports whether one of the commands that a pattern such as ["toktee", ["run", "show"]] begins is
// toktee run without any word of the command.
func patternCoversRun(pattern string) bool {
	return slices.ContainsFunc(alternatives(pattern), func(c []string) bool {
		return len(c) > 0 && wordsCoverRun(c, true)
	})
}

// alternatives returns the beginnings of commands that fit a pattern: git push and git pull for
// ["git", ["push", "pull"]].
func alternatives(pattern string) [][]string {
	inner := strings.TrimSuffix(strings.TrimPrefix(pattern, "["), "]")
	commands := [][]string{nil}
	for inner = strings.TrimSpace(inner); inner != ""; inner = strings.TrimLeft(inner, " ,") {
		var words []string
		if list, rest, ok := strings.Cut(inner, "]"); ok && inner[0] == '[' {
			for _, w := range strings.Split(list[1:], ",") {
				words = append(words, strings.Trim(w, ` "'`))
			}
			inner = rest
		} else {
			word, rest, _ := strings.Cut(inner, ",")
			words, inner = []string{strings.Trim(word, ` "'`)}, rest
		}
		var longer [][]string
		for _, c := range commands {
			for _, w := range words {
				if w != "" && len(longer) < 1000 {
					longer = append(longer, append(c[:len(c):len(c)], w))
				}
			}
		}
		commands = longer
	}
	return commands
}
