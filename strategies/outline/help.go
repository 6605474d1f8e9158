package outline

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/textline"
)

// asksHelp reports whether a command line asks for nothing but a help text or a manual.
func asksHelp(l shell.Line) bool {
	if !l.OK || len(l.Commands) != 1 || l.Picked || l.Reshaped {
		return false
	}
	c := l.Commands[0]
	if c.Name == "man" || c.Name == "help" || c.Name == "tldr" || c.Sub() == "help" {
		return true
	}
	for _, a := range c.Args {
		switch {
		case a == "--":
			return false
		case a == "--help", strings.HasPrefix(a, "--help="), a == "-help":
			return true
		}
	}
	return false
}

// looksHelp reports whether a text opens as a help text or a manual does, and not as a failure that states how the
// program should have been called.
func looksHelp(head string) bool {
	found := false
	for l := range strings.SplitSeq(head, "\n") {
		_, ok := usageOf(l)
		found = found || ok || isManual(l)
	}
	if !found {
		return false
	}
	for l := range strings.SplitSeq(head, "\n") {
		if textline.SeverityOf(l) == textline.Failure {
			return false
		}
	}
	return true
}

// usageOf reads the start of a usage line, "Usage: rg [OPTIONS]". rest is the text after the word.
func usageOf(l string) (rest string, ok bool) {
	l = strings.TrimSpace(l)
	if l == "SYNOPSIS" || l == "USAGE" {
		return "", true
	}
	if len(l) < len("usage:") || !strings.EqualFold(l[:len("usage:")], "usage:") {
		return "", false
	}
	return strings.TrimSpace(l[len("usage:"):]), true
}

// isManual reports whether a line opens a manual: "LS(1)      User Commands      LS(1)".
func isManual(l string) bool {
	if !strings.HasSuffix(strings.TrimSpace(l), ")") {
		return false
	}
	w := strings.Fields(l)
	if len(w) < 3 || w[0] != w[len(w)-1] || !strings.HasSuffix(w[0], ")") {
		return false
	}
	i := strings.IndexByte(w[0], '(')
	return i > 0 && parse.Digit(w[0][i+1])
}

// readHelp reads a help text; nil for a text that has no lists of flags or commands.
func readHelp(all []string) *text {
	t := &text{}
	var body []string
	title := ""
	listed := 0
	flush := func() {
		listed += t.add(title, body)
		title, body = "", nil
	}
	for i := 0; i < len(all); i++ {
		l := all[i]
		if rest, ok := usageOf(l); ok && len(t.usage) == 0 {
			flush()
			i = t.readUsage(all, i, rest)
			continue
		}
		if isManual(l) {
			continue
		}
		if isHeading(all, i) {
			flush()
			title = strings.TrimSpace(l)
			continue
		}
		body = append(body, l)
	}
	flush()
	if listed < leastListed {
		return nil
	}
	return t
}

// leastListed is how many flags and commands a help text has.
const leastListed = 4

// readUsage reads the usage lines from line i on, and returns the last of them.
func (t *text) readUsage(all []string, i int, rest string) int {
	head := squeeze(all[i])
	if rest == "" {
		for i+1 < len(all) && all[i+1] == "" {
			i++
		}
		if i+1 < len(all) {
			i++
			head += " " + squeeze(all[i])
		}
	}
	t.usage = append(t.usage, head)
	at := indent(all[i])
	for i+1 < len(all) && all[i+1] != "" {
		l := all[i+1]
		if indent(l) < at || isFlag(l) || isHeading(all, i+1) || len(t.usage) == maxUsage {
			break
		}
		t.usage = append(t.usage, "  "+squeeze(l))
		i++
	}
	return i
}

// maxUsage is the number of usage lines that are read.
const maxUsage = 40

// maxTitle is how long a heading is at most.
const maxTitle = 80

// isHeading reports whether line i is the title of a section. A title is short, follows a blank line or ends in a
// colon, and the next line is indented deeper.
func isHeading(all []string, i int) bool {
	l := all[i]
	at := indent(l)
	s := strings.TrimSpace(l)
	if s == "" || at > 3 || len(s) > maxTitle || isFlag(l) || isColumns(l) {
		return false
	}
	if strings.IndexByte(".,;", s[len(s)-1]) >= 0 {
		return false // a sentence
	}
	if i > 0 && all[i-1] != "" && !strings.HasSuffix(s, ":") {
		return false
	}
	for _, next := range all[i+1:] {
		if next != "" {
			return indent(next) > at || strings.HasSuffix(s, ":") && isFlag(next)
		}
	}
	return false
}

