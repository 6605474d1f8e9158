package data

import "strings"

// layout is how rows are written, a line each.
type layout struct {
	format string   // its name in the verdict: "CSV", "TSV", "table"
	delim  byte     // between cells: , ; tab or |; 0 for blanks
	starts []int    // where the columns start; nil where blanks or delimiters part the cells
	names  []string // of the columns; without a header, the first row
	header bool     // the first line names the columns
	boxed  bool     // rows start and end with a bar
	head   string   // the header, where its place says where the columns are
	strict bool     // a row's cells are known only where a column starts with a word
}

const (
	minRows   = 3  // rows that must look alike
	maxCSVRow = 64 // lines that a quoted record may take
	maxCells  = 64 // columns of such a table
)

// layoutOf finds out how the rows of a text are written, by its head; nil for text that isn't made of rows.
func layoutOf(head string) *layout {
	lines := strings.Split(strings.TrimRight(head, "\n"), "\n")
	if len(lines) < minRows {
		return nil
	}
	if l := boxed(lines); l != nil {
		return l
	}
	if l := aligned(lines); l != nil {
		return l
	}
	if l := underlined(lines); l != nil {
		return l
	}
	return delimited(lines)
}

// boxed recognises a header over a rule, as psql, mysql and Markdown print it:
//
//	 id | state
//	----+-------
//	  1 | open
func boxed(lines []string) *layout {
	for i := 0; i+2 < len(lines) && i < 3; i++ {
		if !isRule(lines[i+1]) || isRule(lines[i]) || !strings.ContainsAny(lines[i], "|│┃") {
			continue
		}
		l := &layout{
			format: "table",
			delim:  '|',
			header: true,
			boxed:  strings.HasPrefix(bars(strings.TrimSpace(lines[i])), "|"),
		}
		l.names = l.split(nil, lines[i])
		if len(l.names) > 0 && len(l.split(nil, lines[i+2])) == len(l.names) {
			return l
		}
	}
	return nil
}

// isRule reports whether a line is drawn between rows.
func isRule(s string) bool {
	s = strings.TrimSpace(s)
	if strings.Count(s, "-") >= 3 {
		return strings.Trim(s, "-+|: ") == ""
	}
	return len(s) >= 9 && strings.Trim(s, "─━═┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╇╔╗╚╝╠╣╦╩╬╞╡╪╭╮╰╯│┡┩┢┪╈") == ""
}

// bars are the bars of a frame as those of ASCII.
func bars(s string) string {
	if strings.Contains(s, "│") {
		return strings.ReplaceAll(s, "│", "|")
	}
	return strings.ReplaceAll(s, "┃", "|")
}

// aligned recognises columns under a header of words in capitals, as ps, docker and kubectl print them, and df's:
//
//	NAME    READY   STATUS    RESTARTS   AGE
//	web-1   1/1     Running   0          3d
func aligned(lines []string) *layout {
	h := lines[0]
	words := strings.Fields(h)
	df := strings.HasPrefix(h, "Filesystem ")
	if len(words) < 3 || !df && !capitals(words) {
		return nil
	}
	l := &layout{format: "table", header: true}
	if df {
		words = append(words[:len(words)-1:len(words)-1], "on")[:len(words)-1] // "Mounted on" is one column
	}
	if wide(h) {
		l.starts, l.names = columnStarts(h)
	} else {
		l.names = words
	}
	if len(l.names) < 3 || len(l.names) > maxCells {
		return nil
	}
	fit, n := 0, 0
	for _, s := range lines[1:min(len(lines), 12)] {
		if strings.TrimSpace(s) == "" {
			continue
		}
		n++
		if l.fills(s) {
			fit++
		}
	}
	if n < 2 || fit*4 < n*3 {
		return nil
	}
	return l
}

// fills reports whether a line has a cell for each column, and something in the first two.
func (l *layout) fills(s string) bool {
	cells := l.split(nil, s)
	return len(cells) == len(l.names) && cells[0] != "" && cells[1] != ""
}

