package syntax

import (
	"bytes"
	"path"
	"slices"
	"strings"
)

// Language is a language's name in Linguist's spelling, such as "Go", "C++" or "Shell"; "" is unknown.
type Language string

// entry is a row of the generated tables, which are sorted by key. langs is "A|B", the most common language first.
type entry struct{ key, langs string }

// detectHead is how much of a text [Detect] looks at.
const detectHead = 16 << 10

// Detect returns the language of a file, by its name and the start of its text, either of which may be missing.
//
// A name that only one language has decides. If several share an extension, the marks in the text decide, or else the
// most common language is taken. Without a telling name, a #! line or an XML declaration decides. Linguist lets a #!
// line overrule the extension, which turns scripts in TypeScript into JavaScript; here it doesn't. Flavours of one
// format, such as OpenAPI documents, have its name.
func Detect(name string, head []byte) Language {
	if len(head) > detectHead {
		head = head[:detectHead]
	}
	base := path.Base(slashed(name))
	if langs := lookup(filenames[:], base); langs != "" {
		return first(langs)
	}
	// The longest extension comes first: that of "a.d.ts" is ".d.ts", then ".ts".
	for i := strings.IndexByte(base, '.'); i >= 0; i = nextDot(base, i) {
		ext := strings.ToLower(base[i:])
		switch langs := lookup(extensions[:], ext); {
		case langs == "":
		case strings.Contains(langs, "|"):
			return choose(ext, langs, head)
		default:
			return Language(langs)
		}
	}
	return fromText(head)
}

// nextDot returns the place of the next dot after i, or -1.
func nextDot(s string, i int) int {
	j := strings.IndexByte(s[i+1:], '.')
	if j < 0 {
		return -1
	}
	return i + 1 + j
}

// slashed is a path with slashes, whatever system it comes from.
func slashed(name string) string { return strings.ReplaceAll(name, `\`, "/") }

// first is the most common of the languages in an entry of the tables.
func first(langs string) Language {
	l, _, _ := strings.Cut(langs, "|")
	return Language(l)
}

// fromText detects the language of a text without a telling name.
func fromText(head []byte) Language {
	if l := shebang(head); l != "" {
		return l
	}
	if bytes.HasPrefix(bytes.TrimLeft(head, "\ufeff \t\r\n"), []byte("<?xml ")) {
		return "XML"
	}
	return ""
}

// lookup finds a key in one of the generated tables and returns its languages, as "A|B", or "".
func lookup(table []entry, key string) string {
	i, ok := slices.BinarySearchFunc(table, key, func(e entry, k string) int { return strings.Compare(e.key, k) })
	if !ok {
		return ""
	}
	return table[i].langs
}
