package genericdiag

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
)

// A place may be anywhere in a line: a file's name with an extension, signs or words, and the number of a line:
//
//	"lint.c", line 7: warning (dcc:1521): missing return expression
//	ctc W549: ["C:\a\StbM.c" 8796/7] condition is always true
//	ncelab: *W,CUVWSP (../verilog/placeholder.v,313|24): 10 output ports were not connected
//	Warning: file /home/a/View.java, line 57: List is a raw type

const (
	maxExtension   = 8  // most letters and digits after a file's last dot
	maxGlue        = 24 // most bytes between a file and the number of its line
	maxBefore      = 48 // most bytes of the text before a place that precedes its message
	maxBeforeWords = 5
	maxTokens      = 6 // most dots of a line that are tried
)

// frames lists the beginnings of lines of stack traces, whose places are not diagnostics.
var frames = []string{"at ", "File \"", "from ", "#", "in ", "| at ", "|   File \"", "\u2502 at ", "✓", "✔", "√", "ok "}

// cutAnywhere cuts the first place off a line, wherever it is.
func cutAnywhere(s string) (at parse.Place, rest string, ok bool) {
	framed := parse.StartsWith(s, frames...) && !parse.StartsWith(s, "# ", "in file ") &&
		!(s[0] == 'F' && strings.HasSuffix(s, ":")) // OCaml's places open as Python's frames do
	for from, n := 0, 0; n < maxTokens; n++ {
		dot := strings.IndexByte(s[from:], '.')
		if dot < 0 {
			return none()
		}
		dot += from
		from = dot + 1
		file, start, end := fileAround(s, dot)
		if file == "" {
			continue
		}
		row, col, word, after, found := numbersAfter(s[end:])
		if !found {
			if row, start, found = numberBefore(s, start); !found {
				continue
			}
			col, word, after = 0, "", s[end:]
		}
		before := beforePlace(s[:start])
		if included := strings.Contains(before, " included"); included && strings.Trim(after, " .,):]") == "" {
			return parse.Place{File: file, Row: row, Col: col}, "", true // the place is in the lines below
		}
		isCall := s[0] == '#' && strings.HasSuffix(s, ")") // of PHP
		if framed && (isCall || start != len("at ") || strings.Trim(after, " .):]") == "") {
			return none()
		}
		if !introduces(before) && strings.Trim(after, " .)]") != "" {
			return none()
		}
		return parse.Place{File: file, Row: row, Col: col}, joinParts(before, word, after), true
	}
	return none()
}

// fileAround returns the file's name around a dot, and its bounds including quotes.
func fileAround(s string, dot int) (file string, start, end int) {
	end = dot + 1
	for end < len(s) && end-dot <= maxExtension && isExtension(s[end]) {
		end++
	}
	if end == dot+1 || dot == 0 || !isASCIILetter(s[dot+1]) || end < len(s) && (s[end] == '.' || isWordByte(s[end])) {
		return "", 0, 0
	}
	if end < len(s) && (s[end] == '"' || s[end] == '\'') {
		if open := strings.LastIndexByte(s[:dot], s[end]); open >= 0 && parse.FileLike(s[open+1:end]) {
			return s[open+1 : end], open, end + 1
		}
	}
	start = strings.LastIndexAny(s[:dot], " \t\"'`()[]<>|=,;") + 1
	if colon := strings.LastIndexByte(s[start:dot], ':'); colon > 1 || colon == 1 && !isDrive(s[start:]) {
		start += colon + 1 // "[File:a.vhd, Line:310]"
	}
	if file = s[start:end]; !isFile(file) {
		return "", 0, 0
	}
	return file, start, end
}

// isDrive reports whether a text opens with a drive of Windows: `C:\`, "d:/".
func isDrive(s string) bool {
	return len(s) > 2 && isASCIILetter(s[0]) && s[1] == ':' && (s[2] == '\\' || s[2] == '/')
}

func isASCIILetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isWordByte(c byte) bool { return isASCIILetter(c) || parse.Digit(c) || c == '_' || c == '+' }

// isExtension reports whether a byte may be in a file's extension.
func isExtension(c byte) bool { return isASCIILetter(c) || parse.Digit(c) || c == '+' }

// glue is the text between a file's name and the number of a line.
type glue struct {
	end    int    // its length in bytes
	named  bool   // it has the word line
	signs  bool   // it has a sign directly before the number
	opened bool   // it opens a bracket
	word   string // a level in it: "ERROR!"
}

// readGlue reads up to the first digit. ok is false if other words or signs come first.
func readGlue(s string) (g glue, ok bool) {
	i := 0
	for i < len(s) && i < maxGlue && !parse.Digit(s[i]) {
		if isASCIILetter(s[i]) {
			j := i
			for j < len(s) && isASCIILetter(s[j]) {
				j++
			}
			if !g.takes(s[i:j]) {
				return glue{}, false
			}
			if g.word == s[i:j] && j < len(s) {
				g.word = strings.TrimRight(s[i:j+1], " ,")
			}
			i = j
			continue
		}
		switch s[i] {
		case ' ', '\t', '!', '"', '\'', '.':
		case ',', ':', '(', '[', '|':
			g.signs = g.signs || i+1 < len(s) && s[i+1] != ' '
			g.opened = g.opened || s[i] == '(' || s[i] == '['
		default:
			return glue{}, false
		}
		i++
	}
	g.end = i
	return g, i > 0 && i < len(s) && parse.Digit(s[i])
}

