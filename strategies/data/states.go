package data

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/textline"
)

// stateOf is the state that a cell opens with, without times and counts:
//
//	Up 3 days (unhealthy)       Up (unhealthy)
//	Exited (137) 2 hours ago    Exited (137)
func stateOf(s string) string {
	first, rest, ok := strings.Cut(s, " ")
	if !ok {
		return s
	}
	if i := strings.IndexByte(rest, '('); i >= 0 {
		if j := strings.IndexByte(rest[i:], ')'); j > 0 && strings.IndexByte(rest[i:i+j], ' ') < 0 {
			return first + " " + rest[i:i+j+1]
		}
	}
	return first
}

// badState reports whether a cell of a column of states says that something is wrong.
func badState(s string) bool {
	if badWord(s) {
		return true
	}
	first, rest, ok := strings.Cut(s, " ")
	switch {
	case !ok:
		return false
	case first == "Exited":
		return !strings.HasPrefix(rest, "(0)")
	}
	return first == "Restarting" || badWord(first) || strings.Contains(rest, "(unhealthy)")
}

// nearlyFull is the least share of what there is, in percent, that is nearly all of it.
const nearlyFull = 95

// isNearlyFull reports whether a cell of a column such as Use% says that there is little left.
func isNearlyFull(column, s string) bool {
	if !strings.HasSuffix(column, "%") || !strings.HasSuffix(s, "%") {
		return false
	}
	n, err := strconv.Atoi(s[:len(s)-1])
	return err == nil && n >= nearlyFull
}

// A short row has the columns by which it is known, those that say how it is, and those that are narrow.
const (
	shortCell   = 40 // bytes of a cell in a short row
	narrowCells = 8  // bytes of a narrow column's cells on average
)

// keyColumns says which columns a short row has; nil where that would leave out nothing.
func (l *layout) keyColumns(t *table) (keep []bool) {
	if !l.header || l.delim != 0 || t.rows == 0 {
		return nil
	}
	keep = make([]bool, len(t.cols))
	left := 0
	for i := range t.cols {
		c := &t.cols[i]
		isState := c.role == stating || c.role == trouble || c.size <= narrowCells*t.rows
		keep[i] = i == 0 || namesRow(c.name) || isState && !c.constant(t.rows)
		if !keep[i] {
			left++
		}
	}
	if left == 0 {
		return nil
	}
	return keep
}

// namesRow reports whether a column's name says that it names the row.
func namesRow(column string) bool {
	switch strings.ToLower(column) {
	case "name", "names", "unit", "package", "command", "cmd", "pid", "filesystem", "mounted on", "title", "repository",
		"tag", "service", "process", "user.login", "local address:port", "local address", "foreign address":
		return true
	}
	return false
}

// short is a row that has "…" instead of the cells that aren't in keep; "" where that is hardly shorter.
//
//	a1b2c3d4  redis:7  …  …  Up 8 days  …  shop-0
func (l *layout) short(keep []bool, cells []string, line string) string {
	if keep == nil || l.starts != nil && l.cuts(line) || l.starts == nil && !l.isFull(cells, line) {
		return ""
	}
	out := make([]string, 0, len(keep))
	for i, c := range cells[:min(len(cells), len(keep))] {
		switch {
		case !keep[i]:
			c = "…"
		case c == "":
			c = "-"
		case len(c) > shortCell:
			c = c[:textline.RuneStart(c, shortCell)] + "…"
		}
		out = append(out, c)
	}
	for n := len(out); n > 1 && out[n-1] == "…" && out[n-2] == "…"; n-- {
		out = out[:n-1]
	}
	s := strings.Join(out, "  ")
	if len(squeezed(s))*4 > len(squeezed(line))*3 {
		return ""
	}
	return s
}

// isFull reports whether a row whose cells blanks part has one in each column: the last starts below its name.
func (l *layout) isFull(cells []string, line string) bool {
	if len(cells) < len(l.names) || l.wide >= len(line) || l.wide <= 0 {
		return false
	}
	return line[l.wide-1] == ' ' && strings.TrimRight(line[l.wide:], " ") == cells[len(cells)-1]
}

// squeezed is a text with one blank for each run of blanks.
func squeezed(s string) string { return strings.Join(strings.Fields(s), " ") }
