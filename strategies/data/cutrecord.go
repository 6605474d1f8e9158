package data

import "strings"

// cutRecord returns which of the open containers is a record that the text cuts, or -1: the outermost one that follows
// others in an array or in a table whose rows have names, or the last of several documents. If a record were shown
// with the values that are there, the others would look empty.
func (p *parser) cutRecord() int {
	if p.docs > 0 && p.broken > 0 && p.open[0].startsLine() {
		return 0
	}
	for i := 1; i < len(p.open); i++ {
		switch around := p.open[i-1].n; {
		case around == nil:
		case around.kind == arr && around.count > 1, mayBeMap(around):
			return i
		}
	}
	return -1
}

// leave leaves a cut record to the lines that follow the document. If it starts in the middle of a line, the rest of
// that line is kept with the document.
func (p *parser) leave(f *frame) {
	p.record = f.line.N
	if f.line.N > p.line.N || f.startsLine() && p.broken > 0 {
		return
	}
	p.record++
	p.root.raw, p.root.rawLine, p.root.unseen = f.line.Text[f.at:], f.line.N, f.line.Cut
}

// startsLine reports whether nothing comes before a container in its line.
func (f *frame) startsLine() bool { return strings.TrimSpace(f.line.Text[:f.at]) == "" }

// drop takes the last value out of a container.
func (f *frame) drop() {
	if f.n == nil {
		return
	}
	if f.n.count--; !f.n.elided {
		f.n.kids = f.n.kids[:len(f.n.kids)-1]
	}
	f.n.settle()
}

// cutNumber marks a number at the text's end, which may have more digits.
func (p *parser) cutNumber() {
	n := p.open[len(p.open)-1].n
	if p.expect != comma || n == nil || n.elided || len(n.kids) == 0 {
		return
	}
	if k := &n.kids[len(n.kids)-1]; k.kind == num {
		k.cut, k.raw = true, ""
		k.text += "…"
	}
}

// isCutToken reports whether a text is the start of a string, a number or a literal without its end.
func isCutToken(s string) bool {
	if s == "" || s[0] == '"' {
		return s != ""
	}
	n, _ := atom(s)
	if n < len(s) {
		return false
	}
	for _, w := range [...]string{"true", "false", "null"} {
		if strings.HasPrefix(w, s) {
			return true
		}
	}
	return isNumber(s + "0")
}
