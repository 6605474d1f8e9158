package secrets

import (
	"bytes"
	"strings"
)

const (
	maxKeyRow = 400 // lines of a key
	leastWord = 40  // bytes of a line of base64 after other text
	maxFront  = 100 // bytes of it that are compared
)

// lineEnds may be at the end of a line of a key: frames, the end of a string in a program, the marks of cat -A.
const lineEnds = " \t\r|│,;)$\\"

// A key is a private key whose lines are being read. Each of them may have text before it: a time in a log, a name and
// a number in a search or a listing, or a frame around them:
//
//	-MIIEpAIBAAKCAQEA…
//	key.pem:12:MIIEpAIBAAKCAQEA…
//	| MIIEpAIBAAKCAQEA… |
type key struct {
	rows   int    // lines since its first one; 0 if none is being read
	first  string // the text before its first line
	front  string // the text before the last line of base64
	width  int    // bytes of base64 in a line
	mark   string // of its lines; "" before the first line of base64
	hidden bool   // the last line was one of base64
	short  bool   // it was shorter than the others, so the key is over
}

// begins notes that a line may be the first one of a private key, with nothing after it.
func (k *key) begins(line []byte) {
	if !bytes.Contains(line, []byte(keyLiteral)) { // which is faster than LastIndex
		return
	}
	at := bytes.LastIndex(line, []byte(keyLiteral))
	if start, ok := keyStart(line, at); ok && len(bytes.Trim(line[start:], lineEnds+"\"'+nr")) == 0 {
		*k = key{rows: 1, first: frontOf(line[:at])}
	}
}

// body finds the base64 in a line of a key, its last word. The key ends with its own last line, or with a line that
// can't belong to it.
func (k *key) body(line []byte) (start, end int, ok bool) {
	k.rows++
	if k.rows > maxKeyRow || bytes.Contains(line, []byte(keyEnd)) || bytes.Contains(line, []byte("["+keyKind)) {
		*k = key{}
		return 0, 0, false
	}
	start, end = lastWord(line)
	word := line[start:end]
	switch front := frontOf(line[:start]); {
	case k.isBody(word, front):
		k.short = len(word) < k.width-1 && !isLikeNothingElse(word, front)
		k.hidden, k.width, k.front = true, max(k.width, len(word)), front
		return start, end, true
	case k.mark == "" && (frontOf(line) == k.first || bytes.Contains(line, []byte(": "))):
		return 0, 0, false // as in "Proc-Type: 4,ENCRYPTED", and the blank line after it
	}
	*k = key{}
	return 0, 0, false
}

// isBody reports whether a word of base64 is a line of the key: it is like nothing else, or as wide as the others,
// except for a plus sign of a diff, or it is the last one and starts at the same column.
func (k *key) isBody(word []byte, front string) bool {
	switch {
	case len(word) == 0:
		return false
	case k.short: // after a shorter line only the sum of an OpenPGP key follows, as in "=njUN"
		return word[0] == '=' && len(word) == 5 && front == k.front
	case isLikeNothingElse(word, front):
		return true
	}
	return k.hidden && len(word) <= k.width+1 && (front == k.front || len(word) == k.width)
}

// isLikeNothingElse reports whether a word of base64 with text before it has a good length, and capitals, small letters
// and others. All lines of base64 of some length do, and words, paths and hexadecimal digits don't.
func isLikeNothingElse(word []byte, front string) bool {
	if len(word) < leastBody || front != "" && len(word) < leastWord {
		return false
	}
	var hasCapital, hasSmall, hasOther bool
	for _, c := range word {
		switch {
		case c >= 'A' && c <= 'Z':
			hasCapital = true
		case c >= 'a' && c <= 'z':
			hasSmall = true
		default:
			hasOther = true
		}
	}
	return hasCapital && hasSmall && hasOther
}

// lastWord returns the last word of base64 in a line, before a frame or the end of a string in a program.
func lastWord(line []byte) (start, end int) {
	end = len(bytes.TrimRight(line, lineEnds))
	if end > 1 && line[end-1] == '+' && strings.IndexByte(" \t\"'", line[end-2]) >= 0 {
		end = len(bytes.TrimRight(line[:end-1], lineEnds))
	}
	end = len(bytes.TrimRight(line[:end], "\"'"))
	if bytes.HasSuffix(line[:end], []byte(`\n`)) {
		end -= 2
	}
	for start = end; start > 0 && isBase64(line[start-1]); {
		start--
	}
	return start, end
}

// frontOf returns the part before a line's base64 that lines of a key have in common: without blanks, and with one
// digit in place of a number.
func frontOf(text []byte) string {
	var b []byte
	for _, c := range text[:min(len(text), maxFront)] {
		switch isDigit := c >= '0' && c <= '9'; {
		case c == ' ' || c == '\t':
		case !isDigit:
			b = append(b, c)
		case len(b) == 0 || b[len(b)-1] != '0':
			b = append(b, '0')
		}
	}
	return string(b)
}
