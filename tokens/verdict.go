package tokens

// A verdict is the effect of the next character on an open piece.
type verdict uint8

const (
	belongs verdict = iota // it belongs to the piece
	joins                  // it belongs to the piece, and so do the undecided characters before it
	waits                  // the characters after it decide whether it belongs to the piece
	ends                   // the piece ends before it
)

// verdict returns the effect of a character of class k on the piece; c is its first byte. It also records its effects
// for those after it.
func (o *open) verdict(k class, c byte) verdict {
	o200k := o.c.enc == O200kBase
	switch o.kind {
	case inWord:
		if o200k {
			return o.inO200kWord(k)
		}
		if in(k, letters) {
			return belongs
		}
	case inSymbols:
		if in(k, symbols) {
			return belongs
		}
		if k == newline {
			o.kind = inNewlines
			return belongs
		}
	case inNewlines:
		if k == newline || o200k && c == '/' {
			return belongs
		}
	case inBlanks:
		if k == newline {
			o.mixed = true
			return joins
		}
		if k == space {
			return waits
		}
	}
	return ends
}

// inO200kWord returns the verdict in a word of o200k_base: upper-case letters before lower-case letters, caseless
// letters and marks anywhere.
func (o *open) inO200kWord(k class) verdict {
	switch k {
	case lower:
		o.tail = true
		return joins
	case caseless, mark:
		o.mixed = true
		return joins
	case upper:
		switch {
		case o.tail:
			return ends
		case o.mixed:
			return waits
		}
		return belongs
	}
	return ends
}
