package data

import (
	"strings"
	"unicode/utf8"
)

const (
	maxAbove    = 5 // lines above the header of a table
	leastRiver  = 4 // rows in the head of a table whose columns are known by the blanks between them
	leastColumn = 3 // columns of such a table
)

// underlined recognises a header over lines that are drawn below its columns, as pip and dpkg print it:
//
//	Package    Version
//	---------- -------
//	attrs      26.1.0
func underlined(lines []string) *layout {
	for i := 0; i+2 < len(lines) && i <= maxAbove; i++ {
		starts := ruled(lines[i+1])
		if len(starts) < 2 || len(starts) > maxCells || strings.TrimSpace(lines[i]) == "" {
			continue
		}
		if at := min(starts[0], len(lines[i])); strings.TrimSpace(lines[i][:at]) != "" {
			starts = append([]int{0}, starts...) // dpkg's signs of a package's state
		}
		l := &layout{format: "table", header: true, strict: true, starts: starts, head: lines[i]}
		l.names = l.split(nil, lines[i])
		if isHeader(l.names, l.split(nil, lines[i+2])) {
			return l
		}
	}
	return nil
}

// ruled is where the lines start that are drawn below columns, nil for another line: it has nothing but signs, at least
// three of one kind for each column.
func ruled(s string) (starts []int) {
	for i := 0; i < len(s); {
		c := s[i]
		end := i + 1
		for end < len(s) && s[end] == c {
			end++
		}
		switch {
		case c != '-' && c != '=' && c != '+' && c != ' ' && c != '|':
			return nil
		case (c == '-' || c == '=') && end-i >= 3:
			starts = append(starts, i)
		}
		i = end
	}
	return starts
}

// rivers recognises a table by the blanks that run down between its columns, from the header to the last row of the
// head, whatever side its cells are aligned to:
//
//	Package       Current  Wanted  Latest
//	@scope/pkg-1    1.1.0   1.1.3   2.0.1
func rivers(lines []string) *layout {
	if len(lines) <= leastRiver {
		return nil
	}
	for i := 0; i+leastRiver < len(lines) && i <= maxAbove; i++ {
		end := i + 1
		for end < len(lines)-1 && lines[end] != "" { // the last line of the head may be cut
			end++
		}
		if end-i-1 < leastRiver || !strings.Contains(strings.TrimSpace(lines[i]), "  ") {
			continue
		}
		l := &layout{format: "table", header: true, strict: true, head: lines[i]}
		l.starts = betweenRivers(lines[i:end])
		if len(l.starts) < leastColumn || len(l.starts) > maxCells {
			continue
		}
		l.names = l.split(nil, lines[i])
		if l.isTitled(lines[i+1 : end]) {
			return l
		}
	}
	return nil
}

// betweenRivers is where the columns of lines start: behind two blanks or more that all lines have in the same place.
func betweenRivers(lines []string) (starts []int) {
	width := 0
	for _, s := range lines {
		if strings.IndexByte(s, '\t') >= 0 || !isASCII(s) {
			return nil
		}
		width = max(width, len(s))
	}
	blanks := 2
	for x := range width {
		isBlank := true
		for _, s := range lines {
			if x < len(s) && s[x] != ' ' {
				isBlank = false
				break
			}
		}
		if isBlank {
			blanks++
			continue
		}
		if blanks >= 2 {
			starts = append(starts, x)
		}
		blanks = 0
	}
	return starts
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// isTitled reports whether the header names columns: short words without digits, over rows of which one column at least
// has digits in every row, and none of which looks like a header itself.
func (l *layout) isTitled(rows []string) bool {
	for _, n := range l.names {
		if !isColumnName(n) || strings.ContainsAny(n, "0123456789:/,\"'") || strings.Count(n, " ") > 3 {
			return strings.Contains(n, "Address:Port") // of ss
		}
	}
	digits := make([]int, len(l.names))
	for _, r := range rows {
		cells := l.split(nil, r)
		if cells[0] == "" {
			return false
		}
		for i, c := range cells[:min(len(cells), len(digits))] {
			if strings.ContainsAny(c, "0123456789") {
				digits[i]++
			}
		}
	}
	for _, n := range digits {
		if n == len(rows) {
			return true
		}
	}
	return false
}

// cuts reports whether a column of a table starts in the middle of one of a row's words: its cells can't be told apart.
func (l *layout) cuts(s string) bool {
	for _, x := range l.starts[1:] {
		if insideWord(s, x) {
			return true
		}
	}
	return false
}
