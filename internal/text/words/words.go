// Package words writes the small texts that every report needs: a number with its noun ([Count], [Plural]) or in groups
// of digits ([Thousands]), a text on one line ([OneLine], [Printable]), and a text cut to a length ([Cut]).
//
// The words are English. A character is a Unicode code point, so a width on the screen may differ: combining marks take
// no column, and Chinese characters take two. All functions are linear in their text and keep nothing.
package words

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Count returns a number with its noun in the right form: "1 line", "3 lines", "0 lines". [Plural] makes the plural of
// a singular.
func Count[N int | int64](n N, one, many string) string {
	noun := many
	if n == 1 {
		noun = one
	}
	return strconv.FormatInt(int64(n), 10) + " " + noun
}

// Plural is the plural of a regular English noun: lines, matches, entries, keys.
func Plural(noun string) string {
	for _, sibilant := range []string{"s", "x", "z", "ch", "sh"} {
		if strings.HasSuffix(noun, sibilant) {
			return noun + "es"
		}
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok && stem != "" && !strings.ContainsRune("aeiou", lastRune(stem)) {
		return stem + "ies"
	}
	return noun + "s"
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

// OneLine is a text on one line, for a sentence: each run of blanks, line breaks and control characters becomes one
// space, and those at both ends go. Bytes that aren't valid UTF-8 become U+FFFD, one for a run of them.
func OneLine(s string) string {
	return strings.ToValidUTF8(strings.Join(strings.FieldsFunc(s, separates), " "), "\uFFFD")
}

// Printable returns a text on one line, for a terminal or a table's cell. Each line break and control character becomes
// a space, which keeps columns aligned. Marks that turn the direction of the text after them are dropped. Bytes that
// aren't valid UTF-8 become U+FFFD, one for each.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case moves(r):
			return ' '
		case turnsDirection(r):
			return -1
		}
		return r
	}, s)
}

// Cut shortens a text to at most limit characters. A longer text loses its end, and its last character is then an
// ellipsis: Cut("abcdef", 4) is "abc…". A limit below 1 counts as 1.
func Cut(s string, limit int) string {
	limit = max(limit, 1)
	count, end := 0, 0 // end is the place for an ellipsis
	for i := range s {
		if count == limit-1 {
			end = i
		}
		if count == limit {
			return s[:end] + "…"
		}
		count++
	}
	return s
}

// separates reports whether OneLine writes a space for the character.
func separates(r rune) bool { return moves(r) || r == ' ' || r == noBreakSpace }

const noBreakSpace = '\u00A0'

// moves reports whether a terminal or a reader may begin another line at the character, or move the cursor.
func moves(r rune) bool {
	const lineSeparator, paragraphSeparator = '\u2028', '\u2029'
	return r < ' ' || r >= 0x7F && r < noBreakSpace || r == lineSeparator || r == paragraphSeparator
}

// turnsDirection reports whether the character is an embedding, an override or an isolate of the bidirectional
// algorithm. With these, a text can look different from its bytes.
func turnsDirection(r rune) bool { return r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 }
