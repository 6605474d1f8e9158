package general

import (
	"strings"

	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies/report"
)

// Rows of the dense form are first shown in fewer words, and in full if the budget allows. A short row has the base
// name of the file, and the message without long levels, codes and tool names around it:
//
//	"src/main/hal/HalAdc.c",129 Severity-Low[MISRAC2012-Rule-14.4_c]:Type of if condition is not boolean.
//	HalAdc.c:129: Type of if condition is not boolean.

// minSigns is the length in bytes from which the signs before a message are dropped: "error: " and "W291 " stay.
const minSigns = 13

// shortMessage returns a message without long signs around it, or "" if there are none.
func shortMessage(message, says string) string {
	i := strings.Index(message, says)
	if says == "" || i < 0 || len(says) == len(message) {
		return ""
	}
	if i < minSigns {
		return message[:i+len(says)]
	}
	return says
}

// brief returns the shortest form of the message.
func (d *placed) brief() string {
	if d.says != "" {
		return d.says
	}
	return d.message
}

// base returns a place in few words: its row, after the file's name if no other file has the same.
func (d *placed) base() string {
	row := d.at
	if end := strings.IndexAny(row, ",.:/|"); end >= 0 {
		row = row[:end]
	}
	switch {
	case d.file == "":
		return row
	case d.sole:
		return d.file[len(upTo(d.file)):] + ":" + row
	}
	return d.file + ":" + row
}

// maxShort is the most bytes of a message that a short row shows.
const maxShort = 100

// shortRow returns the first row of a message in fewer words: its first place, perhaps ", …" for others, and the start
// of the message. It returns "" if that isn't possible.
func shortRow(list []*placed) string {
	s := list[0].brief()
	if len(s) > maxShort+maxShort/4 {
		end := strings.LastIndexByte(s[:textline.RuneStart(s, maxShort)], ' ')
		if end < maxShort/2 {
			return ""
		}
		s = s[:end] + " …"
	}
	switch at := list[0].base(); {
	case at == "":
	case len(list) > 1:
		s = at + ", … " + s
	case strings.Contains(list[0].line, at[strings.LastIndexByte(at, ':')+1:]+": "):
		s = at + ": " + s
	default:
		s = at + " " + s
	}
	if forgedMark(s) {
		return ""
	}
	return s
}

// shortPlaces returns a row of further places with the base names of the files.
func shortPlaces(list []*placed) string {
	s, file := "", ""
	for _, d := range list {
		at := d.base()
		if d.file == file {
			at = at[strings.LastIndexByte(at, ':')+1:]
		}
		s, file = s+" "+at, d.file
	}
	return s
}

// dropShort removes the short forms of all rows.
func dropShort(groups []group) {
	for i := range groups {
		rows := groups[i].rows
		groups[i].rows = nil
		for _, r := range rows {
			r.short = ""
			groups[i].rows = append(groups[i].rows, r.lines()...)
		}
	}
}

// shortSize returns the size of the groups if their short rows are shown.
func shortSize(groups []group) int {
	n := 0
	for _, g := range groups {
		for _, r := range g.rows {
			if r.short != "" {
				n += len(r.short) + 1
			} else {
				n += len(r.text) + 1
			}
		}
	}
	return n
}

// gravity returns the order of a level. Unrated diagnostics are as grave as warnings.
func gravity(l report.Level) int {
	if l == report.Unrated {
		return int(report.LevelWarning)
	}
	return int(l)
}

// upTo returns a path up to its last slash.
func upTo(path string) string { return path[:strings.LastIndexAny(path, `/\`)+1] }
