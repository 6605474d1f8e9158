package data

import "strings"

// maxAbove is how many lines may come above the header of a table.
const maxAbove = 5

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

// cuts reports whether a column of a table starts in the middle of one of a row's words: its cells can't be told apart.
func (l *layout) cuts(s string) bool {
	for _, x := range l.starts[1:] {
		if insideWord(s, x) {
			return true
		}
	}
	return false
}
