package edit

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
)

// answer is the reply of an editing tool, with its request.
type answer struct {
	verb string // Edited, Created, Wrote, Deleted, Moved
	path string
	call call
}

// parseAnswer reads the first line of an output, such as "The file /p/a.go has been updated." ok is false unless it is
// a sentence that reports a success.
func parseAnswer(in *strategies.Input) (a answer, ok bool) {
	if in.Status.Bad() {
		return answer{}, false
	}
	first := firstLine(in.Head)
	byTool := in.Family == strategies.FamilyEdit && in.Command == ""
	if !byTool && !isKnown(first) {
		return answer{}, false
	}
	a.call = parseCall(in)
	a.path = a.call.path
	if p := in.Path; p != "" && a.path == "" {
		a.path = p
	}
	said := pathIn(first)
	if a.path == "" {
		a.path = said
	}
	for _, p := range [...]string{said, a.path} {
		if p != "" {
			first = strings.ReplaceAll(first, p, "")
		}
	}
	a.verb, ok = verbOf(first)
	return a, ok
}

// firstLine is the first line that shows something.
func firstLine(head string) string {
	for l := range strings.Lines(head) {
		if l = strings.TrimSpace(l); l != "" {
			return l
		}
	}
	return ""
}

// isKnown reports whether a line is the answer of one of the common agents' editing tools, whatever ran it.
func isKnown(first string) bool {
	shown := strings.HasPrefix(first, "The file ") &&
		strings.Contains(first, " has been updated. Here's the result of running `cat -n`")
	return shown || first == "Success. Updated the following files:" ||
		strings.HasPrefix(first, "File created successfully at: ")
}

// pathPlaces are the texts around a path in the answers of common editing tools. An empty after means that the path
// ends the sentence.
var pathPlaces = [...]struct{ before, after string }{
	{"The file ", " has been "},
	{"File ", " has been "},
	{"File created successfully at: ", ""},
	{"New file created successfully at ", ""},
	{"Successfully modified file: ", " ("},
	{"Successfully created and wrote to new file: ", ""},
	{"Successfully overwrote file: ", ""},
	{" edits to ", ":"},
	{" edit to ", ":"},
	{" bytes to ", ""},
	{" block(s) in ", ""},
	{" replaced text in ", ""},
	{"Updated ", ""},
	{"Created ", ""},
}

// pathIn returns the path in a sentence, "" if it isn't certain.
func pathIn(sentence string) string {
	for _, place := range pathPlaces {
		_, p, ok := strings.Cut(sentence, place.before)
		if !ok {
			continue
		}
		if place.after != "" {
			end := strings.LastIndex(p, place.after)
			if end < 0 {
				continue
			}
			p = p[:end]
		}
		p = strings.TrimSuffix(p, ".")
		if p != "" && (strings.HasPrefix(p, "/") || !strings.Contains(p, " ")) {
			return p
		}
	}
	return ""
}

// verbOf returns the action in a sentence: "Edited", "Created". ok is false if there is none, or if a word may deny it:
// "No replacement was made", "would be updated".
func verbOf(sentence string) (verb string, ok bool) {
	if len(sentence) > 500 || strings.HasPrefix(sentence, "<") || textline.SeverityOf(sentence) >= textline.Suspect {
		return "", false
	}
	sentence, _, _ = strings.Cut(sentence, "Here's")
	for _, w := range strings.FieldsFunc(strings.ToLower(sentence), isNoLetter) {
		if isDoubt(w) {
			return "", false
		}
		v := verbWord(w)
		if v == "" {
			continue
		}
		ok = true
		if verb == "" || verb == "Edited" {
			verb = v
		}
	}
	if verb == "Created" && strings.Contains(sentence, "overw") {
		verb = "Wrote"
	}
	return verb, ok
}

// isNoLetter reports whether a character parts the words of a lower-case sentence.
func isNoLetter(r rune) bool { return (r < 'a' || r > 'z') && r != '\'' }

// verbWord is the verb of a verdict that a word means, "" for none.
func verbWord(w string) string {
	switch w {
	case "updated", "edited", "modified", "replaced", "applied", "inserted", "patched", "changed", "success",
		"successfully", "edit", "edits":
		return "Edited"
	case "created":
		return "Created"
	case "written", "wrote", "saved", "overwritten", "overwrote":
		return "Wrote"
	case "deleted", "removed":
		return "Deleted"
	case "moved", "renamed":
		return "Moved"
	}
	return ""
}

// isDoubt reports whether a word may deny a sentence, or means that the action is still to come.
func isDoubt(w string) bool {
	switch w {
	case "not", "no", "none", "cannot", "can't", "could", "couldn't", "fail", "fails", "failed", "error", "errors",
		"invalid", "unable", "denied", "didn't", "doesn't", "wasn't", "isn't", "weren't", "never", "rejected",
		"refused", "nothing", "unexpected", "unknown", "partially", "partial", "without", "skipped", "aborted",
		"cancelled", "canceled", "already", "unchanged", "before", "must", "should", "would", "if", "when",
		"please", "will", "pending", "only":
		return true
	}
	return false
}

// answerLine takes a line of an editing tool's answer: its first sentence, a line of the file with its number, or a
// file that it lists.
func (p *parser) answerLine(t string) bool {
	if !p.answer || strings.TrimSpace(t) == "" {
		return false
	}
	if !p.first {
		p.first = true
		p.line(strategies.Evidence)
		return true
	}
	if text, ok := numbered(t); ok {
		p.snippet.add(text)
		p.line(strategies.Context)
		return true
	}
	n, ok := listedFile(t)
	if !ok || p.snippet.lines != nil || p.strays > 0 || len(p.listed) >= maxFiles {
		return false
	}
	p.listed = append(p.listed, n)
	p.line(strategies.Evidence)
	return true
}

// listedFile reads a line of the list that apply_patch prints: "M src/main.go".
func listedFile(t string) (n names, ok bool) {
	if len(t) <= 2 || t[1] != ' ' {
		return names{}, false
	}
	n.path = strings.TrimSpace(t[2:])
	switch t[0] {
	case 'A':
		n.status = added
	case 'D':
		n.status = deleted
	case 'M':
	case 'R':
		n.status = renamed
	default:
		return names{}, false
	}
	return n, true
}

// numbered reads a line of cat -n and its like: "    12→text", "    12\ttext".
func numbered(t string) (text string, ok bool) {
	s := strings.TrimLeft(t, " ")
	i := 0
	for i < len(s) && parse.Digit(s[i]) {
		i++
	}
	if i == 0 || i > 9 {
		return "", false
	}
	for _, sep := range [...]string{"→", "\t"} {
		if text, ok := strings.CutPrefix(s[i:], sep); ok {
			return text, true
		}
	}
	return "", false
}
