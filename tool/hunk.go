package tool

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// textLine is a line of a file with its end: "\n", "\r\n", or "" for the last one of a file that ends without.
type textLine struct{ text, end string }

func splitLines(s string) (bom string, lines []textLine) {
	if strings.HasPrefix(s, mark) {
		bom, s = mark, s[len(mark):]
	}
	for l := range strings.Lines(s) {
		text, ended := strings.CutSuffix(l, "\n")
		end := ""
		if ended {
			end = "\n"
			if t, ok := strings.CutSuffix(text, "\r"); ok {
				text, end = t, "\r\n"
			}
		}
		lines = append(lines, textLine{text, end})
	}
	return bom, lines
}

// applyHunks returns a file's content after its hunks.
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

// write appends what a hunk makes of some lines. Context keeps its line ends; a new line gets those of its neighbour.
func (h *hunk) write(out, lines []textLine, usual string, last bool) []textLine {
	bare := last && len(lines) > 0 && lines[len(lines)-1].end == ""
	begin := len(out)
	for _, o := range h.ops {
		switch o.kind {
		case ' ':
			out = append(out, lines[0])
			lines = lines[1:]
		case '-':
			lines = lines[1:]
		case '+':
			end := usual
			switch {
			case len(lines) > 0 && lines[0].end != "":
				end = lines[0].end
			case len(out) > 0 && out[len(out)-1].end != "":
				end = out[len(out)-1].end
			}
			out = append(out, textLine{strings.TrimPrefix(o.text, mark), end})
		}
	}
	if len(out) > begin && last {
		end := &out[len(out)-1].end
		switch {
		case h.newBare, bare && !h.oldBare:
			*end = ""
		case *end == "":
			*end = usual
		}
	}
	return out
}

// place finds where a hunk stands: at its line, or where else its text stands once.
func (h *hunk) place(lines []textLine, from int) (int, error) {
	old := h.old()
	fits := func(at int) bool {
		if at < from || at+len(old) > len(lines) || h.atEnd && at+len(old) != len(lines) {
			return false
		}
		for i, text := range old {
			if lines[at+i].text != text {
				return false
			}
		}
		return true
	}
	if len(old) == 0 {
		return h.placeOfNew(lines, from)
	}
	if h.line > 0 && fits(h.line-1) {
		return h.line - 1, nil
	}
	begin, err := h.behindAnchor(lines, from)
	if err != nil {
		return 0, err
	}
	var places []int
	for at := begin; at+len(old) <= len(lines); at++ {
		if fits(at) {
			places = append(places, at)
		}
	}
	switch {
	case len(places) == 1, len(places) > 1 && len(h.anchor) > 0:
		return places[0], nil
	case len(places) > 1:
		return 0, fmt.Errorf("its lines stand there %d times, at %s: give more context", len(places), numbers(places))
	}
	return 0, fmt.Errorf("its lines don't stand there%s", nearly(lines, old, begin))
}

// placeOfNew is where a hunk that only adds lines puts them: behind its line or its anchor, else at the end.
func (h *hunk) placeOfNew(lines []textLine, from int) (int, error) {
	switch {
	case h.line > len(lines) || h.line > 0 && h.line < from:
		return 0, fmt.Errorf("there is no line %d to add to", h.line)
	case h.line > 0:
		return h.line, nil
	case len(h.anchor) > 0:
		return h.behindAnchor(lines, from)
	case strings.HasPrefix(h.header, "@@ -0"):
		if from > 0 {
			return 0, errors.New("there is no line 0 to add to")
		}
		return 0, nil
	}
	return len(lines), nil
}

// behindAnchor is the line behind those that come before the hunk.
func (h *hunk) behindAnchor(lines []textLine, from int) (int, error) {
	for _, a := range h.anchor {
		i := slices.IndexFunc(lines[from:], func(l textLine) bool { return strings.TrimSpace(l.text) == strings.TrimSpace(a) })
		if i < 0 {
			return 0, fmt.Errorf("there is no line %q", a)
		}
		from += i + 1
	}
	return from, nil
}

// nearly tells where the lines stand but for white space, or how far they are as they stand there.
func nearly(lines []textLine, old []string, from int) string {
	best, most := 0, 0
	for at := from; at < len(lines); at++ {
		n, same := 0, true
		for i, text := range old {
			if at+i >= len(lines) {
				same = false
				break
			}
			have := lines[at+i].text
			if same = strings.Join(strings.Fields(have), " ") == strings.Join(strings.Fields(text), " "); !same {
				break
			}
			if have == text {
				n++
			}
		}
		if same {
			return fmt.Sprintf("; those at line %d are the same but for white space", at+1)
		}
		if n > most {
			best, most = at, n
		}
	}
	if most == 0 || best+most >= len(lines) {
		return fmt.Sprintf(": there is no %q", cut(old[0], 80))
	}
	return fmt.Sprintf(": line %d is %q, not %q", best+most+1, cut(lines[best+most].text, 80), cut(old[most], 80))
}

func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}

func numbers(places []int) string {
	const most = 5
	var names []string
	for i, p := range places {
		if i == most {
			names = append(names, fmt.Sprintf("and %d more", len(places)-most))
			break
		}
		names = append(names, fmt.Sprint(p+1))
	}
	return "lines " + strings.Join(names, ", ")
}
