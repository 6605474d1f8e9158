package tokens

// The scanners in this file cut a text as the patterns of the encodings do, one character at a time, for any text. The
// scanner for ASCII, [block], is faster and leaves the rest to these.
//
// Each returns the end of the piece that starts at b[i], and the set of classes that it saw: those of the piece, and
// maybe more.

// o200kPiece follows o200k_base's pattern:
//
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//	\p{N}{1,3}
//	 ?[^\s\p{L}\p{N}]+[\r\n/]*
//	\s*[\r\n]+
//	\s+(?!\S)
//	\s+
func o200kPiece(b []byte, i int) (end int, seen set) {
	first, w := classAt(b, i)
	if in(first, letters) {
		end, seen = o200kWord(b, i)
		return contraction(b, end), seen
	}
	next := i + w
	if in(first, leads) && next < len(b) {
		if c, _ := classAt(b, next); in(c, letters|1<<mark) {
			end, seen = o200kWord(b, next)
			if first == mark && seen&^(1<<upper) == 0 {
				// With the mark as the lead only the second alternative matches. So the first one comes before it, in
				// which the mark is a letter that may end a word.
				end = next
			}
			return contraction(b, end), seen | 1<<first
		}
	}
	if first == mark {
		return contraction(b, next), 1 << mark
	}
	return rest(b, i, first, next, true)
}

// o200kWord returns the end of [U]*[L]+ or else [U]+[L]* from b[i], which is a letter or a mark; U and L share the
// caseless letters and the marks. The set has lower, caseless or mark in it only if it is the former.
func o200kWord(b []byte, i int) (end int, seen set) {
	const (
		head = 1<<upper | 1<<caseless | 1<<mark
		tail = 1<<lower | 1<<caseless | 1<<mark
	)
	after := 0 // the end of the last character of the head that may also be the tail
	set := set(head)
	for i < len(b) {
		c, w := classAt(b, i)
		if !in(c, set) {
			if c != lower {
				break
			}
			set = tail
		}
		seen |= 1 << c
		i += w
		if in(c, tail) {
			after = i
		}
	}
	if after > 0 {
		return after, seen
	}
	return i, seen
}

// cl100kPiece follows cl100k_base's pattern:
//
//	(?i:'s|'t|'re|'ve|'m|'ll|'d)
//	[^\r\n\p{L}\p{N}]?\p{L}+
//	\p{N}{1,3}
//	 ?[^\s\p{L}\p{N}]+[\r\n]*
//	\s*[\r\n]+
//	\s+(?!\S)
//	\s+
func cl100kPiece(b []byte, i int) (end int, seen set) {
	if end = contraction(b, i); end > i {
		return end, 0
	}
	first, w := classAt(b, i)
	next := i + w
	if in(first, leads) || in(first, letters) {
		end, seen = span(b, next, letters)
		if seen != 0 || in(first, letters) {
			return end, seen | 1<<first
		}
	}
	return rest(b, i, first, next, false)
}

// rest follows the alternatives that the patterns share: numbers, symbols and blanks. The character at b[i] is of class
// first and ends at next.
func rest(b []byte, i int, first class, next int, slash bool) (end int, seen set) {
	switch {
	case first == number:
		end = next
		for range 2 {
			if end < len(b) {
				if c, w := classAt(b, end); c == number {
					end += w
				}
			}
		}
		return end, 1 << number
	case in(first, symbols):
		end, seen = span(b, next, symbols)
		return trailer(b, end, slash), seen | 1<<first
	case b[i] == ' ':
		if end, seen = span(b, next, symbols); seen != 0 {
			return trailer(b, end, slash), seen
		}
	}
	return blanks(b, i), 1 << space
}

// span returns the end of the run of characters of the set from b[i], and the classes in it.
func span(b []byte, i int, s set) (end int, seen set) {
	for i < len(b) {
		c, w := classAt(b, i)
		if !in(c, s) {
			break
		}
		seen |= 1 << c
		i += w
	}
	return i, seen
}

// trailer returns the end of [\r\n/]* or [\r\n]* from b[i].
func trailer(b []byte, i int, slash bool) int {
	for i < len(b) && (b[i] == '\n' || b[i] == '\r' || slash && b[i] == '/') {
		i++
	}
	return i
}

// blanks returns the end of \s*[\r\n]+ or else \s+(?!\S) or else \s+ from b[i], which is a blank.
func blanks(b []byte, i int) int {
	start, last, line := i, i, 0
	for i < len(b) {
		c, w := classAt(b, i)
		if !in(c, spaces) {
			if line == 0 && last > start {
				return last
			}
			break
		}
		last = i
		i += w
		if c == newline {
			line = i
		}
	}
	if line > 0 {
		return line
	}
	return i
}

// contraction returns the end of (?i:'s|'t|'re|'ve|'m|'ll|'d)? from b[i]. U+017F (ſ) counts as an s, as it does in
// Rust, which runs the official pattern.
func contraction(b []byte, i int) int {
	if len(b)-i < 2 || b[i] != '\'' {
		return i
	}
	switch c := b[i+1] | 0x20; c {
	case 's', 't', 'm', 'd':
		return i + 2
	case 'r', 'v', 'l':
		want := byte('e')
		if c == 'l' {
			want = 'l'
		}
		if i+2 < len(b) && b[i+2]|0x20 == want {
			return i + 3
		}
	case 0xC5 | 0x20: // U+017F is 0xC5 0xBF
		if i+2 < len(b) && b[i+1] == 0xC5 && b[i+2] == 0xBF {
			return i + 3
		}
	}
	return i
}
