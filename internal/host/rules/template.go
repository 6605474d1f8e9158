package rules

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// A template is text with references to the groups of an expression: $1, ${1}, ${name}; $$ is a dollar. The template of
// a fold may use ${count}, ${first} and ${last} as well.
type template struct {
	parts []part
}

// A part is literal text or, if text is "", a reference.
type part struct {
	text  string
	group int
	word  string // count, first or last
}

// foldWords are the references of a fold's template.
var foldWords = []string{"count", "first", "last"}

// outcomeWords are the words for the end of a run. Only the output itself may contain them.
var outcomeWords = map[string]bool{
	"ok": true, "okay": true, "pass": true, "passed": true, "passes": true, "passing": true, "green": true,
	"success": true, "successful": true, "successfully": true, "succeed": true, "succeeds": true, "succeeded": true,
	"fail": true, "failed": true, "fails": true, "failing": true, "failure": true, "failures": true,
	"error": true, "errors": true, "clean": true, "fine": true,
}

// newTemplate reads a template that refers to the groups of p. If p is nil, a fold's template may refer only to the
// words of a fold.
func newTemplate(src string, p *pattern, words bool) (*template, error) {
	if len(src) > maxText {
		return nil, fmt.Errorf("text of %d bytes: want at most %d", len(src), maxText)
	}
	t := &template{}
	for rest := src; rest != ""; {
		lit, after, found := strings.Cut(rest, "$")
		if err := t.literal(lit); err != nil {
			return nil, err
		}
		rest = after
		if !found {
			break
		}
		if strings.HasPrefix(rest, "$") {
			t.parts = append(t.parts, part{text: "$"})
			rest = rest[1:]
			continue
		}
		name, after, ok := reference(rest)
		if !ok {
			return nil, fmt.Errorf("%q: a $ without a name: want $1, ${1}, ${name}, or $$ for a dollar", src)
		}
		if err := t.refer(name, p, words); err != nil {
			return nil, err
		}
		rest = after
	}
	return t, nil
}

// reference cuts the name of a reference off a text that follows a dollar.
func reference(s string) (name, rest string, ok bool) {
	if inner, found := strings.CutPrefix(s, "{"); found {
		name, rest, ok = strings.Cut(inner, "}")
		return name, rest, ok && name != ""
	}
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return s[:n], s[n:], n > 0
}

func (t *template) literal(s string) error {
	if s == "" {
		return nil
	}
	for _, r := range s {
		switch {
		case unicode.IsNumber(r):
			return fmt.Errorf("%q has the digit %q: want no digits but those that are captured from the line", s, r)
		case r == '…':
			return fmt.Errorf("%q has a %q, which begins the marker of a gap: want other text", s, r)
		case unicode.IsControl(r):
			return fmt.Errorf("%q has the control character %q: want one line of text", s, r)
		}
	}
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if outcomeWords[strings.ToLower(w)] {
			return fmt.Errorf(
				"%q has the word %q: only the output may state how a run ended: want the word "+
					"captured from the line, or other words",
				s,
				w,
			)
		}
	}
	t.parts = append(t.parts, part{text: s})
	return nil
}

func (t *template) refer(name string, p *pattern, words bool) error {
	if words {
		for _, w := range foldWords {
			if name == w {
				t.parts = append(t.parts, part{word: w})
				return nil
			}
		}
		return fmt.Errorf("unknown reference ${%s}: want ${count}, ${first} or ${last}", name)
	}
	n, err := strconv.Atoi(name)
	if err != nil {
		n = p.group(name)
	}
	if n < 0 || n >= len(p.names) {
		return fmt.Errorf("unknown reference ${%s}: the expression has %d groups%s", name, len(p.names)-1, p.named())
	}
	t.parts = append(t.parts, part{group: n})
	return nil
}

// named lists the names of groups for an error.
func (p *pattern) named() string {
	var names []string
	for _, n := range p.names {
		if n != "" {
			names = append(names, n)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return ", named " + strings.Join(names, ", ")
}

// expand writes the template for a match in s. m has the indexes that [regexp.Regexp.FindStringSubmatchIndex] returns.
func (t *template) expand(sb *strings.Builder, s string, m []int) {
	for _, p := range t.parts {
		if p.text != "" {
			sb.WriteString(p.text)
		} else if i := 2 * p.group; i+1 < len(m) && m[i] >= 0 {
			sb.WriteString(s[m[i]:m[i+1]])
		}
	}
}

// folded writes a fold's template.
func (t *template) folded(count int, first, last string) string {
	var sb strings.Builder
	for _, p := range t.parts {
		switch p.word {
		case "count":
			sb.WriteString(strconv.Itoa(count))
		case "first":
			sb.WriteString(first)
		case "last":
			sb.WriteString(last)
		default:
			sb.WriteString(p.text)
		}
	}
	return sb.String()
}
