package tokens

import (
	_ "embed"
	"unicode/utf8"
)

// A class is a kind of character that the patterns of the encodings distinguish: \p{Lu}, \p{N}, \s and so on. The
// classes of Unicode 16.0 are pinned in a table, since those of Go's unicode package change with Go.
type class = uint8

const (
	other    class = iota // punctuation, symbols, controls, what isn't assigned
	upper                 // Lu, Lt
	lower                 // Ll
	caseless              // Lm, Lo
	mark                  // M
	number                // N
	space                 // White_Space but for the newlines
	newline               // \r, \n
	invalid               // a byte that isn't UTF-8, which counts as U+FFFD
)

// A set is a bit set of classes.
type set = uint16

const (
	letters = 1<<upper | 1<<lower | 1<<caseless
	symbols = 1<<other | 1<<mark | 1<<invalid // [^\s\p{L}\p{N}]
	leads   = symbols | 1<<space              // [^\r\n\p{L}\p{N}]
	spaces  = 1<<space | 1<<newline           // \s
)

// in reports whether the set holds the class.
func in(c class, s set) bool { return s>>(c&15)&1 != 0 }

// classData is a table in two stages, as written by internal/gen: for each 128 code points a byte with the number of
// their block, and then the blocks, with a byte for the class of each code point. Equal blocks are there once.
//
//go:embed classes.bin
var classData string

const (
	classBlock = 128
	classIndex = (utf8.MaxRune + 1) / classBlock
)

// classOf returns the class of a character.
func classOf(r rune) class {
	return classData[classIndex+int(classData[r/classBlock])*classBlock+int(r%classBlock)]
}

// classAt returns the class and the width in bytes of the character at b[i].
func classAt(b []byte, i int) (class, int) {
	if c := b[i]; c < utf8.RuneSelf {
		return ascii[c], 1
	}
	if i+1 == len(b) || b[i+1]&0xc0 != 0x80 { // the most frequent in binary data
		return invalid, 1
	}
	if c := b[i]; c >= 0xc2 && c <= 0xdf {
		return classOf(rune(c&0x1f)<<6 | rune(b[i+1]&0x3f)), 2
	}
	r, n := utf8.DecodeRune(b[i:])
	if n == 1 {
		return invalid, 1
	}
	return classOf(r), n
}

// ascii is the class of each single-byte character.
var ascii = func() (t [utf8.RuneSelf]class) {
	for c := range t {
		switch {
		case c == '\n' || c == '\r':
			t[c] = newline
		case c == ' ' || c >= '\t' && c <= '\f': // tab, vertical tab and form feed are blanks, too
			t[c] = space
		case c >= '0' && c <= '9':
			t[c] = number
		case c >= 'A' && c <= 'Z':
			t[c] = upper
		case c >= 'a' && c <= 'z':
			t[c] = lower
		}
	}
	return t
}()
