package ledger

import (
	"unicode"
	"unicode/utf8"
)

// maxWord is how many bytes of a word are in the index. Two words that begin with the same are candidates for each
// other; which of them a line has is seen in the line.
const maxWord = 40

// eachWord hands the words of a text to a function, in small letters: runs of letters, digits and marks, so that
// foo_bar.baz has three. A character of a script without blanks between its words is a word of its own. The function
// must not keep the bytes.
func eachWord(text []byte, buf []byte, each func([]byte)) []byte {
	w := cutter{word: buf[:0], each: each}
	for i := 0; i < len(text); {
		if c := text[i]; c < utf8.RuneSelf {
			i++
			if wordByte[c] {
				w.add(rune(lowByte(c)), 1)
			} else {
				w.end()
			}
			continue
		}
		r, n := utf8.DecodeRune(text[i:])
		i += n
		switch {
		case alone(r):
			w.end()
			w.add(r, n)
			w.end()
		case wordRune(r):
			w.add(unicode.ToLower(r), n)
		default:
			w.end()
		}
	}
	w.end()
	return w.word
}

// A cutter gathers the characters of a word.
type cutter struct {
	word []byte
	full bool
	each func([]byte)
}

func (w *cutter) add(r rune, size int) {
	if w.full = w.full || len(w.word)+size > maxWord; w.full {
		return
	}
	if r < utf8.RuneSelf {
		w.word = append(w.word, byte(r))
		return
	}
	w.word = utf8.AppendRune(w.word, r)
}

func (w *cutter) end() {
	if len(w.word) > 0 {
		w.each(w.word)
	}
	w.word, w.full = w.word[:0], false
}

// wordByte are the ASCII characters of words.
var wordByte = func() (t [utf8.RuneSelf]bool) {
	for _, c := range "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" {
		t[c] = true
	}
	return t
}()

func lowByte(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

func wordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 0 && wordByte[r]
	}
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r))
}

// alone reports whether a character is of a script that puts no blanks between words.
func alone(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}

// fold returns a text in small letters. If that moves bytes, places maps each byte of it, and its end, to the text.
func fold(text string) (folded string, places []int) {
	b := make([]byte, 0, len(text))
	moved := false
	for i := 0; i < len(text); {
		if c := text[i]; c < utf8.RuneSelf {
			b = append(b, lowByte(c))
			i++
			if moved {
				places = append(places, i)
			}
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		at := len(b)
		if r == utf8.RuneError && n == 1 {
			b = append(b, text[i])
		} else {
			b = utf8.AppendRune(b, unicode.ToLower(r))
		}
		if !moved && len(b)-at != n {
			moved = true
			places = make([]int, at+1, len(text)+1)
			for k := range places {
				places[k] = k
			}
		}
		i += n
		for k := at + 1; moved && k <= len(b); k++ {
			places = append(places, i)
		}
	}
	return string(b), places
}
