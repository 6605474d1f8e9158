package general

import (
	"strings"

	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// Rows of the dense form are first shown in fewer words, and in full if the budget allows. A short row has the base
// name of the file, and the message without long levels, codes and tool names around it:
//
//	"src/main/hal/HalAdc.c",129 Severity-Low[MISRAC2012-Rule-14.4_c]:Type of if condition is not boolean.
//	HalAdc.c:129 Type of if condition is not boolean.

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

// base returns a place with the file's base name. In the only file, it returns the row alone.
func (d *placed) base(dir string) string {
	row := d.at
	if end := strings.IndexAny(row, ",.:/|"); end >= 0 {
		row = row[:end]
	}
	if d.file == "" || d.file == dir {
		return row
	}
	return d.file[len(upTo(d.file)):] + ":" + row
}

// maxShort is the most bytes of a message that a short row shows.
const maxShort = 100

// shortRow returns the first row of a message in fewer words: its first place, perhaps ", …" for others, and the start
// of the message. It returns "" if that isn't possible.
func shortRow(list []*placed, dir string) string {
	s := list[0].brief()
	if len(s) > maxShort+maxShort/4 {
		end := strings.LastIndexByte(s[:textline.RuneStart(s, maxShort)], ' ')
		if end < maxShort/2 {
			return ""
		}
		s = s[:end] + " …"
	}
	at := list[0].base(dir)
	if len(list) > 1 {
		at += ", …"
	}
	if at != "" {
		s = at + " " + s
	}
	if forgedMark(s) {
		return ""
	}
	return s
}

// shortBelow returns the row of a message below its file's name, in fewer words.
func shortBelow(list []*placed) string {
	if list[0].file == "" {
		return shortRow(list, "")
	}
	return " " + shortRow(list, list[0].file)
}

// shortPlaces returns a row of further places with the base names of the files.
func shortPlaces(list []*placed, dir string) string {
	s, file := "", ""
	for _, d := range list {
		at := d.base(dir)
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

// rated lists the levels, each with the key that counts its diagnostics.
var rated = [...]struct {
	level     report.Level
	key       strategies.Key
	one, many string
}{
	{report.LevelFatal, "diagnostics_fatal", "fatal", "fatal"},
	{report.LevelError, "diagnostics_error", "error", "errors"},
	{report.LevelWarning, "diagnostics_warning", "warning", "warnings"},
	{report.LevelNote, "diagnostics_note", "note", "notes"},
}

// levels counts the diagnostics of each level. It returns nil if one is unrated.
func (x *folding) levels() map[report.Level]int {
	n := map[report.Level]int{}
	for i := range x.placed {
		l := x.placed[i].finding.Level
		if l == report.Unrated {
			return nil
		}
		n[l]++
	}
	return n
}

// describe adds the number of diagnostics to the digest. If the form has all of them, it also sets the verdict: "2
// errors, 11 warnings in 40 lines".
func (x *folding) describe(lines int, c *strategies.Collector) {
	if len(x.placed) == 0 {
		return
	}
	c.Count(strategies.Diagnostics, int64(len(x.placed)))
	if !x.all {
		return
	}
	short := words.Count(len(x.placed), "diagnostic", "diagnostics")
	medium := short
	if by := x.levels(); by != nil {
		var parts []string
		for _, r := range rated {
			if n := by[r.level]; n > 0 {
				c.Count(r.key, int64(n))
				parts = append(parts, words.Count(n, r.one, r.many))
			}
		}
		medium = strings.Join(parts, ", ")
	}
	c.Verdict(short, medium+" in "+words.Count(lines, "line", "lines"), "")
}
