package lossless

import "strings"

const (
	leastRows = 3   // lines of a table
	maxColumn = 512 // bytes of a row that are looked at for columns
	gutter    = "  "
)

// narrow leaves two blanks between the columns of aligned tables: lines without a blank one between them, which all
// have text in each column. A table with an empty cell stays as it is, since what follows the cell would seem to be in
// it.
func narrow(lines []string) {
	for i := 0; i < len(lines); {
		n := 0
		for i+n < len(lines) && lines[i+n] != "" {
			n++
		}
		if n >= leastRows {
			narrowTable(lines[i : i+n])
		}
		i += max(n, 1)
	}
}

// narrowTable does it for the lines of one block.
func narrowTable(rows []string) {
	var filled [maxColumn]bool // some row has text there
	wide := false
	for _, r := range rows {
		wide = wide || strings.Contains(r, gutter+" ")
		for i := range min(len(r), maxColumn) {
			if r[i] == '\t' || r[i] >= 0x80 {
				return // a column of bytes isn't one of the screen
			}
			filled[i] = filled[i] || r[i] != ' '
		}
	}
	if !wide {
		return
	}
	for c := 0; c < maxColumn; { // each column that all rows reach has text in each
		for c < maxColumn && !filled[c] {
			c++
		}
		from := c
		for c < maxColumn && filled[c] {
			c++
		}
		for _, r := range rows {
			if from < maxColumn && len(r) > c && strings.Trim(r[from:c], " ") == "" {
				return
			}
		}
	}
	for i, r := range rows {
		rows[i] = narrowRow(r, &filled)
	}
}

// narrowRow shortens the blanks of a row that have room between two columns in them.
func narrowRow(r string, filled *[maxColumn]bool) string {
	var b strings.Builder // empty as long as nothing is left out
	said := 0             // what of the row is in it
	at := len(r) - len(strings.TrimLeft(r, " "))
	for at < len(r) {
		for at < len(r) && r[at] != ' ' {
			at++
		}
		end, isGutter := at, false
		for end < len(r) && r[end] == ' ' {
			isGutter = isGutter || end < maxColumn && !filled[end]
			end++
		}
		if isGutter && end-at > len(gutter) {
			if b.Len() == 0 {
				b.Grow(len(r))
			}
			b.WriteString(r[said:at])
			b.WriteString(gutter)
			said = end
		}
		at = end
	}
	if said == 0 {
		return r
	}
	b.WriteString(r[said:])
	return b.String()
}
