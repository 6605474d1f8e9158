package edit

import (
	"strings"

	"github.com/toktee/toktee/internal/textline"
	"github.com/toktee/toktee/strategies"
)

// answer is what an editing tool said, with what it was asked to do.
type answer struct {
	verb string // Edited, Created, Wrote, Deleted, Moved
	path string
	call call
}

// parseAnswer reads the first line of an output. ok is false where it isn't a sentence that tells of a success.
func parseAnswer(in *strategies.Input) (a answer, ok bool) {
	if in.Status.Bad() {
		return answer{}, false
	}
	first := firstLine(in.Head)
	if in.Family != strategies.FamilyEdit || in.Command != "" {
		if !isKnown(first) {
			return answer{}, false
		}
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
	return first == "Success. Updated the following files:" ||
		strings.HasPrefix(first, "The file ") &&
			strings.Contains(first, " has been updated. Here's the result of running `cat -n`") ||
		strings.HasPrefix(first, "File created successfully at: ")
}

// pathIn is the path that a sentence names, "" where it isn't sure.
func pathIn(t string) string {
	for _, s := range [...]struct{ before, after string }{
		{"The file ", " has been "}, {"File ", " has been "}, {"File created successfully at: ", ""},
		{"New file created successfully at ", ""},
		{"Successfully modified file: ", " ("}, {"Successfully created and wrote to new file: ", ""},
		{"Successfully overwrote file: ", ""},
		{" edits to ", ":"}, {" edit to ", ":"}, {" bytes to ", ""}, {" block(s) in ", ""},
		{" replaced text in ", ""}, {"Updated ", ""}, {"Created ", ""},
	} {
		i := strings.Index(t, s.before)
		if i < 0 {
			continue
		}
		p := t[i+len(s.before):]
		if s.after != "" {
			j := strings.LastIndex(p, s.after)
			if j < 0 {
				continue
			}
			p = p[:j]
		}
		p = strings.TrimSuffix(p, ".")
		if p != "" && (strings.HasPrefix(p, "/") || !strings.Contains(p, " ")) {
			return p
		}
	}
	return ""
}

// verbOf says what a sentence tells was done; ok is false where it doesn't, or where a word in it may deny that.
func verbOf(sentence string) (verb string, ok bool) {
	if len(sentence) > 500 || strings.HasPrefix(sentence, "<") || textline.SeverityOf(sentence) >= textline.Suspect {
		return "", false
	}
	sentence, _, _ = strings.Cut(sentence, "Here's")
	for _, w := range strings.FieldsFunc(strings.ToLower(sentence), func(r rune) bool {
		return (r < 'a' || r > 'z') &&
			r != '\''
	}) {
		v := ""
		switch w {
		case "updated", "edited", "modified", "replaced", "applied", "inserted", "patched", "changed", "success",
			"successfully", "edit", "edits":
			v = "Edited"
		case "created":
			v = "Created"
		case "written", "wrote", "saved", "overwritten", "overwrote":
			v = "Wrote"
		case "deleted", "removed":
			v = "Deleted"
		case "moved", "renamed":
			v = "Moved"
		case "not", "no", "none", "cannot", "can't", "could", "couldn't", "fail", "fails", "failed", "error", "errors",
			"invalid", "unable", "denied", "didn't", "doesn't", "wasn't", "isn't", "weren't", "never", "rejected",
			"refused", "nothing", "unexpected", "unknown", "partially", "partial", "without", "skipped", "aborted",
			"cancelled", "canceled", "already", "unchanged", "before", "must", "should", "would", "if", "when",
			"please", "will", "pending", "only":
			return "", false
		}
		if v != "" {
			ok = true
			if verb == "" || verb == "Edited" {
				verb = v
			}
		}
	}
	if verb == "Created" && strings.Contains(sentence, "overw") {
		verb = "Wrote"
	}
	return verb, ok
}

// answerLine takes a line of an editing tool's answer.
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
	if len(t) > 2 && t[1] == ' ' {
		n := names{path: strings.TrimSpace(t[2:])}
		switch t[0] {
		case 'A':
			n.status = added
		case 'D':
			n.status = deleted
		case 'M':
		case 'R':
			n.status = renamed
		default:
			return false
		}
		if p.snippet.lines == nil && p.strays == 0 && len(p.listed) < maxFiles {
			p.listed = append(p.listed, n)
			p.line(strategies.Evidence)
			return true
		}
	}
	return false
}

// numbered reads a line of cat -n and its like: "    12→text", "    12\ttext".
func numbered(t string) (text string, ok bool) {
	s := strings.TrimLeft(t, " ")
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
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
