package table

import (
	"regexp"
	"sync"
)

var (
	// noneFailed matches words of failure that deny one: "0 failed", "no errors found", "failures: 0".
	noneFailed = sync.OnceValue(func() *regexp.Regexp {
		const what = `(?:fail\w*|error\w*|problem\w*|issue\w*|warning\w*)`
		return regexp.MustCompile(`(?i)\b(?:0|no|zero) (?:\w+ )?` + what + `\b|\b` + what + `\s*[:=]\s*0\b`)
	})
	// fails matches the words of a failure.
	fails = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)fail|error|panic|fatal|exception|traceback|abort|assert|denied|refused|cannot|` +
			`can't|could ?n[o']t|unable|not found|no such|undefined|unresolved|unknown|invalid|missing|mismatch|` +
			`expected|killed|timed? ?out|warning|not ok|exit(?: status| code)?[: ]+[1-9]|✗|✘|✖|×|●`)
	})
	// passes matches the words of success.
	passes = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\b(?:pass(?:ed|es)?|ok|success(?:ful(?:ly)?)?|succeeded|up to date|` +
			`no tests found)\b|✓|✔`)
	})
)

// Passes reports whether a text reads like that of a command that passed. It claims success, in words or by counting no
// failures, and has no word of a failure. The rule is the same for every row.
func Passes(text string) bool {
	none := noneFailed().MatchString(text)
	rest := noneFailed().ReplaceAllString(text, "")
	return (none || passes().MatchString(rest)) && !fails().MatchString(rest)
}