// capitals reports whether all words of a header are in capitals.
func capitals(words []string) bool {
	letters := 0
	for _, w := range words {
		for i := range len(w) {
			switch c := w[i]; {
			case c >= 'A' && c <= 'Z':
				letters++
			case c >= 'a' && c <= 'z', c == ':', c == '=', c >= 0x80, c == ';', c == '"', c == '[':
				return false
			}
		}
	}
	return letters >= 2*len(words)
}

// wide reports whether the columns of a header are at least two blanks apart.
func wide(h string) bool { return strings.Count(strings.TrimSpace(h), "  ") >= 2 && !rightAligned(h) }

// rightAligned reports whether a header starts with blanks, or has words that only one blank parts, as that of ps:
//
//	PID TTY          TIME CMD
func rightAligned(h string) bool {
	if h[0] == ' ' {
		return true
	}
	single := 0
	for i := 1; i+1 < len(h); i++ {
		if h[i] != ' ' {
			continue
		}
		if h[i-1] != ' ' && h[i+1] != ' ' {
			single++
		}
	}
	return single > 2
}

// columnStarts are the places where the columns of a header start, and their names.
func columnStarts(h string) (starts []int, names []string) {
	for i := 0; i < len(h); {
		if h[i] == ' ' {
			i++
			continue
		}
		end := strings.Index(h[i:], "  ")
		if end < 0 {
			end = len(h) - i
		}
		starts = append(starts, i)
		names = append(names, strings.TrimSpace(h[i:i+end]))
		i += end
	}
	return starts, names
}

// delimited recognises CSV and its like: every line has as many cells as the first.
func delimited(lines []string) *layout {
	if len(lines) < minRows+1 {
		return nil
	}
	for _, d := range [...]byte{'\t', ',', ';', '|'} {
		if l := delimitedBy(lines, d); l != nil {
			return l
		}
	}
	return nil
}

// delimitedBy is [delimited] for one delimiter. Text may have commas in it, so that rows without a header are believed
// only where tabs part them and a column is of numbers.
func delimitedBy(lines []string, delim byte) *layout {
	l := &layout{format: "CSV", delim: delim}
	least := 3
	if delim == '\t' {
		l.format, least = "TSV", 2
	}
	first := l.split(nil, lines[0])
	if len(first) < least || len(first) > maxCells {
		return nil
	}
	for _, s := range lines[1 : len(lines)-1] { // the last may be cut by the head's end
		if len(l.split(nil, s)) != len(first) {
			return nil
		}
	}
	l.names, l.header = first, isHeader(first, l.split(nil, lines[1]))
	if !l.header && (delim != '\t' || !numbersIn(lines, l)) {
		return nil
	}
	return l
}

// isHeader reports whether the cells of the first line name columns: all are names, and the next line has numbers,
// or no blanks are in any of them.
func isHeader(first, next []string) bool {
	numbers := false
	for _, c := range next {
		numbers = numbers || isNumber(c)
	}
	for _, c := range first {
		c = strings.Trim(c, `"`)
		if !isColumnName(c) || !numbers && strings.Contains(c, " ") {
			return false
		}
	}
	return true
}

// isColumnName reports whether a cell may name a column: a short text that is neither a number nor code.
func isColumnName(s string) bool {
	return s != "" && len(s) <= maxValue && !isNumber(s) && !strings.ContainsAny(s, "(){}<>=;\\")
}

// numbersIn reports whether some column is of numbers alone.
func numbersIn(lines []string, l *layout) bool {
	all := make([]bool, len(l.split(nil, lines[0])))
	for i := range all {
		all[i] = true
	}
	for _, s := range lines[:len(lines)-1] {
		for i, c := range l.split(nil, s) {
			if i < len(all) {
				all[i] = all[i] && isNumber(c)
			}
		}
	}
	for _, ok := range all {
		if ok {
			return true
		}
	}
	return false
}
