package permit

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
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
				decision := "allow"
				if text, ok := rule["decision"]; ok {
					if decision, ok = literal(text); !ok {
						decision = "forbidden" // it isn't known
					}
				}
				rules = append(rules, prefixRule{file, rule["pattern"], decision})
			}
		}
	}
	return rules, errors.Join(errs...)
}

// starlark matches the tokens of a file of rules, with its comments.
var starlark = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(
		`#[^\n]*|"""(?s:.*?)"""|'''(?s:.*?)'''|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\w+|\S`)
})

// prefixRules returns the arguments of the calls of prefix_rule by their names, as source text without comments.
func prefixRules(text string) (calls []map[string]string) {
	tokens := slices.DeleteFunc(starlark().FindAllString(text, -1), func(t string) bool { return t[0] == '#' })
	for i, t := range tokens {
		if t != "prefix_rule" || i+1 == len(tokens) || tokens[i+1] != "(" {
			continue
		}
		args, name, depth := map[string]string{}, "", 0
		for j := i + 2; j < len(tokens) && (depth > 0 || tokens[j] != ")"); j++ {
			t := tokens[j]
			switch {
			case depth == 0 && t == ",":
				name = ""
				continue
			case depth == 0 && t == "=":
				name = tokens[j-1]
				continue
			case strings.Contains("([{", t):
				depth++
			case strings.Contains(")]}", t):
				depth--
			}
			args[name] = strings.TrimPrefix(args[name]+spaceAfterComma(args[name])+t, " ")
		}
		calls = append(calls, args)
	}
	return calls
}

// spaceAfterComma returns the space that comes next in a list: ["a", "b"].
func spaceAfterComma(list string) string {
	if strings.HasSuffix(list, ",") {
		return " "
	}
	return ""
}

// literal returns the value of a string; ok is false for anything else, and for one with escapes.
func literal(token string) (value string, ok bool) {
	value = strings.Trim(token, `"'`)
	return value, token != "" && strings.IndexByte(`"'`, token[0]) >= 0 && !strings.Contains(value, `\`) &&
		len(starlark().FindAllString(token, 2)) == 1
}

// patternCoversRun reports whether one of the commands that a pattern such as ["toktee", ["run", "show"]] begins is
// toktee run without any word of the command.
func patternCoversRun(pattern string) bool {
	return slices.ContainsFunc(alternatives(pattern), func(c []string) bool {
		return len(c) > 0 && wordsCoverRun(c, true)
	})
}

// alternatives returns the beginnings of commands that fit a pattern: git push and git pull for
// ["git", ["push", "pull"]]. A pattern of anything but strings, such as a variable, fits every command.
func alternatives(pattern string) [][]string {
	commands, depth := [][]string{nil}, 0
	var words []string
	for _, t := range starlark().FindAllString(pattern, -1) {
		w, isString := literal(t)
		switch {
		case isString:
			words = append(words, w)
		case t == "[":
			depth++
		case t == "]":
			depth--
		case t != ",":
			return [][]string{nil}
		}
		if depth > 1 || len(words) == 0 {
			continue
		}
		var longer [][]string
		for _, c := range commands {
			for _, w := range words {
				if len(longer) < 1000 {
					longer = append(longer, append(c[:len(c):len(c)], w))
				}
			}
		}
		commands, words = longer, nil
	}
	return commands
}
