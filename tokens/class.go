package tokens

import (
	_ "embed"
	"unicode/utf8"
)

// A class is what the patterns of the encodings tell of a character. The classes of Unicode 16.0 are pinned in a table:
// those of Go's unicode package change with Go.
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

func in(c class, s set) bool { return s>>(c&15)&1 != 0 }

// classData is a byte for each 128 code points, the number of their block, and then the blocks.
//
//go:embed classes.bin
var classData string

const (
	classBlock = 128
	classIndex = (utf8.MaxRune + 1) / classBlock
)

func classOf(r rune) class {
	return classData[classIndex+int(classData[r/classBlock])*classBlock+int(r%classBlock)]
}

// classAt is the class and the width in bytes of the character at b[i].
func classAt(b []byte, i int) (class, int) {
	if c := b[i]; c < utf8.RuneSelf {
		return ascii[c], 1
	}
	r, n := utf8.DecodeRune(b[i:])
	if n == 1 {
		return invalid, 1
	}
	return classOf(r), n
}

// ascii is the class of each single-byte character.
var ascii = [utf8.RuneSelf]class{
	'\t': space,
	'\n': newline,
	'\v': space, '\f': space,
	'\r': newline,
	' ':  space,
	'0':  number, '1': number, '2': number, '3': number, '4': number, '5': number, '6': number, '7': number, '8': number, '9': number,
	'A': upper, 'B': upper, 'C': upper, 'D': upper, 'E': upper, 'F': upper, 'G': upper, 'H': upper, 'I': upper, 'J': upper, 'K': upper, 'L': upper, 'M': upper,
	'N': upper, 'O': upper, 'P': upper, 'Q': upper, 'R': upper, 'S': upper, 'T': upper, 'U': upper, 'V': upper, 'W': upper, 'X': upper, 'Y': upper, 'Z': upper,
	'a': lower, 'b': lower, 'c': lower, 'd': lower, 'e': lower, 'f': lower, 'g': lower, 'h': lower, 'i': lower, 'j': lower, 'k': lower, 'l': lower, 'm': lower,
	'n': lower, 'o': lower, 'p': lower, 'q': lower, 'r': lower, 's': lower, 't': lower, 'u': lower, 'v': lower, 'w': lower, 'x': lower, 'y': lower, 'z': lower,
}
