// Package clean turns the bytes of a program into the text that a screen would have shown: valid UTF-8 without escape
// sequences, controls or hidden characters. A line that was written over shows its last state.
//
//	"10%\r100%\n\x1b[31merror\x1b[0m\n" becomes "100%\nerror\n"
//
// Line i of the output is line i of the input: lines end only at \n, and cleaning never adds or removes one. It also
// keeps whether the last line ends in \n. So a line number means the same in the raw and in the clean text.
//
//   - Each byte that isn't part of valid UTF-8 becomes one U+FFFD, as in a Go range loop.
//   - Escape sequences go, and so do C0 and C1 controls other than \n and \t, DEL, bidi controls, zero-width spaces,
//     byte order marks, tag characters, and the separators of lines and paragraphs (U+2028, U+2029), which some
//     programs take for line ends. ZWJ and ZWNJ stay: they are part of words and emoji.
//   - Within a line, \r, \b and the sequences CSI C, D, G and ` move the cursor, CSI K erases, and the text that
//     follows replaces the text there, cell by cell. Text written after a jump to another place of the screen, between
//     saving and restoring the cursor, is a status bar and goes when the cursor is restored. Other moves between lines
//     are only removed, so the frames of a display of many lines stay, one below the other.
//   - A line that was edited so loses the blanks at its end, which a screen doesn't show.
//
// # Limits and cost
//
// It reads once, in time linear in the input and with bounded memory: a few MiB for ordinary text, at most some 60 MiB
// while a long line is edited. A line of more than 1 MiB is settled in parts: a settled part can't be written over, and
// column 0 is then the start of the next part. A cursor sequence reaches column 1024 at most. A control sequence (CSI)
// ends after 64 bytes, and a string (OSC, DCS, APC, PM, SOS, a screen title) after 8 KiB, or before the next \n,
// terminated or not; the bytes after it are text again.
package clean

import (
	"bytes"
	"io"
	"unicode/utf8"
)

// maxLine is how much of a line is held back in case it is written over: bytes of plain text, or cells.
const maxLine = 1 << 20

// maxOut is how much clean text is gathered before it is handed on.
const maxOut = 64 << 10

// replacement is written for a bad byte. Nothing changes it.
var replacement = []byte("\uFFFD")

// Bytes returns the clean form of b: b itself if nothing has to change, else a new slice. It gives the same bytes as a
// [Writer].
func Bytes(b []byte) []byte {
	n := plain(b)
	if n == len(b) {
		return b
	}
	n = bytes.LastIndexByte(b[:n], '\n') + 1
	w := Writer{out: make([]byte, 0, len(b)+utf8.UTFMax)}
	w.out = append(w.out, b[:n]...)
	w.run(b[n:])
	w.finish()
	return w.out
}

// Writer cleans its input and writes the result to another writer. It passes on whole lines before Write returns; it
// holds the last line until its end, [Writer.Close] or its limit. The output doesn't depend on how the input is cut
// into writes. A Writer is not safe for concurrent use.
type Writer struct {
	dst    io.Writer // nil: keep everything in out
	err    error
	closed bool

	out   []byte // clean text that wasn't handed on yet
	carry [utf8.UTFMax]byte
	held  int // bytes in carry: the start of a rune

	seq sequence

	// The current line, in one of two forms. As long as the cursor is at its end, it is plain bytes. A \r that
	// nothing has followed yet is only noted, since mostly it is half of a line end. Anything else makes it cells.
	line    []byte
	cr      bool
	editing bool
	screen  screen
}

// NewWriter returns a Writer that writes clean text to dst.
func NewWriter(dst io.Writer) *Writer {
	w := new(Writer)
	w.Reset(dst)
	return w
}

// Reset makes w as good as new, writing to dst, and keeps its buffers if they are small.
func (w *Writer) Reset(dst io.Writer) {
	if dst == nil {
		dst = io.Discard
	}
	out, line := w.out[:0], w.line[:0]
	*w = Writer{dst: dst, out: out, line: line}
}

// Write cleans p. An error is one of the underlying writer, and stays.
func (w *Writer) Write(p []byte) (int, error) {
	if w.closed {
		return 0, io.ErrClosedPipe
	}
	if w.err != nil {
		return 0, w.err
	}
	n := len(p)
	for w.held > 0 && len(p) > 0 {
		w.carry[w.held] = p[0]
		w.held++
		p = p[1:]
		if start := w.carry; utf8.FullRune(start[:w.held]) {
			held := w.held
			w.held = 0
			w.run(start[:held])
		}
	}
	w.run(p)
	w.flush()
	if w.err != nil {
		return 0, w.err
	}
	return n, nil
}

