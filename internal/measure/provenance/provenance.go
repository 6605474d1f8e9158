// Package provenance proves where each line of a text for the model comes from, independently of the engine that made
// the text. It gets the clean output, the text, and the sources that the result names ([result.Source]).
//
//   - A line with one source line is that line: whole, or in part at a mark such as "…+12 bytes".
//   - A composed line consists of words that its source lines have. A place and a message in it are in one source
//     line, under one heading, or in lines between which no other place is named.
//   - A line without a source is a statement of toktee, of a form in statements.txt, or a heading in the output's
//     words.
package provenance

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/toktee/toktee/result"
)

// A Kind is the kind of a line of a text.
type Kind string

// The kinds.
const (
	Own       Kind = "own"       // a line of the output
	Composed  Kind = "composed"  // made of several of its lines
	Statement Kind = "statement" // of toktee
	Unproved  Kind = "unproved"  // none of these
)

// A Line is a line of a text with its kind.
type Line struct {
	Number int // in the text, from 1
	Text   string
	Kind   Kind
	Why    string // of an unproved line
}

// Check returns the lines of a text, each with its kind. clean is the output as line numbers refer to it, call the
// command, path and pattern that the caller gave, from which headings may come. Blank lines are left out.
func Check(clean, call, text string, sources []result.Source) []Line {
	c := checker{clean: strings.Split(strings.TrimSuffix(clean, "\n"), "\n"), call: call, sources: sources}
	var out []Line
	for i, l := range strings.Split(text, "\n") {
		if strings.TrimSpace(l) == "" {
			continue
		}
		line := Line{Number: i + 1, Text: l}
		line.Kind, line.Why = c.line(i+1, l)
		out = append(out, line)
	}
	return out
}

type checker struct {
	clean   []string
	sources []result.Source
	call    string
	whole   string // call and the clean text in single blanks, once it is needed
}

// line proves one line.
func (c *checker) line(n int, text string) (Kind, string) {
	i := slices.IndexFunc(c.sources, func(s result.Source) bool { return s.Text[0] <= n && n <= s.Text[1] })
	if i < 0 {
		switch {
		case isStatement(text):
			return Statement, ""
		case c.heads(text):
			return Statement, ""
		}
		return Unproved, "it has no source and is no statement"
	}
	s := &c.sources[i]
	var from []string
	for _, span := range s.Lines {
		if span[0] < 1 || span[1] > len(c.clean) || span[0] > span[1] {
			return Unproved, fmt.Sprintf("it names lines %d-%d, which the output lacks", span[0], span[1])
		}
		from = append(from, c.clean[span[0]-1:span[1]]...)
	}
	if !s.Composed {
		at := n - s.Text[0]
		if at >= len(from) {
			return Unproved, "it has no source line"
		}
		own := numberPrefix().ReplaceAllString(text, "")
		for _, line := range []string{from[at], writtenEscape().ReplaceAllString(from[at], "")} {
			if isPart(own, line) || isQuoted(own, line) {
				return Own, ""
			}
		}
		from = from[at : at+1]
	} else if slices.ContainsFunc(from, func(l string) bool { return isPart(text, l) }) {
		return Own, ""
	}
	if s.Composed && isStatement(text) {
		return Statement, ""
	}
	if word := missing(numberPrefix().ReplaceAllString(text, ""), from); word != "" {
		return Unproved, "the source lines lack " + strconv.Quote(word)
	}
	if at := c.tornPair(text, s.Lines); at != "" {
		return Unproved, "no source line joins the message with " + at
	}
	return Composed, ""
}

// heads reports whether a line is a heading in words of the output, such as a file's name with a colon.
func (c *checker) heads(text string) bool {
	if c.whole == "" {
		c.whole = squeeze(c.call + "\n" + strings.Join(c.clean, "\n"))
	}
	t := squeeze(headingEnd().ReplaceAllString(text, ""))
	return t != "" && strings.Contains(c.whole, t)
}

// headingEnd matches the end of a heading: a colon, or the number of the lines below it.
var headingEnd = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`:$| \d+$`) })

// squeeze returns a text with single blanks.
func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

// cutMark is the mark of a part that was left out of a line, or of a masked secret: "…+12 bytes", "[github token 2]".
var cutMark = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(` ?…(\+\d+ (bytes|characters))?|\*{3}|` +
		`\[([a-z0-9.]+ )*(cookie|id|key|password|secret|token|webhook)( \d+)?\]`)
})

