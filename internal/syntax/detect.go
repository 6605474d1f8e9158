package syntax

import (
	"bytes"
	"path"
	"slices"
	"strings"
)

// Language is a language's name in Linguist's spelling, such as "Go", "C++" or "Shell"; "" is unknown.
type Language string

// entry is a row of the generated tables, sorted by key.
type entry struct{ key, langs string }

// detectHead is how much of a text [Detect] looks at.
const detectHead = 16 << 10

// Detect says what language a file is in, by its name and the start of its text, either of which may be missing.
//
// A name that only one language has decides. Where several share an extension, the text decides, as far as it has marks
// that only one of them has, else the most common of them is taken. Without a telling name, a #! line, an editor's
// mode line or an XML declaration decides. Linguist lets a #! line overrule the extension, which turns scripts in
// TypeScript into JavaScript; here it doesn't. Flavours of one format, such as OpenAPI documents, are not told apart.
func Detect(name string, head []byte) Language {
	if len(head) > detectHead {
		head = head[:detectHead]
	}
	name = strings.ReplaceAll(name, `\`, "/")
	base := path.Base(name)
	if langs := lookup(filenames[:], base); langs != "" {
		l, _, _ := strings.Cut(langs, "|")
		return Language(l)
	}
	for i := strings.IndexByte(base, '.'); i >= 0; {
		ext := strings.ToLower(base[i:])
		if langs := lookup(extensions[:], ext); langs != "" {
			first, _, several := strings.Cut(langs, "|")
			if !several {
				return Language(first)
			}
			return tell(ext, langs, head)
		}
		j := strings.IndexByte(base[i+1:], '.')
		if j < 0 {
			break
		}
		i += 1 + j
	}
	return fromText(head)
}

// fromText is Detect for a text without a telling name.
func fromText(head []byte) Language {
	if l := modeline(head); l != "" {
		return l
	}
	if l := shebang(head); l != "" {
		return l
	}
	if bytes.HasPrefix(bytes.TrimLeft(head, "\ufeff \t\r\n"), []byte("<?xml ")) {
		return "XML"
	}
	return ""
}

// ByName returns the language of a name as used by code fences, editors and command lines: "golang", "sh", "c++".
func ByName(name string) Language {
	l, _, _ := strings.Cut(lookup(aliases[:], strings.ToLower(strings.ReplaceAll(strings.TrimSpace(name), "_", "-"))), "|")
	return Language(l)
}

func lookup(table []entry, key string) string {
	if i, ok := slices.BinarySearchFunc(table, key, func(e entry, k string) int { return strings.Compare(e.key, k) }); ok {
		return table[i].langs
	}
	return ""
}

// shebang reads the #! line.
func shebang(head []byte) Language {
	line, _, _ := bytes.Cut(head, []byte{'\n'})
	if !bytes.HasPrefix(line, []byte("#!")) {
		return ""
	}
	words := strings.Fields(string(line[2:]))
	if len(words) == 0 {
		return ""
	}
	prog := path.Base(words[0])
	if prog == "env" {
		prog = ""
		for _, w := range words[1:] {
			if strings.HasPrefix(w, "-") || strings.Contains(w, "=") {
				continue
			}
			prog = path.Base(w)
			break
		}
	}
	langs := lookup(interpreters[:], prog)
	if langs == "" {
		langs = lookup(interpreters[:], strings.TrimRight(prog, "0123456789.")) // python3.11
	}
	l, _, _ := strings.Cut(langs, "|")
	return Language(l)
}

// modeline reads what Emacs and Vim users write into the first lines: "-*- mode: C++ -*-", "vim: set ft=ruby:".
func modeline(head []byte) Language {
	for range 5 {
		line, rest, more := bytes.Cut(head, []byte{'\n'})
		if len(line) < 512 {
			if l := modelineIn(string(line)); l != "" {
				return l
			}
		}
		if !more {
			break
		}
		head = rest
	}
	return ""
}

func modelineIn(line string) Language {
	if _, s, ok := strings.Cut(line, "-*-"); ok {
		s, _, ok = strings.Cut(s, "-*-")
		if !ok {
			return ""
		}
		for part := range strings.SplitSeq(s, ";") {
			k, v, ok := strings.Cut(part, ":")
			if !ok && !strings.Contains(s, ";") {
				return ByName(part)
			}
			if strings.EqualFold(strings.TrimSpace(k), "mode") {
				return ByName(v)
			}
		}
		return ""
	}
	for _, mark := range [...]string{"vim:", "vi:", "ex:"} {
		i := strings.Index(line, mark)
		if i < 0 || i > 0 && line[i-1] != ' ' && line[i-1] != '\t' {
			continue
		}
		for _, w := range strings.FieldsFunc(line[i+len(mark):], func(r rune) bool { return r == ' ' || r == ':' || r == '\t' }) {
			if k, v, ok := strings.Cut(w, "="); ok && (k == "ft" || k == "filetype" || k == "syntax") {
				return ByName(v)
			}
		}
	}
	return ""
}