// isFlag reports whether a line opens with a flag.
func isFlag(l string) bool {
	s := strings.TrimLeft(l, " \t")
	if len(s) < 2 || s[0] != '-' {
		return false
	}
	if s[1] == '-' {
		return len(s) > 2 && isLetter(s[2])
	}
	return isLetter(s[1]) || parse.Digit(s[1]) || s[1] > ' ' && (len(s) == 2 || s[2] == ',') // -., --hidden
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// isColumns reports whether a line is a name and its description, at least two blanks apart.
func isColumns(l string) bool {
	s := strings.TrimLeft(l, " \t")
	i := columnEnd(s)
	return i > 0 && i < len(s) && i <= maxName && s[0] > ' ' && strings.Count(s[:i], " ") < 3
}

// maxName is how long the name of a command, or a flag with its value, is at most.
const maxName = 64

// columnEnd returns the end of a line's first column: two blanks or a tab follow it.
func columnEnd(s string) int {
	for i := range len(s) {
		if s[i] == '\t' || s[i] == ' ' && i+1 < len(s) && (s[i+1] == ' ' || s[i+1] == '\t') {
			return i
		}
	}
	return len(s)
}

// add adds a section, and returns the number of its flags and commands. Other lines of a section of flags follow them.
func (t *text) add(title string, body []string) (listed int) {
	is, at := listOf(body)
	list := section{kind: is}
	if is == commands && !strings.Contains(strings.ToLower(title), "command") {
		list.kind = entries
	}
	other := section{kind: prose}
	for i := 0; i < len(body); i++ {
		l := body[i]
		switch {
		case l == "":
		case is == flags && isFlag(l) && indent(l) <= at+4, is == commands && indent(l) == at && isColumns(l):
			var it item
			it, i = readItem(body, i, is, at)
			list.items = append(list.items, it)
		default:
			if l[0] > ' ' && (len(list.items) > 0 || t.lists()) {
				t.behind++
			}
			s := squeeze(l)
			other.items = append(other.items, item{s, "  " + s, "  " + s})
		}
	}
	if list.title = title; len(list.items) == 0 {
		other.title = title
	}
	if len(list.items) > 0 || title != "" && len(other.items) == 0 {
		t.sections = append(t.sections, list)
	}
	if len(other.items) > 0 {
		t.sections = append(t.sections, other)
	}
	return len(list.items)
}

// lists reports whether a section before lists flags or commands.
func (t *text) lists() bool {
	return slices.ContainsFunc(t.sections, func(s section) bool { return s.kind != prose && len(s.items) > 0 })
}

// loneFlag is how many lines a section has at most whose one line with a flag lists it.
const loneFlag = 4

// listOf returns the kind of a section's entries and their indentation.
func listOf(body []string) (is kind, at int) {
	at = -1
	n := 0
	for _, l := range body {
		if isFlag(l) {
			if n++; at < 0 || indent(l) < at {
				at = indent(l)
			}
		}
	}
	if n > 1 || n == 1 && len(body) <= loneFlag {
		return flags, at
	}
	rows, all, most := map[int]int{}, map[int]int{}, 0
	for _, l := range body {
		if l == "" {
			continue
		}
		n := indent(l)
		all[n]++
		if isColumns(l) {
			if rows[n]++; rows[n] > most {
				most, at = rows[n], n
			}
		}
	}
	if most >= 2 && most*10 >= all[at]*6 {
		return commands, at
	}
	return prose, at
}

// readItem reads the entry that starts in line i, and returns its last line. Its description is the lines below it that
// are indented deeper, up to a blank line. list is the least indentation of the section's entries.
func readItem(body []string, i int, is kind, list int) (item, int) {
	at := indent(body[i])
	s := strings.TrimSpace(body[i])
	name, about := s[:columnEnd(s)], strings.TrimSpace(s[columnEnd(s):])
	if about == "" && is == flags {
		name, about = flagEnd(name)
	}
	last, blank := i, false
	for j := i + 1; j < len(body); j++ {
		l := body[j]
		if l == "" {
			blank = about != "" // more of it may follow, which isn't kept
			continue
		}
		if indent(l) <= at || is == flags && isFlag(l) && indent(l) <= list+4 {
			break
		}
		if last = j; !blank {
			about += " " + strings.TrimSpace(l)
		}
	}
	it := item{name: name}
	if is == flags {
		it.name = bareFlags(name)
	}
	about = squeeze(about)
	it.line = "  " + name + startOf("  "+about, shortAbout)
	it.whole = "  " + name + startOf("  "+about, longAbout)
	return it, last
}

const (
	shortAbout = 72  // bytes of an entry's description that are shown first
	longAbout  = 320 // and then
)

// startOf is the start of a text, up to a word's end.
func startOf(s string, most int) string {
	s = strings.TrimRight(s, " ")
	if len(s) <= most {
		return s
	}
	if i := strings.LastIndexByte(s[:most], ' '); i > 2 {
		return s[:i] + " …"
	}
	return s[:textline.RuneStart(s, most)] + "…"
}

// flagEnd separates the flags at the start of a line, with their values, from a description one blank after them:
//
//	--alt-svc <file name> Enable alt-svc with this cache file
func flagEnd(s string) (name, about string) {
	end, depth := 0, 0
	for i := 0; i < len(s); {
		n := strings.IndexByte(s[i:], ' ')
		if n < 0 {
			n = len(s) - i
		}
		w := s[i : i+n]
		if depth == 0 && w != "" && strings.IndexByte("-<[{=|", w[0]) < 0 && strings.ToUpper(w) != w {
			break
		}
		depth += strings.Count(w, "<") - strings.Count(w, ">")
		i += n
		if end = i; i < len(s) {
			i++
		}
	}
	return s[:end], strings.TrimSpace(s[end:])
}

// bareFlags are the flags of a name without their values: "-A --after-context".
func bareFlags(name string) string {
	var out []string
	for w := range strings.FieldsSeq(name) {
		if w[0] != '-' {
			continue
		}
		if i := strings.IndexAny(w, "=[<,:"); i > 0 {
			w = w[:i]
		}
		out = append(out, w)
	}
	return strings.Join(out, " ")
}
