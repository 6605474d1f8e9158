package table

import (
	"regexp"
	"sync"
)

var (
	// noneFailed are words of failure that say that nothing failed: "0 failed", "no errors found", "failures: 0".
	noneFailed = sync.OnceValue(func() *regexp.Regexp {
		const what = `(?:fail\w*|error\w*|problem\w*|issue\w*|warning\w*)`
		return regexp.MustCompile(`(?i)\b(?:0|no|zero) (?:\w+ )?` + what + `\b|\b` + what + `\s*[:=]\s*0\b`)
	})
	// fails is what a text of a failure has at the least.
	fails = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)fail|error|panic|fatal|exception|traceback|abort|assert|denied|refused|cannot|` +
			`can't|could ?n[o']t|unable|not found|no such|undefined|unresolved|unknown|invalid|missing|mismatch|` +
			`expected|killed|timed? ?out|warning|not ok|exit(?: status| code)?[: ]+[1-9]|✗|✘|✖|×|●`)
	})
	// passes are words that say that all is well.
	passes = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\b(?:pass(?:ed|es)?|ok|success(?:ful(?:ly)?)?|succeeded|up to date|` +
			`no tests found)\b|✓|✔`)
	})
)

// Passes reports whether a text reads as that of a command that passed: it says so, in words or by counting no
// failures, and has no word of a failure. It is the same rule for every row, and knows nothing of who wrote the text.
func Passes(text string) bool {
	none := noneFailed().MatchString(text)
	rest := noneFailed().ReplaceAllString(text, "")
	return (none || passes().MatchString(rest)) && !fails().MatchString(rest)
}
