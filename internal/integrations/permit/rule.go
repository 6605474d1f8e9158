package permit

import (
	"path"
	"slices"
	"strings"
)

// A Rule is an entry of the lists deny, ask and allow, such as "Bash(npm run test:*)" or "Read(./.env)".
type Rule struct {
	List string // deny, ask or allow
	Text string
	File string // its place
}

// How rules reach a command.
var (
	fileTools = []string{
		"cd", "edit", "glob", "grep", "ls", "multiedit", "notebookedit", "notebookread", "read", "write",
	}
	// otherTools have rules that don't concern commands.
	otherTools = []string{
		"agent", "askuserquestion", "bashoutput", "enterplanmode", "exitplanmode", "killbash", "killshell",
		"listagents", "skill", "slashcommand", "task", "taskoutput", "taskstop", "todowrite", "toolsearch", "webfetch",
		"websearch",
	}
)

// A command is what rules are compared with.
type command struct {
	words   map[string]bool // in lower case, quotes removed; those that have spaces inside are there in parts, too
	names   map[string]bool // the parts of paths among them, and those of the working folder
	wrapper map[string]bool // the words that toktee puts before it
}

// commandOf gathers the words of a command line; words are those that the shell makes of it.
func commandOf(line string, words []string, dir string, wrapper []string) command {
	c := command{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	for _, w := range append(strings.Fields(withoutQuotes(line)), words...) {
		c.words[strings.ToLower(w)] = true
		for part := range strings.FieldsSeq(strings.ToLower(w)) {
			c.words[part] = true
		}
	}
	isPunctuation := func(r rune) bool { return strings.ContainsRune(`/\=:,;@`, r) }
	for w := range c.words {
		for name := range strings.FieldsFuncSeq(w, isPunctuation) {
			c.names[name] = true
		}
	}
	for name := range strings.FieldsFuncSeq(strings.ToLower(dir), isPunctuation) {
		c.names[name] = true
	}
	for _, w := range wrapper {
		c.wrapper[strings.ToLower(w)] = true
		c.wrapper[strings.ToLower(path.Base(w))] = true
	}
	return c
}

// speaksOf reports whether the rule could be meant for the command, as it is or under toktee.
func (r Rule) speaksOf(c command) bool {
	tool, pattern, ok := parts(strings.ToLower(strings.TrimSpace(r.Text)))
	switch {
	case !ok:
		return true // its meaning is unknown
	case tool == "bash":
		return patternFits(pattern, c)
	case strings.Contains(tool, "*"):
		return fits(tool, "bash")
	case strings.HasPrefix(tool, "mcp__"), slices.Contains(otherTools, tool):
		return false
	case slices.Contains(fileTools, tool):
		return r.List != "allow" && pathFits(pattern, c)
	}
	return r.List != "allow"
}

// parts returns the tool and the pattern of a rule: "bash" and "rm *" of "bash(rm *)".
func parts(rule string) (tool, pattern string, ok bool) {
	tool, rest, has := strings.Cut(rule, "(")
	pattern, closed := strings.CutSuffix(rest, ")")
	isName := func(r rune) bool {
		return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || strings.ContainsRune("_*.-", r)
	}
	ok = tool != "" && has == closed && strings.TrimFunc(tool, isName) == "" && tool[0] != '-' && tool[0] != '.'
	return tool, pattern, ok
}

// isParameter reports whether a rule is for something else of a call than its command: "run_in_background:true".
func isParameter(pattern string) bool {
	name, value, ok := strings.Cut(pattern, ":")
	return ok && !strings.HasPrefix(value, "*") && !strings.ContainsAny(name, " /.-*")
}

// patternFits reports whether each word of a pattern is among the command's words. That is more than Claude Code asks
// for, which wants them in their order, at the beginning and in one piece.
//
//	npm run test:*   npm, run, and a word that starts with test
//	git * main       git and main
//	npm*prune        a word that starts with npm, and one that ends with prune: a * matches spaces, too
func patternFits(pattern string, c command) bool {
	if isParameter(pattern) {
		return true
	}
	if before, ok := strings.CutSuffix(pattern, ":*"); ok {
		pattern = before + "*"
	}
	words := patternWords(pattern)
	own, ours := true, len(words) > 0 && anyFits(words[0], c.wrapper)
	for _, w := range words {
		own = own && anyFits(w, c.words)
		ours = ours && (anyFits(w, c.words) || anyFits(w, c.wrapper))
	}
	return own || ours
}

// patternWords returns the words of a pattern. A star inside a word splits it, since it may match spaces.
func patternWords(pattern string) []string {
	var words []string
	for word := range strings.FieldsSeq(withoutQuotes(pattern)) {
		pieces := strings.Split(word, "*")
		for i, piece := range pieces {
			if piece == "" {
				continue
			}
			if i > 0 {
				piece = "*" + piece
			}
			if i < len(pieces)-1 {
				piece += "*"
			}
			words = append(words, piece)
		}
	}
	return words
}

// pathFits reports whether each name in a path of a rule is somewhere in the command's paths or its working folder.
// Claude Code compares such rules with the arguments of commands that it knows.
func pathFits(pattern string, c command) bool {
	for name := range strings.SplitSeq(pattern, "/") {
		if name == "" || name == "." || name == ".." || name == "~" || strings.Trim(name, "*") == "" ||
			strings.ContainsAny(name, "[{!?$\\") {
			continue
		}
		for _, piece := range patternWords(name) {
			if !anyFits(piece, c.names) {
				return false
			}
		}
	}
	return true
}

// anyFits reports whether a word with stars at its ends fits any of the words.
func anyFits(pattern string, words map[string]bool) bool {
	if !strings.Contains(pattern, "*") {
		return words[pattern]
	}
	for w := range words {
		if fits(pattern, w) {
			return true
		}
	}
	return false
}

// fits reports whether a text matches a pattern, in which a star matches anything.
func fits(pattern, text string) bool {
	pieces := strings.Split(pattern, "*")
	first, last := pieces[0], pieces[len(pieces)-1]
	if len(pieces) == 1 {
		return pattern == text
	}
	rest, ok := strings.CutPrefix(text, first)
	if !ok || !strings.HasSuffix(rest, last) {
		return false
	}
	rest = strings.TrimSuffix(rest, last)
	for _, piece := range pieces[1 : len(pieces)-1] {
		_, after, ok := strings.Cut(rest, piece)
		if !ok {
			return false
		}
		rest = after
	}
	return true
}

// withoutQuotes drops quotes and backslashes: a rule and a command that differ in them alone count as the same.
func withoutQuotes(s string) string { return strings.NewReplacer(`'`, "", `"`, "", `\`, "").Replace(s) }
