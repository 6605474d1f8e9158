package permit

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
)

// codexCovers reads Codex's rules:
//
//	prefix_rule(pattern = ["toktee", "run"], decision = "allow")
//
// A list in the pattern holds alternatives for one word; without a decision it is to allow.
func codexCovers(p Places) (covers []Cover, err error) {
	var errs []error
	for _, dir := range append([]string{p.folder("CODEX_HOME", ".codex")}, p.projects(".codex")...) {
		files, err := filepath.Glob(filepath.Join(dir, "rules", "*.rules"))
		errs = append(errs, err)
		for _, file := range files {
			b, err := readFile(file)
			if err != nil {
				errs = append(errs, err)
				continue
			}
			for _, rule := range prefixRules(string(b)) {
				pattern, decision := argument(rule, "pattern"), argument(rule, "decision")
				if (decision == "" || decision == `"allow"`) && patternCoversRun(pattern) {
					covers = append(covers, Cover{"codex", file, fmt.Sprintf("prefix_rule(pattern = %s)", pattern)})
				}
			}
		}
	}
	return unique(covers), errors.Join(errs...)
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
	for _, c := range commands {
		if len(c) > 0 && wordsCoverRun(c, true) {
			return true
		}
	}
	return false
}
