package genericdiag

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
)

// maxHeading is the most bytes of a line that only names a file.
const maxHeading = 200

// heading returns the file in a line that only names the file of the lines below: "a/b.css", "FILE: /a/b.php", "a/b.rb
// -- 3 warnings:", "  Line   a/b.php".
func heading(s string) (file string, ok bool) {
	if len(s) > maxHeading || strings.IndexByte(s, '.') < 0 {
		return "", false
	}
	s = strings.TrimRight(s, "\r ")
	for _, bullet := range []string{" ", "+ ", "✗ ", "✖ ", "• ", "* "} {
		if t, found := strings.CutPrefix(strings.TrimPrefix(s, "  "), bullet); found && t != "" && t[0] != ' ' {
			s = t
			break
		}
	}
	for _, sign := range []string{"FILE: ", "  Line "} {
		if file, found := strings.CutPrefix(s, sign); found {
			s = strings.TrimLeft(file, " ")
		}
	}
	if file, count, found := strings.Cut(s, " -- "); found && startsWithDigit(count) && strings.HasSuffix(count, ":") {
		s = file
	}
	file, count, found := strings.Cut(s, " - ")
	if found && startsWithDigit(count) && len(count) < len("1000 violations") {
		s = file[strings.LastIndexByte(file, ' ')+1:]
	}
	return s, !strings.ContainsAny(s, " \t:=(){}[]<>\"'`,;*") && parse.Extended(s)
}

// rowAt cuts a row and a column off a line below a file's name: "46:3  ✖  Unexpected unit", "3:1: Missing header",
// "ERROR: 3:1  ...", "12 | ERROR | ...", "[3, 14]:...", "12     ...".
func rowAt(s string) (d diagnostic, ok bool) {
	level, rest, found := strings.Cut(s, ": ")
	if found && levels[strings.ToLower(level)] {
		s, level = rest, level+": "
	} else {
		level = ""
	}
	if d, ok = rows(s); ok {
		if level != "" {
			d.Bare = level + d.Message
		}
		return d, true
	}
	if d, ok = rowColumn(s); ok && level != "" {
		d.Bare = level + d.Message
	}
	return d, ok
}

// rows reads a row before a message: "12 | ERROR | ...", "12     ...", or the rows of several places: "[3,
// 14]:Duplicate: ...".
func rows(s string) (d diagnostic, ok bool) {
	if list, found := strings.CutPrefix(s, "["); found && startsWithDigit(list) {
		list, msg, closed := strings.Cut(list, "]:")
		d.At.Row, _, _ = parse.CutNumber(list)
		d.Message = strings.TrimLeft(msg, " ")
		if strings.IndexByte(list, ',') < 0 {
			d.Bare = d.Message
		}
		return d, closed && d.Message != "" && strings.Trim(list, "0123456789, ") == ""
	}
	for _, sign := range []string{"Line ", "line ", "#", "✗ #", "⚡ #", "⚠ #"} { // "Line 7: SA1633: ...", "#12: ..."
		t, found := strings.CutPrefix(s, sign)
		row, rest, _ := parse.CutNumber(t)
		if msg, colon := strings.CutPrefix(rest, ": "); found && row > 0 && colon {
			return diagnostic{At: parse.Place{Row: row}, Message: msg, Bare: msg}, true
		}
	}
	row, rest, _ := parse.CutNumber(s)
	if col, found := strings.CutPrefix(rest, ", "); found && row > 0 && startsWithDigit(col) { // "12, 4: ..."
		col, msg, _ := parse.CutNumber(col)
		return diagnostic{At: parse.Place{Row: row, Col: col}, Message: strings.TrimLeft(msg, ": "),
			Bare: strings.TrimLeft(msg, ": ")}, strings.HasPrefix(msg, ": ")
	}
	if row == 0 || !parse.StartsWith(rest, " | ", "    ") {
		return diagnostic{}, false
	}
	d.At.Row = row
	d.Message = strings.TrimLeft(strings.TrimPrefix(rest, " | "), " ")
	d.Bare = d.Message
	return d, d.Message != ""
}

// rowColumn reads a row and a column before a message: "46:3  ✖  Unexpected unit", "3:1: Missing header".
func rowColumn(s string) (d diagnostic, ok bool) {
	if !startsWithDigit(s) {
		return diagnostic{}, false
	}
	row, rest, _ := parse.CutNumber(s)
	col, found := strings.CutPrefix(rest, ":")
	if !found || !startsWithDigit(col) {
		return diagnostic{}, false
	}
	if row == 0 {
		return diagnostic{}, false // "0:3  Function Definition: luma"
	}
	d.At.Row = row
	d.At.Col, rest, _ = parse.CutNumber(col)
	d.Message = strings.TrimLeft(rest, ": \t")
	return d, d.Message != "" && parse.StartsWith(rest, " ", ":", "\t")
}
