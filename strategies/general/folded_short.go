package general

import (
	"strings"

	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// The rows of the dense form are shown in fewer words until there is room for all of them: the base name of the file,
// and the message without the level, the codes and the tool's name around it, where these take much room:
//
//	"src/main/hal/HalAdc.c",129 Severity-Low[MISRAC2012-Rule-14.4_c]:Type of if condition is not boolean.
//	HalAdc.c:129 Type of if condition is not boolean.

// minSigns is how many bytes the signs before a message have at least to be left out: "error: " and "W291 " stay.
const minSigns = 13

// shortMessage is a message without the signs around it, as far as they are long; "" where nothing is left out.
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

// brief is the message in as few words as there are.
func (d *placed) brief() string {
	if d.says != "" {
		return d.says
	}
	return d.message
}

// base is a place with the file's base name: what a reader knows the file by while there is no room for its path. In
// the only file, it is the row.
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

// maxShort is how many bytes of a message are shown where there is no room for all of it.
const maxShort = 100

// shortRow is the first row of a message in fewer words: its first place, a sign that there are more, and the start of
// the message.
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

// shortBelow is the row of a message below its file's name in fewer words: the first row that has it.
func shortBelow(list []*placed) string {
	if list[0].file == "" {
		return shortRow(list, "")
	}
	return " " + shortRow(list, list[0].file)
}

// shortPlaces is a row of further places with the files' base names.
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

// dropShort leaves rows without a short form.
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

// shortSize is size for the short rows.
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

// gravity orders levels: what says nothing of itself is as grave as a warning.
func gravity(l report.Level) int {
	if l == report.Unrated {
		return int(report.LevelWarning)
	}
	return int(l)
}

// rated are the levels with the keys under which diagnostics of each are counted.
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

// levels counts the diagnostics of each level; nil where one doesn't say how grave it is.
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

// tell puts how many diagnostics there are into the digest, and where all of them are in the form, into its verdict:
// "2 errors, 11 warnings in 40 lines".
func (x *folding) tell(lines int, c *strategies.Collector) {
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