// takes reports whether a word may be between a file's name and the number of a line.
func (g *glue) takes(word string) bool {
	switch w := strings.ToLower(word); w {
	case "line", "lines", "row", "ln":
		g.named = true
	case "at", "on", "in":
	default:
		g.word = word
		return levelWords[w] != 0
	}
	return true
}

// numbersAfter reads the row and the column after a file's name: ", line 7:", ":[369,0]", "(140):", ` 8796/7]`, "  12
// Warning 438: ...". word is a level between them, "ERROR!" in ", ERROR! at line 5:"; after is the rest.
func numbersAfter(s string) (row, col int, word, after string, ok bool) {
	g, ok := readGlue(s)
	if !ok {
		return 0, 0, "", "", false
	}
	row, after, _ = parse.CutNumber(s[g.end:])
	isIndex := s[0] == '[' && strings.HasPrefix(after, "]") && !strings.HasPrefix(after, "]:") // sys.argv[1]
	if row == 0 || isIndex || !g.named && !(g.signs && g.end <= 2) && !endsRow(after) {
		return 0, 0, "", "", false
	}
	col, after = columnAfter(after)
	if after != "" && (isASCIILetter(after[0]) || parse.Digit(after[0]) || g.opened && after[0] == ' ') {
		return 0, 0, "", "", false
	}
	return row, col, g.word, after, true
}

// endsRow reports whether the text after a number proves that it is that of a line: "/7]", "  Warning 438: ...".
func endsRow(after string) bool {
	if strings.HasPrefix(after, "/") {
		return startsWithDigit(after[1:])
	}
	return strings.HasPrefix(after, " ") && opensWithSign(strings.TrimLeft(after, " "))
}

// numberBefore reads the row before a file's name: "line 100 file 'a.sdl'", "line 12 of a.c". start is its beginning.
func numberBefore(s string, file int) (row, start int, ok bool) {
	t := strings.TrimRight(s[:file], " ")
	for _, word := range []string{" file", " of", " in"} {
		t = strings.TrimSuffix(t, word)
	}
	digits := len(strings.TrimRight(t, "0123456789"))
	before, ok := strings.CutSuffix(t[:digits], "line ")
	if !ok || digits == len(t) {
		return 0, 0, false
	}
	row, _, _ = parse.CutNumber(t[digits:])
	return row, len(before), true
}

// columnAfter reads the column after a row: ",24", "|24", "/7", ", col 3", " (col. 42)", ", column 14".
func columnAfter(s string) (col int, rest string) {
	if len(s) > 1 && strings.IndexByte(",|:/.-", s[0]) >= 0 && parse.Digit(s[1]) {
		col, rest, _ = parse.CutNumber(s[1:])
		if len(rest) > 1 && strings.IndexByte("-:", rest[0]) >= 0 && parse.Digit(rest[1]) {
			_, rest, _ = parse.CutNumber(rest[1:])
		}
		return col, rest
	}
	t := strings.TrimLeft(s, " ,(")
	for _, word := range []string{"column ", "col. ", "col ", "Column ", "character ", "char ", "position "} {
		if u, ok := strings.CutPrefix(t, word); ok && len(t) < len(s) && startsWithDigit(u) {
			col, rest, _ = parse.CutNumber(u)
			return col, strings.TrimPrefix(rest, ")")
		}
	}
	return 0, s
}

// beforePlace returns the text before a place without words that only introduce the place.
func beforePlace(s string) string {
	s = strings.TrimRight(s, " \t([<:,@")
	for _, word := range []string{"file", "File", "FILE", "Filename", "filename", "in", "In", "at", "on", "path",
		"location", "-->"} {
		if t, ok := strings.CutSuffix(s, word); ok && (t == "" || !isWordByte(t[len(t)-1])) {
			s = strings.TrimRight(t, " \t([<:,")
		}
	}
	return s
}

// introduces reports whether the text before a place is so short that the message follows the place.
func introduces(before string) bool {
	return len(before) <= maxBefore && strings.Count(before, " ") < maxBeforeWords
}

// joinParts joins the texts around a place into the message.
func joinParts(before, word, after string) string {
	after = strings.TrimLeft(after, " \t:,.)]>\"'-")
	out := strings.Trim(before, " \t")
	for _, part := range []string{word, after} {
		switch {
		case part == "":
		case out == "":
			out = part
		case isWordByte(out[len(out)-1]) || out[len(out)-1] == ')':
			out += ": " + part
		default:
			out += " " + part
		}
	}
	return out
}
