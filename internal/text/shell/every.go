package shell

import (
	"slices"
	"strings"
	"unicode"

	"mvdan.cc/sh/v3/syntax"
)

// maxScripts is how deep scripts in words are read: sh -c "sh -c 'touch x'".
const maxScripts = 4

// A Word is a word of a command line, quotes removed. A star in its text means any characters: the shell alone
// knows the value of "$x", and the names that "*.env" and "{a,b}" become.
type Word struct {
	Text string
	// Program means that the word may be the name of a program that runs.
	Program bool
	// Glob means that the shell puts names of files in place of the stars, if there are any. By default, no star
	// matches the dot that a name begins with.
	Glob bool
}

// EveryWord returns the words of a line wherever they are: in commands of any depth, redirections, assignments and
// here-documents. Words that hold several words are also read as scripts, since a program may run them:
//
//	cd x && sh -c "touch $f" > log    cd, x, sh, -c, "touch *", touch, *, log
//
// ok is false if the line can't be parsed; then there may be more words than those.
func EveryWord(line string) (words []Word, ok bool) {
	e := &everyWord{}
	ok = e.script(line, 0)
	return e.words, ok
}

// everyWord gathers words.
type everyWord struct{ words []Word }

// script adds the words of a script.
func (e *everyWord) script(src string, depth int) bool {
	f, ok := parseFile(src)
	if !ok {
		e.loose(src)
		return false
	}
	programs := map[*syntax.Word]bool{}
	syntax.Walk(f, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CallExpr:
			runs := true // the words from here on may be a command
			for i, arg := range n.Args {
				programs[arg] = runs
				runs = runs && i > 0 || starts(pattern(n.Args[0])) || startsNext(pattern(arg))
			}
		case *syntax.Word:
			at := len(e.words)
			e.word(pattern(n), programs[n], depth)
			e.words[at].Glob = isGlob(n)
		case *syntax.FuncDecl:
			if n.Name != nil { // an anonymous function has none
				e.word(n.Name.Value, true, depth)
			}
		}
		return true
	})
	return true
}

// starts reports whether a program runs what its arguments name, or may: "*" is one that isn't known.
func starts(name string) bool {
	name = baseName(name)
	switch name {
	case "sh", "bash", "zsh", "dash", "ash", "ksh", "fish", ".", "source", "eval", "trap", "ssh", "su", "script",
		"watch", "entr", "flock", "chroot", "unshare":
		return true
	}
	return strings.Contains(name, "*") || wrapperOf(name) != nil
}

// startsNext reports whether an option of find or fd comes before a command.
func startsNext(arg string) bool {
	return slices.Contains([]string{"-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch"}, arg)
}

// word adds a word, the alternatives in its braces, and the words of it as a script.
func (e *everyWord) word(text string, program bool, depth int) {
	e.words = append(e.words, Word{Text: text, Program: program})
	if open := strings.IndexByte(text, '{'); open >= 0 && text != "{}" {
		for piece := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune("{},", r) }) {
			e.words = append(e.words, Word{Text: piece, Program: program})
		}
		if end := strings.LastIndexByte(text, '}'); end > open {
			e.words = append(e.words, Word{Text: text[:open] + "*" + text[end+1:], Program: program})
		}
	}
	if strings.ContainsAny(text, " \t\n;|&<>()") && depth < maxScripts {
		e.script(text, depth+1)
	}
}

// loose adds the words of a text that is no script.
func (e *everyWord) loose(src string) {
	apart := func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("'\"`;|&<>(){}$,=\\", r) }
	for w := range strings.FieldsFuncSeq(src, apart) {
		e.words = append(e.words, Word{Text: w, Program: true})
	}
}

// pattern returns a word's text, with a star for each part that only the shell knows.
func pattern(w *syntax.Word) string {
	var b strings.Builder
	patternParts(&b, w.Parts, false)
	return b.String()
}

// isGlob reports whether all that isn't known of a word are stars of the shell's.
func isGlob(w *syntax.Word) bool {
	has := false
	for _, p := range w.Parts {
		switch p := p.(type) {
		case *syntax.Lit:
			has = has || strings.Contains(p.Value, "*")
			if strings.ContainsAny(p.Value, `{\(`) {
				return false
			}
		default:
			return false
		}
	}
	return has
}

func patternParts(b *strings.Builder, parts []syntax.WordPart, quoted bool) {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
			unescape(b, p.Value, quoted)
		case *syntax.SglQuoted:
			if p.Dollar && strings.Contains(p.Value, `\`) {
				b.WriteByte('*') // $'\x74ouch'
			} else {
				b.WriteString(p.Value)
			}
		case *syntax.DblQuoted:
			patternParts(b, p.Parts, true)
		default:
			b.WriteByte('*')
		}
	}
}
