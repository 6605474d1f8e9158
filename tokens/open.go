package tokens

// An open piece is one whose end isn't in the caller's buffer yet, such as a line of base64 or a megabyte of blanks. It
// is followed character by character, as the patterns do, and counted as far as its characters are sure to belong to
// it.
//
// Two kinds of pieces depend on characters far after them:
//
//   - A word of o200k_base that has no lower-case letter yet ends after its last caseless letter. But if a lower-case
//     letter comes, all upper-case letters in between belong to the word.
//   - Blanks end after their last newline, and all blanks before it belong to them. Without a newline they end before
//     the last blank, which leads the next word.
//
// Until that is decided, such characters wait in the caller's buffer. If too many wait, the piece forks: it is counted
// both with them (with) and without them (sure), and in the second case they are counted as the next piece (next).
type open struct {
	c     *Counter
	kind  kind
	mixed bool // a word: it has a caseless letter and no lower-case letter yet; blanks: they have a newline
	tail  bool // a word: it has a lower-case letter, so no upper-case letter follows in it
	fork  bool
	sure  run // the piece as far as it is sure
	with  run // on a fork: the piece with the undecided characters
	next  run // on a fork: the undecided characters as the next piece
	count int // the tokens of the piece, once it has ended
}

// A kind is the part of the pattern that an open piece follows.
type kind uint8

const (
	inWord     kind = iota
	inSymbols       // [^\s\p{L}\p{N}]+
	inNewlines      // [\r\n/]* after symbols
	inBlanks        // \s+
	inNothing       // the piece has ended, whatever follows
)

// start begins a piece at b[0]. It returns how many bytes of b it has counted.
func (o *open) start(b []byte) (n int) {
	*o = open{c: o.c, sure: o.sure, with: o.with, next: o.next} // the runs keep their buffers
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
		o.kind = inWord
	case in(first, leads) && in(second, starts):
		o.kind, n = inWord, w
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

// feed goes on with b. It returns how many bytes of b are counted, and whether the piece ends there; its count is
// o.count then. If b isn't the last of the text (last), the caller calls again with the rest of b and more after
// it. The rest is the lookahead and at most wait bytes that aren't decided yet.
func (o *open) feed(b []byte, last bool, wait int) (n int, done bool) {
	f := feeding{open: o, b: b}
	limit := len(b)
	if !last {
		limit -= lookahead
	}
	for f.at < limit || last {
		says, width := ends, 0 // at the end of the text
		if f.at < limit {
			var k class
			k, width = classAt(b, f.at)
			says = o.verdict(k, b[f.at])
		}
		switch says {
		case belongs:
			f.sure = f.at + width
		case joins:
			f.join(width)
		case waits:
			f.wait(width)
		case ends:
			if !o.fork {
				return f.end(), true
			}
			f.dropWith() // and the character, looked at again, ends the next piece, too
			continue
		}
		f.before, f.at = f.at, f.at+width
	}
	if !o.fork && f.at-f.sure > wait {
		f.forkHere()
	}
	return f.put(), false
}

// A feeding is the state of one call of feed. b[:counted] is counted, and b[counted:sure] is decided: it belongs to the
// piece, or on a fork to both counts of it. b[sure:at] waits.
type feeding struct {
	*open
	b       []byte
	counted int
	sure    int
	before  int // the start of the last character before at
	at      int // the start of the next character
}

// put counts the decided pieces and returns their end.
func (f *feeding) put() int {
	decided := f.b[f.counted:f.sure]
	if f.fork {
		f.with.writeText(&f.c.encoder, decided)
		f.next.writeText(&f.c.encoder, decided)
	} else {
		f.open.sure.writeText(&f.c.encoder, decided)
	}
	f.counted = f.sure
	return f.counted
}

// join adds the next character and the undecided ones to the piece. A fork is decided for the count with them.
func (f *feeding) join(width int) {
	f.sure = f.at + width
	if f.fork {
		f.with.writeText(&f.c.encoder, f.b[f.counted:f.sure])
		f.open.sure, f.with = f.with, f.open.sure
		f.fork, f.counted = false, f.sure
	}
}

// wait leaves the next character undecided. On a fork both counts take the undecided characters, but for a last blank,
// which leads the next word.
func (f *feeding) wait(width int) {
	switch {
	case f.kind == inWord && f.fork:
		f.sure = f.at + width
	case f.kind == inBlanks && (f.fork || !f.mixed):
		f.sure = f.at
	}
}

// forkHere goes on with two counts, with and without the undecided characters.
func (f *feeding) forkHere() {
	f.put()
	f.with.copyOf(&f.open.sure)
	f.next.reset()
	f.fork = true
	f.sure = f.at
	if f.kind == inBlanks {
		f.sure = f.before
	}
}

// dropWith ends a fork: the piece ended before what waited, which is the next piece now.
func (f *feeding) dropWith() {
	f.put()
	f.count += f.open.sure.finish(&f.c.encoder)
	f.open.sure, f.next = f.next, f.open.sure
	f.fork, f.mixed = false, false
}

// end ends the piece before the next character, and returns the end.
func (f *feeding) end() int {
	switch {
	case f.kind == inWord && f.sure == f.at:
		f.sure = contraction(f.b, f.at)
	case f.kind == inBlanks && f.blanksEndHere():
		f.sure = f.at
	}
	n := f.put()
	f.count += f.open.sure.finish(&f.c.encoder)
	return n
}

// blanksEndHere reports whether blanks end with their last one: without a newline they do so at the end of the text and
// if there is but one.
func (f *feeding) blanksEndHere() bool {
	single := f.sure == 0 && f.open.sure.empty()
	return !f.mixed && (f.at == len(f.b) || single)
}
