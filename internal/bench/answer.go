package bench

import (
	"path"
	"strings"
)

// asks are the programs whose exit status 1 is an answer: nothing found, files differ, condition false.
var asks = map[string]bool{
	"grep": true, "egrep": true, "fgrep": true, "rg": true, "ag": true, "ack": true, "pgrep": true, "find": true,
	"fd": true, "diff": true, "cmp": true, "test": true, "[": true,
}

// searches are the tools that search without a command line.
var searches = map[string]bool{"grep": true, "grep_file": true, "rg": true, "ripgrep": true, "search": true, "search_files": true}

// failed reports whether the case's command ended badly, so that its result must not be called a success. Exit 1 of a
// program that asks something may be an answer, wherever it stands in the command line: the scorer doesn't vouch for
// more than it can read off the words.
func (c *Case) failed() bool {
	if c.ExitCode == nil || *c.ExitCode == 0 {
		return false
	}
	if *c.ExitCode != 1 {
		return true
	}
	if c.Command == "" {
		return !searches[strings.ToLower(c.Tool)]
	}
	words := strings.Fields(separators.Replace(c.Command))
	for i, w := range words {
		w = path.Base(w)
		before := ""
		if i > 0 {
			before = path.Base(words[i-1])
		}
		switch {
		case w == "test" && before != "" && !opens[before]:
			// go test, npm test and cargo test ask nothing
		case asks[w], before == "git" && (w == "diff" || w == "grep"):
			return false
		}
	}
	return true
}

// separators makes words of what stands between commands.
var separators = strings.NewReplacer("\n", " ; ", ";", " ; ", "|", " ; ", "&", " ; ", "(", " ; ", ")", " ; ")

// opens are the words behind which a command starts.
var opens = map[string]bool{";": true, "!": true, "if": true, "elif": true, "while": true, "until": true, "then": true, "else": true, "do": true, "{": true}
