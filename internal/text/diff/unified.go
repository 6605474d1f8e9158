package diff

import (
	"strconv"
	"strings"
)

// contextLines is how many equal lines a hunk shows on each side of a change.
const contextLines = 3

// Lines splits a text after each line feed; a last line without one is a line.
func Lines(s string) []string {
	if s == "" {
		return nil
	}
	lines := strings.SplitAfter(s, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// Unified writes a script from a to b, as [Lines] makes them, as a unified diff between two files, and returns the
// number of its hunks. The diff of equal texts is "". A side without lines and name is called /dev/null.
func (s Script) Unified(oldName, newName string, a, b []string) (text string, hunks int) {
	if len(s.Changes) == 0 {
		return "", 0
	}
	var w strings.Builder
	w.WriteString("--- " + headerName(oldName) + "\n+++ " + headerName(newName) + "\n")
	all := s.Hunks(a)
	for _, h := range all {
		h.write(&w, a, b)
	}
	return w.String(), len(all)
}

// Hunk is changes that are shown together, with the equal lines around them: lines a[A1:A2] become b[B1:B2].
type Hunk struct {
	Change
	changes []Change
}

// Hunks are the hunks of a script from a, in order. Changes whose context overlaps or touches share one.
func (s Script) Hunks(a []string) []Hunk {
	var hunks []Hunk
	for i := 0; i < len(s.Changes); {
		j := i + 1
		for j < len(s.Changes) && s.Changes[j].A1-s.Changes[j-1].A2 <= 2*contextLines {
			j++
		}
		first, last := s.Changes[i], s.Changes[j-1]
		lead := min(contextLines, first.A1)
		trail := min(contextLines, len(a)-last.A2)
		around := Change{first.A1 - lead, last.A2 + trail, first.B1 - lead, last.B2 + trail}
		hunks = append(hunks, Hunk{around, s.Changes[i:j]})
		i = j
	}
	return hunks
}

// Unified writes a hunk as in a unified diff, its header included. The lines are those that the script was made from.
func (h Hunk) Unified(a, b []string) string {
	var w strings.Builder
	h.write(&w, a, b)
	return w.String()
}

// headerName is a file's name in a header. A name that would break the header is quoted, as git does it.
func headerName(name string) string {
	if name == "" {
		return "/dev/null"
	}
	if strings.ContainsAny(name, "\"\\\n\r\t") {
		return strconv.Quote(name)
	}
	if strings.Contains(name, " ") {
		return name + "\t" // tells the reader of the diff the end of the name
	}
	return name
}

func (h Hunk) write(w *strings.Builder, a, b []string) {
	w.WriteString("@@ -")
	writeRange(w, h.A1, h.A2)
	w.WriteString(" +")
	writeRange(w, h.B1, h.B2)
	w.WriteString(" @@\n")
	at := h.A1
	for _, c := range h.changes {
		writeLines(w, ' ', a[at:c.A1])
		writeLines(w, '-', a[c.A1:c.A2])
		writeLines(w, '+', b[c.B1:c.B2])
		at = c.A2
	}
	writeLines(w, ' ', a[at:h.A2])
}

// writeRange writes lines[from:to] as patch counts them: an empty range names the line before it.
func writeRange(w *strings.Builder, from, to int) {
	n := to - from
	if n > 0 {
		from++
	}
	w.WriteString(strconv.Itoa(from))
	if n != 1 {
		w.WriteString("," + strconv.Itoa(n))
	}
}

// writeLines writes lines with a mark before each. If the last line of a text has no line feed, it adds the note that
// patch expects.
func writeLines(w *strings.Builder, mark byte, lines []string) {
	for _, l := range lines {
		w.WriteByte(mark)
		w.WriteString(l)
		if !strings.HasSuffix(l, "\n") {
			w.WriteString("\n\\ No newline at end of file\n")
		}
	}
}
