package tool

import "strings"

// A textLine is a line of a file and its end: "\n", "\r\n", or "" for the last one of a file that ends without.
type textLine struct{ text, end string }

// splitLines splits a file's content into its byte order mark, if it has one, and its lines. Joined, they are the
// content again.
func splitLines(s string) (bom string, lines []textLine) {
	if strings.HasPrefix(s, mark) {
		bom, s = mark, s[len(mark):]
	}
	for l := range strings.Lines(s) {
		text, end := l, ""
		for _, e := range []string{"\r\n", "\n"} {
			if t, ok := strings.CutSuffix(l, e); ok {
				text, end = t, e
				break
			}
		}
		lines = append(lines, textLine{text, end})
	}
	return bom, lines
}

// applyHunks returns a file's content after its hunks, which come from top to bottom. Lines are compared without their
// ends, so that a patch with "\n" fits a file with "\r\n"; the rest keeps every byte. The error names the hunk that
// has no place, and the lines there.
func applyHunks(content string, f *filePatch) (string, error) {
	bom, lines := splitLines(content)
	usual := "\n"
	if len(lines) > 0 && lines[0].end != "" {
		usual = lines[0].end
	}
	var out []textLine
	from := 0 // lines before it are in out
	for i := range f.hunks {
		h := &f.hunks[i]
		at, err := h.place(lines, from)
		if err != nil {
			return "", badInput("%s, hunk %d (%s): %w", f.from, i+1, h.header, err)
		}
		out = append(out, lines[from:at]...)
		n := len(h.old())
		out = h.write(out, lines[at:at+n], usual, at+n == len(lines))
		from = at + n
	}
	out = append(out, lines[from:]...)
	var b strings.Builder
	b.WriteString(bom)
	for i, l := range out {
		if l.end == "" && i+1 < len(out) {
			l.end = usual // it is the last no more
		}
		b.WriteString(l.text + l.end)
	}
	return b.String(), nil
}

// write appends the hunk's new lines to out. lines are the ones that it replaces. Context keeps its line ends; a new
// line gets those of its neighbour, or else the file's usual ones. atEnd means that the lines are the last of the
// file.
func (h *hunk) write(out, lines []textLine, usual string, atEnd bool) []textLine {
	wasBare := atEnd && len(lines) > 0 && lines[len(lines)-1].end == ""
	begin := len(out)
	for _, o := range h.ops {
		switch o.kind {
		case ' ':
			out = append(out, lines[0])
			lines = lines[1:]
		case '-':
			lines = lines[1:]
		case '+':
			out = append(out, textLine{strings.TrimPrefix(o.text, mark), newEnd(out, lines, usual)})
		}
	}
	if atEnd && len(out) > begin {
		end := &out[len(out)-1].end
		switch {
		case h.newBare, wasBare && !h.oldBare:
			*end = ""
		case *end == "":
			*end = usual
		}
	}
	return out
}

// newEnd returns the line end of a new line between others: that of the next line, the last one, or the usual one.
func newEnd(before, after []textLine, usual string) string {
	switch {
	case len(after) > 0 && after[0].end != "":
		return after[0].end
	case len(before) > 0 && before[len(before)-1].end != "":
		return before[len(before)-1].end
	}
	return usual
}
