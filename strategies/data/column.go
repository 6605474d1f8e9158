package data

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/textline"
)

const (
	maxValues  = 24 // different values of a column that are counted
	maxValue   = 40 // bytes of a value that is counted
	maxChanges = 8  // rows at which a column changes that are kept
	cellBytes  = 48 // bytes up to which a value has room in its row
	nameBytes  = 96 // and the name of a row, such as an issue's title
)

// column holds the facts about a column of a table, in bounded memory. Its values are counted by their text.
type column struct {
	name    string // as it is printed: "user.login"
	role    role
	rows    int     // rows that have it
	size    int     // bytes of all its values
	wide    int     // rows in which its value doesn't fit a row
	numbers int     // rows in which it is a number
	urls    int     // rows in which it is the address of a page
	least   extreme // of the numbers
	most    extreme
	values  []counted // the different ones; nil once there are too many
	many    bool      // there are more than are counted
	last    string    // the value of the row before
	changes []int     // rows in which it differs from the row before; maxChanges+1 of them mean that there are more
}

// extreme is the least or the largest number of a column, and its row.
type extreme struct {
	decimal
	row int // the first with that number
}

// counted is a value with how often it comes and the first rows in which it does.
type counted struct {
	text string
	n    int // rows that have it
	rows [2]int
}

// note records a row's value. row counts from 0; wide means that the value doesn't fit a row's line.
func (c *column) note(row int, text string, isNumber, wide bool) {
	c.rows++
	c.size += len(text)
	if wide {
		c.wide++
	}
	if strings.HasPrefix(text, `"http`) {
		c.urls++
	}
	if isNumber {
		c.number(row, text)
	}
	if changed := c.rows > 1 && text != c.last; changed && len(c.changes) <= maxChanges {
		c.changes = append(c.changes, row)
	}
	c.last = text
	c.count(row, text)
}

// number compares a number with the extremes.
func (c *column) number(row int, text string) {
	if len(text) > maxValue {
		return // it counts as no number: the largest of those is useless
	}
	d := decimalOf(text)
	if c.numbers == 0 || d.compare(c.least.decimal) < 0 {
		c.least = extreme{d, row}
	}
	if c.numbers == 0 || d.compare(c.most.decimal) > 0 {
		c.most = extreme{d, row}
	}
	c.numbers++
}

// count counts a value among the others, of which there are few or none is kept.
func (c *column) count(row int, text string) {
	if c.many {
		return
	}
	for i := range c.values {
		if v := &c.values[i]; v.text == text {
			if v.n < len(v.rows) {
				v.rows[v.n] = row
			}
			v.n++
			return
		}
	}
	tooLong := len(text) > maxValue && len(c.values) > 0
	if tooLong || len(c.values) == maxValues {
		c.many, c.values = true, nil
		return
	}
	c.values = append(c.values, counted{text, 1, [2]int{row}})
}

// hasRoomFor reports whether a value of the column fits a row's line.
func (c *column) hasRoomFor(n *node) bool {
	if n.cut {
		return false
	}
	if c.role == naming {
		return n.size <= nameBytes
	}
	return n.size <= cellBytes
}

// constant reports whether all rows, of which there are at least three, have the same value.
func (c *column) constant(rows int) bool {
	return rows >= 3 && c.rows == rows && c.distinct() == 1
}

// distinct returns the number of different values, 0 if there are more than are counted.
func (c *column) distinct() int { return len(c.values) }

// links reports whether a column holds nothing but addresses, too long for a row.
func (c *column) links(rows int) bool {
	return rows > 3 && c.urls == c.rows && c.wide*2 > c.rows
}

// classes are the values of a column that has few, the most frequent first; nil for any other.
func (c *column) classes(rows int) []counted {
	if c.rows < 8 || c.rows*2 < rows || !c.hasClasses() {
		return nil
	}
	all := slices.Clone(c.values)
	slices.SortStableFunc(all, func(a, b counted) int {
		return cmp.Or(cmp.Compare(b.n, a.n), strings.Compare(a.text, b.text))
	})
	return all
}

// hasClasses reports whether a column has two to eight different short values, a third of its rows at most.
func (c *column) hasClasses() bool {
	n := c.distinct()
	if n < 2 || n > 8 || n*3 > c.rows {
		return false
	}
	return !slices.ContainsFunc(c.values, func(v counted) bool {
		return len(v.text) > maxValue/2 || strings.ContainsRune(v.text, '\n')
	})
}

const maxPicked = 24 // rows that are picked for their values

// picked returns the rows that differ from the rest: the extremes of numbers, rare values, and the changes of a column
// that seldom changes.
func picked(cols []column, rows int) map[int]bool {
	out := map[int]bool{}
	if rows < 8 {
		return out
	}
	pick := func(rows []int) {
		for _, r := range rows {
			if len(out) < maxPicked {
				out[r] = true
			}
		}
	}
	distinguishes := func(c *column) bool { return c.role != noise && !c.constant(rows) }
	for i := range cols {
		if c := &cols[i]; distinguishes(c) {
			pick(c.rare())
			pick(c.turns())
		}
	}
	for i := range cols {
		if c := &cols[i]; distinguishes(c) {
			pick(c.extremes())
		}
	}
	return out
}

// rare are the rows of values that occur once or twice, in one of twenty rows at most, in a column of few values.
func (c *column) rare() []int {
	var rows []int
	if len(c.values)*4 > c.rows {
		return nil
	}
	for _, v := range c.values {
		if v.n <= len(v.rows) && v.n*20 <= c.rows && !textline.AddressesModel(v.text) {
			rows = append(rows, v.rows[:v.n]...)
		}
	}
	return rows
}

// turns are the rows in which a column that seldom changes does.
func (c *column) turns() []int {
	if n := len(c.changes); n > maxChanges || c.rows < 4*n {
		return nil
	}
	return c.changes
}

// extremes are the rows with the least and the largest number of a column of numbers.
func (c *column) extremes() []int {
	if c.rows < 8 || c.numbers != c.rows || c.least.row == c.most.row {
		return nil
	}
	return []int{c.least.row, c.most.row}
}
