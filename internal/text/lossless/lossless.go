// Package lossless writes a text in fewer tokens so that a reader can undo it: nothing is left out, and models know
// every notation.
//
//	rg --heading      a path on a line of its own, "12:text" and "12-context" below it
//	compact JSON      keys in their order, numbers and strings byte for byte
//	thinned numbers   of numbered lines, the first, the last and every tenth keep their number
//	repeats           "… the same line 14 more times"
//	blanks            none at the ends of lines, one blank line for several
//
// [Restore] undoes them. [Text] checks each text before it returns it, and leaves a text alone that Restore couldn't
// rebuild.
//
// Time and memory are linear in the text. The text is one in memory, as cleaned.
package lossless

import "strings"

// A Kind is the kind of a text. It decides which notations are allowed.
type Kind uint8

// The kinds.
const (
	Output   Kind = iota // a program's report: JSON, tables, repeated lines
	Search               // found lines, each after its place; they may be edited, so they keep their bytes
	Content              // of files, whose lines may be edited: only the numbers of cat -n are thinned
	Numbered             // a file as an agent's read prints it: its numbers may come without padding
)

// leastGain is the part of a text that must go for another notation to be worth anything: one in so many bytes.
const leastGain = 64

// Text writes a clean text in fewer bytes. ok is false if there is nothing to gain, or if the result couldn't be
// undone.
func Text(clean string, kind Kind) (text string, ok bool) {
	switch kind {
	case Search:
		text = headings(clean)
	case Content, Numbered:
		text = thin(clean, kind == Numbered)
	default:
		text = squeeze(clean)
	}
	if len(text) >= len(clean)-len(clean)/leastGain || !Same(Restore(text, kind), clean, kind) {
		return "", false
	}
	return text, true
}

// Restore returns the text that [Text] shortened, except for runs of blanks without meaning.
func Restore(text string, kind Kind) string {
	switch kind {
	case Search:
		return flat(text)
	case Content, Numbered:
		return thicken(text)
	}
	return unfold(text)
}

// Same reports whether two texts differ in nothing but runs of blanks: those of a search in nothing at all, those of
// files in the padding of line numbers.
func Same(a, b string, kind Kind) bool {
	switch kind {
	case Search:
		return a == b
	case Content, Numbered:
		return unpadded(a) == unpadded(b)
	}
	return normal(a) == normal(b)
}

// unpadded is a text without the blanks before line numbers.
func unpadded(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		if _, ok := cutNumber(l, true); ok {
			lines[i] = strings.TrimLeft(l, " ")
		}
	}
	return strings.Join(lines, "\n")
}

// normal is an output without what [Same] doesn't look at.
func normal(s string) string {
	if doc, ok := compact(s); ok {
		return doc
	}
	var b strings.Builder
	b.Grow(len(s) + 1)
	for l := range strings.SplitSeq(s, "\n") {
		if doc, ok := compactLine(l); ok {
			l = doc
		}
		before := b.Len()
		for word := range strings.FieldsFuncSeq(l, isBlank) {
			if b.Len() > before {
				b.WriteByte(' ')
			}
			b.WriteString(word)
		}
		if b.Len() > before {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func isBlank(r rune) bool { return r == ' ' || r == '\t' }
