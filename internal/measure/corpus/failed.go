package corpus

import (
	"path"
	"strings"
)

// Failed reports whether the case's command ended badly, so that its result must not be called a success.
//
// Exit status 1 is an answer of programs that look for something or compare, wherever in the command line they are run:
// nothing found, files differ. Such a case isn't reported as failed, since the words of a command line don't show which
// of its programs the status is from.
func (c *Case) Failed() bool {
	if c.ExitCode == nil || *c.ExitCode == 0 {
		return false
	}
	if *c.ExitCode != 1 {
		return true
	}
	if c.Command == "" {
		return !searchTools[strings.ToLower(c.Tool)]
	}
	return !runsProgramThatAnswers(c.Command)
}

// runsProgramThatAnswers reports whether any command of a command line may answer with exit status 1.
func runsProgramThatAnswers(commandLine string) bool {
	words := strings.Fields(separators.Replace(commandLine))
	for i, word := range words {
		word = path.Base(word)
		before := ""
		if i > 0 {
			before = path.Base(words[i-1])
		}
		if before == "git" && gitAnswersWith1[word] {
			return true
		}
		// "go test", "npm test" and "cargo test" are no questions.
		isArgument := word == "test" && before != "" && !startsCommand[before]
		if answersWith1[word] && !isArgument {
			return true
		}
	}
	return false
}

// answersWith1 are the programs whose exit status 1 is an answer: nothing found, files differ, condition false.
var answersWith1 = map[string]bool{
	"grep": true, "egrep": true, "fgrep": true, "rg": true, "ag": true, "ack": true, "pgrep": true, "find": true,
	"fd": true, "diff": true, "cmp": true, "test": true, "[": true,
}

// gitAnswersWith1 are the commands of git of which that holds.
var gitAnswersWith1 = map[string]bool{"diff": true, "grep": true}

// searchTools are the agents' tools that search without a command line.
var searchTools = map[string]bool{
	"grep": true, "grep_file": true, "rg": true, "ripgrep": true, "search": true, "search_files": true,
}

// separators puts blanks around what separates commands, so that it becomes a word.
var separators = strings.NewReplacer("\n", " ; ", ";", " ; ", "|", " ; ", "&", " ; ", "(", " ; ", ")", " ; ")

// startsCommand are the words after which a command starts.
var startsCommand = map[string]bool{
	";": true, "!": true, "if": true, "elif": true, "while": true, "until": true, "then": true, "else": true,
	"do": true, "{": true,
}
