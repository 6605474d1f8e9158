package clean

import "unicode/utf8"

// edit turns the current line into cells.
func (w *Writer) edit() {
	if w.editing {
		return
	}
	w.editing = true
	w.print(w.line)
	w.line = w.line[:0]
	if w.cr {
		w.cr = false
		w.screen.col = 0
	}
}

// plainAgain returns to plain bytes if nothing is left of the line.
func (w *Writer) plainAgain() {
	if w.editing && len(w.screen.cells) == 0 && w.screen.col == 0 && w.screen.saved == 0 {
		w.screen.clear()
		w.editing = false
	}
}

// print writes text without \n at the cursor.
func (w *Writer) print(p []byte) {
	for len(p) > 0 {
		if w.screen.full() {
			w.render(len(w.screen.cells))
		}
		n := 0
		if p[0] == badText&0xff {
			n = w.screen.usual(p)
		} else {
			n = w.screen.ascii(p)
		}
		if n > 0 {
			p = p[n:]
			continue
		}
		r, n := utf8.DecodeRune(p)
		if r == utf8.RuneError { // binary data has many
			w.screen.single(r)
		} else {
			w.screen.put(r)
		}
		p = p[n:]
	}
}

// render hands on the cells before end, and clears the line.
func (w *Writer) render(end int) {
	for from := 0; from < end; from += maxOut / 4 {
		w.out = w.screen.render(w.out, from, min(from+maxOut/4, end))
		w.flushFull()
	}
	w.screen.clear()
}

// column moves the cursor to a column.
func (w *Writer) column(col int) {
	switch {
	case w.editing:
		w.screen.moveTo(col)
		w.plainAgain()
	case col > 0:
		w.edit()
		w.screen.moveTo(col)
	case len(w.line) > 0:
		w.cr = true
	}
}

// back moves the cursor left.
func (w *Writer) back(n int) {
	w.edit()
	w.screen.back(n)
	w.plainAgain()
}

// erase does what CSI K does: 0 erases from the cursor on, 1 up to the cursor, 2 the whole line.
func (w *Writer) erase(what int) {
	if !w.editing {
		switch {
		case what == 0 && !w.cr: // nothing follows the cursor; compilers and grep do it all the time
			return
		case w.cr && (what == 0 || what == 2):
			w.line, w.cr = w.line[:0], false
			return
		}
		w.edit()
	}
	w.screen.erase(what)
	w.plainAgain()
}

// save does what ESC 7 and CSI s do: it remembers the cursor.
func (w *Writer) save() {
	w.edit()
	w.screen.save()
}

// restore does what ESC 8 and CSI u do: it goes back to the cursor that was saved.
func (w *Writer) restore() {
	if w.editing {
		w.screen.restore()
		w.plainAgain()
	}
}
