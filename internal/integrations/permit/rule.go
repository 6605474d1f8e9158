package permit

import "strings"

// A Rule is an entry of the lists deny, ask and allow, such as "Bash(npm run test:*)" or "Read(./.env)".
type Rule struct {
	List string // deny, ask or allow
	Text string
	File string // its place
}

// fileTools are the tools of Claude Code whose rules are for files.
var fileTools = []string{
	"cd", "edit", "glob", "grep", "ls", "multiedit", "notebookedit", "notebookread", "read", "write",
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
