package tokens

// An open piece is longer than what is seen of it. It is followed character by character, as the patterns do, and counted
// as far as it is sure that characters belong to it. Two kinds of piece depend on what is far behind:
//
//   - A word of o200k_base that isn't in its lower-case part ends after the last caseless letter, but if a lower-case letter
//     comes, all upper-case ones in between belong to it.
//   - Blanks end after the last newline, and all blanks in between belong to them; without one they end before the last.
//
// Such characters wait in the caller's buffer until that is decided. If they become too many, the piece forks: both what it
// is with them, and what the next piece is without, are counted on.
type open struct {
	c     *Counter
	kind  kind
	mixed bool // a word with a caseless letter, not yet in its lower-case part; blanks with a newline
	tail  bool // a word in its lower-case part
	fork  bool
	sure  run // the piece, as far as it is sure
	with  run // on a fork: and what waits
	next  run // on a fork: what waits, as the next piece
	count int // of the piece, once it is done
}

type kind uint8

const (
	inWord kind = iota
	inSymbols
	inNewlines // behind symbols
	inBlanks
	inNothing // whatever follows, the piece ends
)

// start begins a piece at b[0]. It returns how much of b it has taken.
func (o *open) start(b []byte) (n int) {
	*o = open{c: o.c, sure: o.sure, with: o.with, next: o.next}
	o.sure.reset()
	first, w := classAt(b, 0)
	second, _ := classAt(b, w)
	starts := set(letters)
	if o.c.enc == O200kBase {
		starts |= 1 << mark
	}
	switch {
	case first == number, o.c.enc == Cl100kBase && contraction(b, 0) > 0:
		o.kind = inNothing
		n, _ = o.c.piece(b, 0)
	case in(first, starts):
	case in(first, leads) && in(second, starts):
		n = w
	case in(first, symbols):
		o.kind = inSymbols
	case b[0] == ' ' && in(second, symbols):
		o.kind, n = inSymbols, w
	default:
		o.kind = inBlanks
	}
	o.sure.writeText(&o.c.encoder, b[:n])
	return n
}

// feed goes on with b. It returns how much of it is counted, and whether the piece ends there. Unless b is the last of the
// text, its last bytes are left, and what waits, which is no more than the given number of bytes.
func (o *open) feed(b []byte, last bool, wait int) (n int, done bool) {
	end := len(b)
	if !last {
		end -= lookahead
	}
	// b[:n] is counted, b[:sure] belongs to the piece, or on a fork to both, and before is where the last character starts.
	i, sure, before := 0, 0, 0
	for i < end || last {
		step, w := ends, 0
		if i < end {
			var k class
			k, w = classAt(b, i)
			step = o.step(k, b[i])
		}
		switch step {
		case belongs:
			sure = i + w
		case joins:
			sure = i + w
			if o.fork {
				o.with.writeText(&o.c.encoder, b[n:sure])
				o.sure, o.with = o.with, o.sure
				o.fork, n = false, sure
			}
		case waits:
			switch {
			case o.kind == inWord && o.fork:
				sure = i + w
			case o.kind == inBlanks && (o.fork || !o.mixed):
				sure = i // the last blank waits
			}
		case ends:
			if o.fork { // and the next piece ends here, too
				n = o.put(b, n, sure)
				o.count += o.sure.finish(&o.c.encoder)
				o.sure, o.next = o.next, o.sure
				o.fork, o.mixed = false, false
				continue
			}
			switch {
			case o.kind == inWord && sure == i:
				sure = contraction(b, i)
			case o.kind == inBlanks && !o.mixed && (i == len(b) || sure == 0 && o.sure.empty()):
				sure = i
			}
			n = o.put(b, n, sure)
			o.count += o.sure.finish(&o.c.encoder)
			return n, true
		}
		before, i = i, i+w
	}
	if !o.fork && i-sure > wait {
		n = o.put(b, n, sure)
		o.with.copyOf(&o.sure)
		o.next.reset()
		o.fork = true
		if sure = i; o.kind == inBlanks {
			sure = before
		}
	}
	return o.put(b, n, sure), false
}

// put counts b[from:to] with the piece, or on a fork with both, and returns to.
func (o *open) put(b []byte, from, to int) int {
	if o.fork {
		o.with.writeText(&o.c.encoder, b[from:to])
		o.next.writeText(&o.c.encoder, b[from:to])
	} else {
		o.sure.writeText(&o.c.encoder, b[from:to])
	}
	return to
}

// A verdict is what a character is to the piece before it.
type verdict uint8

const (
	belongs verdict = iota
	joins           // it belongs to it, and so does what waits
	waits           // that depends on what follows
	ends            // it doesn't
)

// step is the verdict on the character c, or the first byte of a longer one, of class k.
func (o *open) step(k class, c byte) verdict {
	o200k := o.c.enc == O200kBase
	switch o.kind {
	case inWord:
		switch {
		case !o200k && in(k, letters):
			return belongs
		case o200k && k == upper && o.tail:
			return ends
		case o200k && k == upper && o.mixed:
			return waits
		case o200k && k == upper:
			return belongs
		case o200k && k == lower:
			o.tail = true
			return joins
		case o200k && (k == caseless || k == mark):
			o.mixed = true
			return joins
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
