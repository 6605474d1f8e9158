package data

import (
	"cmp"
	"slices"
	"strings"
)

const (
	maxValues  = 24 // different values of a column that are counted
	maxValue   = 40 // bytes of a value that is counted
	maxChanges = 8  // rows at which a column changes that are kept
	cellBytes  = 48 // bytes up to which a value stands in its row
)

// column is what is known of a column of a table, in bounded memory.
type column struct {
	name    string
	role    role
	rows    int // rows that have it
	size    int // bytes of all its values
	wide    int // rows in which its value doesn't fit a row
	numbers int // rows in which it is a number
	urls    int // rows in which it is the address of a page
	least   extreme
	most    extreme
	values  []counted // nil once there are too many
	many    bool      // there are more
	last    string
	changes []int // rows in which it differs from the row before; one more than is kept says that there are more
}

type extreme struct {
	decimal
	row int
}

// counted is a value with how often it comes and the first rows in which it does.
type counted struct {
	text string
	n    int
	rows [2]int
}

// note takes a value down. row counts from 0.
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
	if c.rows > 1 && text != c.last && len(c.changes) <= maxChanges {
		c.changes = append(c.changes, row)
	}
	c.last = text
	c.count(row, text)
}

func (c *column) number(row int, text string) {
	if len(text) > maxValue {
		return // it counts as no number: nobody looks for the largest of those
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
	if len(c.values) == maxValues || len(text) > maxValue && len(c.values) > 0 {
		c.many, c.values = true, nil
		return
	}
	c.values = append(c.values, counted{text, 1, [2]int{row}})
}

// constant reports whether all rows have the same value.
func (c *column) constant(rows int) bool {
	return rows >= 3 && c.rows == rows && !c.many && len(c.values) == 1
}

// links reports whether a column holds nothing but addresses, too long for a row.
func (c *column) links(rows int) bool { return rows > 3 && c.urls == c.rows && c.wide*2 > c.rows }

// classes are the values of a column that has few, the most frequent first; nil for any other.
func (c *column) classes(rows int) []counted {
	if c.many || c.rows < 8 || c.rows*2 < rows || len(c.values) < 2 || len(c.values) > 8 || len(c.values)*3 > c.rows {
		return nil
	}
	for _, v := range c.values {
		if len(v.text) > maxValue/2 || strings.ContainsRune(v.text, '\n') {
			return nil
		}
	}
	all := slices.Clone(c.values)
	slices.SortStableFunc(
		all,
		func(a, b counted) int { return cmp.Or(cmp.Compare(b.n, a.n), strings.Compare(a.text, b.text)) },
	)
	return all
}

const maxPicked = 24 // rows that are picked for what stands in them

// picked are the rows that differ from the rest: the extremes of numbers, rare values, and where a column that seldom
// changes does.
func picked(cols []column, rows int) map[int]bool {
	out := map[int]bool{}
	pick := func(row int) {
		if len(out) < maxPicked {
			out[row] = true
		}
	}
	if rows < 8 {
		return out
	}
	for i := range cols {
		c := &cols[i]
		if c.role == noise || c.constant(rows) {
			continue
		}
		if len(c.values)*4 <= c.rows && !c.many {
			for _, v := range c.values {
				if v.n <= len(v.rows) && v.n*20 <= c.rows {
					for _, r := range v.rows[:v.n] {
						pick(r)
					}
				}
			}
		}
		if n := len(c.changes); n > 0 && n <= maxChanges && c.rows >= 4*n {
			for _, r := range c.changes {
				pick(r)
			}
		}
	}
	for i := range cols {
		if c := &cols[i]; c.role != noise && c.numbers == c.rows && c.rows >= 8 && !c.constant(rows) &&
			c.least.row != c.most.row {
			pick(c.least.row)
			pick(c.most.row)
		}
	}
	return out
}