// Close writes the rest: a last line without \n. It doesn't close the underlying writer.
func (w *Writer) Close() error {
	if w.closed {
		return w.err
	}
	w.closed = true
	w.finish()
	w.flush()
	return w.err
}

// run takes p in. Only the start of a rune is left over, in carry.
func (w *Writer) run(p []byte) {
	for len(p) > 0 {
		if w.seq.state != ground {
			p = p[w.sequence(p):]
			continue
		}
		if n := plain(p); n > 0 {
			w.text(p[:n])
			p = p[n:]
			continue
		}
		n := 0
		if forms[p[0]].acts == 0 {
			n = w.dirty(p)
		}
		if n == 0 {
			n = w.control(p)
		}
		p = p[n:]
	}
}

// control takes in the first rune of p, which isn't plain text, and returns its length.
func (w *Writer) control(p []byte) int {
	if n := w.whole(p); n > 0 {
		return n
	}
	r, n := utf8.DecodeRune(p)
	switch {
	case r == utf8.RuneError && n == 1:
		if !utf8.FullRune(p) {
			w.held = copy(w.carry[:], p)
			return len(p)
		}
		w.text(replacement)
	case r == '\r':
		w.column(0)
	case r == '\b':
		w.back(1)
	case r == esc || r == csi8 || r == osc8:
		w.begin(r)
	}
	return n
}

// text takes in text that needs no cleaning but may be written over other text.
func (w *Writer) text(p []byte) {
	for w.cr || w.editing {
		if !w.editing && p[0] != '\n' {
			w.edit()
		}
		end := bytes.IndexByte(p, '\n')
		if end < 0 {
			w.print(p)
			return
		}
		w.print(p[:end])
		w.endLine()
		if p = p[end+1:]; len(p) == 0 {
			return
		}
	}
	if end := bytes.LastIndexByte(p, '\n') + 1; end > 0 {
		w.emit(w.line)
		w.line = w.line[:0]
		w.emit(p[:end])
		p = p[end:]
	}
	w.hold(p)
}

// hold adds p, which has no \n, to the line, and settles the line if it grows too long.
func (w *Writer) hold(p []byte) {
	for len(w.line)+len(p) > maxLine {
		n := maxLine - len(w.line)
		for n > 0 && !utf8.RuneStart(p[n]) {
			n--
		}
		w.emit(w.line)
		w.emit(p[:n])
		w.line = w.line[:0]
		p = p[n:]
	}
	w.line = append(w.line, p...)
}

// endLine ends a line that isn't, or may not be, plain.
func (w *Writer) endLine() {
	w.settle()
	w.out = append(w.out, '\n')
	w.cr, w.editing = false, false
	w.screen.release()
}

// settle hands the current line on.
func (w *Writer) settle() {
	if w.editing {
		w.render(w.screen.end())
	} else {
		w.emit(w.line)
		w.line = w.line[:0]
	}
	w.flushFull()
}

// finish settles the rest at the end of the text.
func (w *Writer) finish() {
	for range w.held { // each byte of an incomplete rune is a bad byte
		w.text(replacement)
	}
	w.held = 0
	w.settle()
}

// emit hands on clean text.
func (w *Writer) emit(p []byte) {
	if w.dst == nil || len(p) < maxOut/4 {
		w.out = append(w.out, p...)
		w.flushFull()
		return
	}
	w.flush()
	w.write(p)
}

// flushFull hands the gathered text on once there is enough of it.
func (w *Writer) flushFull() {
	if len(w.out) >= maxOut {
		w.flush()
	}
}

// flush hands the gathered text on. Without another writer it stays.
func (w *Writer) flush() {
	if w.dst == nil || len(w.out) == 0 {
		return
	}
	w.write(w.out)
	w.out = w.out[:0]
	if cap(w.out) > 4*maxOut {
		w.out = nil
	}
}

// write passes p on and keeps the first error.
func (w *Writer) write(p []byte) {
	if w.err != nil {
		return
	}
	n, err := w.dst.Write(p)
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	w.err = err
}