// isPart reports whether a text is a line of the output, or parts of it in their order with a mark between them. The
// blanks, a number or a time stamp at the line's start may be missing.
func isPart(text, line string) bool {
	at := 0
	line = squeeze(line)
	for _, part := range cutMark().Split(text, -1) {
		part = squeeze(part)
		i := strings.Index(line[at:], part)
		if i < 0 {
			return false
		}
		at += i + len(part)
	}
	return true
}

// numberPrefix matches the line numbers that toktee writes before a line of a file.
var numberPrefix = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*\d+(-\d+)?→`) })

// writtenEscape matches an escape sequence for a colour that a log has written out. Texts of logs lack it.
var writtenEscape = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\^\[\[[0-9;]*m`) })

// missing returns a word of a text that no source line has. Counts are no words: a composed line may have a number that
// is at most the number of its lines.
func missing(text string, from []string) string {
	all := strings.Join(from, "\n")
	for _, w := range words(text) {
		if strings.Contains(all, w) {
			continue
		}
		if n, err := strconv.Atoi(w); err == nil && n >= 0 && n <= len(from) {
			continue
		}
		return w
	}
	return ""
}

// words splits a text at all characters but letters, digits and underscores, and leaves out words of our own notation.
func words(text string) []string {
	_, notation := forms()
	text = cutMark().ReplaceAllString(notation.ReplaceAllString(text, " "), " ")
	return strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_'
	})
}

// place matches a place in a file.
var place = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`([\w./\\@+-]*[\w)]\.[A-Za-z]\w*)(?:[:(]| line )(\d+)`)
})

// morePlaces matches the places in the same file after the first: "src/gear.rs:7:22 12:22,".
var morePlaces = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[:,]\d+)?(?: \d+(?:[:,]\d+)?)+,?$`)
})

// minMessage is the length in bytes from which a text beside a place is a message.
const minMessage = 8

// tornPair returns the place of a composed line if no proof joins it with the line's message.
func (c *checker) tornPair(text string, spans [][2]int) string {
	places := place().FindAllStringSubmatchIndex(text, -1)
	if len(places) != 1 || morePlaces().MatchString(text[places[0][1]:]) {
		return "" // a message with many places has each of them in a source line of its own
	}
	p := places[0]
	file, row := text[p[2]:p[3]], text[p[4]:p[5]]
	message := words(text[:p[0]] + " " + strings.TrimLeft(text[p[1]:], " :,0123456789)"))
	if len(strings.Join(message, " ")) < minMessage {
		return ""
	}
	says := func(l string) bool {
		return !slices.ContainsFunc(message, func(w string) bool { return !strings.Contains(l, w) })
	}
	name := file[strings.LastIndexAny(file, `/\`)+1:]
	at, said, headed := -1, -1, false
	for _, span := range spans {
		for n := span[0]; n <= span[1]; n++ {
			l := squeeze(c.clean[n-1])
			hasRow, hasMessage := strings.Contains(l, row), says(l)
			if hasRow && hasMessage && (strings.Contains(l, name) || headed) {
				return ""
			}
			if strings.Contains(l, name) {
				headed = true
			}
			if hasRow && strings.Contains(l, name) {
				at = n
			}
			if hasMessage {
				said = n
			}
		}
	}
	if at < 0 || said < 0 {
		return file + ":" + row
	}
	for n := min(at, said) + 1; n < max(at, said); n++ {
		if place().MatchString(c.clean[n-1]) {
			return file + ":" + row
		}
	}
	return ""
}

//go:embed statements.txt
var grammar string

// forms returns the grammar: the forms of toktee's own lines, and those of its own words within composed lines.
var forms = sync.OnceValues(func() (whole, within *regexp.Regexp) {
	var lines, parts []string
	for l := range strings.Lines(grammar) {
		l = strings.TrimRight(l, "\n")
		part, isPart := strings.CutPrefix(l, "~")
		switch {
		case l == "" || l[0] == '#':
		case isPart:
			parts = append(parts, part)
		default:
			lines = append(lines, l)
		}
	}
	return regexp.MustCompile("^(?:" + strings.Join(lines, "|") + ")$"), regexp.MustCompile(strings.Join(parts, "|"))
})

// isQuoted reports whether a text is a line of the output after the mark for lines that look like statements.
func isQuoted(text, line string) bool {
	rest, ok := strings.CutPrefix(text, "> ")
	return ok && isPart(rest, line)
}

func isStatement(line string) bool {
	whole, _ := forms()
	return whole.MatchString(line)
}
