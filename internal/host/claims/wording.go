package claims

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
)

// line words a verdict.
func (k *comparison) line(v Verdict) string {
	last := "last " + k.run.title
	switch v {
	case Red:
		s := last + " failed"
		if k.run.code != 0 {
			s = fmt.Sprintf("%s: exit %d", last, k.run.code)
		}
		if k.run.before != "" {
			s += " before | " + k.run.before
		}
		if n := len(k.edits); n == 1 {
			s += ", 1 edit ago"
		} else if n > 1 {
			s += fmt.Sprintf(", %d edits ago", n)
		}
		if k.run.failed != "" {
			s += ": " + k.run.failed
		}
		return oneLine(s)
	case Stale:
		files := map[string]bool{}
		for _, f := range k.edits {
			files[path.Base(f)] = true
		}
		s := fmt.Sprintf("%s: before %d edits", last, len(k.edits))
		if len(k.edits) == 1 {
			s = last + ": before an edit"
		}
		return oneLine(s + " of " + path.Base(k.edits[0]))
	case Part:
		return oneLine("ran only: " + k.last.Command)
	case NotRun:
		return map[Kind]string{
			Tests: "no tests ran in this session", Build: "no build ran in this session",
			Lint: "no linter ran in this session", Types: "no type checker ran in this session",
		}[k.claim.Kind]
	}
	return ""
}

// maxLine is the number of characters of a line's part.
const maxLine = 160

// oneLine returns printable text on one line, up to a limit.
func oneLine(s string) string {
	text := []rune(strings.Join(strings.Fields(s), " "))
	text = slices.DeleteFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
	if len(text) > maxLine {
		text = append(text[:maxLine], '…')
	}
	return string(text)
}
