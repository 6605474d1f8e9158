package syntax

import "strings"

// maxModifiers is how many words are passed over in search of a keyword.
const maxModifiers = 8

// keyword cuts the first word of a line that isn't a modifier: "class" of "public abstract class A".
func (c *codeState) keyword(code string) (w, rest string) {
	for range maxModifiers {
		w, rest = wordOrSign(code)
		if rest != "" && strings.IndexByte("!*?", rest[0]) >= 0 { // macro_rules!, function*, init?
			if _, ok := c.words.kind(w + rest[:1]); ok {
				return w + rest[:1], rest[1:]
			}
		}
		if !c.words.isModifier(w) {
			return w, rest
		}
		if _, ok := c.words.kind(w); ok && !c.definesNext(rest) {
			return w, rest
		}
		rest = strings.TrimLeft(rest, " \t")
		if strings.HasPrefix(rest, "(") { // pub(crate), private(set)
			_, after, ok := strings.Cut(rest, ")")
			if !ok {
				return w, rest
			}
			rest = strings.TrimLeft(after, " ")
		}
		code = strings.TrimLeft(strings.TrimPrefix(rest, `""`), " ") // extern "C"
	}
	return w, rest
}

// wordOrSign cuts the leading word of a line, with the sign before it if that is part of keywords: #define, @interface.
func wordOrSign(code string) (w, rest string) {
	w, rest = word(code)
	if w != "" || code == "" || !strings.ContainsAny(code[:1], "#@-.") {
		return w, rest
	}
	w, rest = word(strings.TrimLeft(code[1:], " "))
	return code[:1] + w, rest
}

// definesNext reports whether the next word is one that starts a definition: in "const fn" and "static class" the first
// word is a modifier, though it can start a definition too.
func (c *codeState) definesNext(rest string) bool {
	w, _ := word(strings.TrimLeft(rest, " "))
	_, ok := c.words.kind(w)
	return ok || c.words.isModifier(w)
}
