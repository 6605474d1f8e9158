package data

import "slices"

const (
	maxColumns = 128 // columns of a table; what lies beyond is printed by its name
	maxInline  = 24  // members of an object up to which they are columns of their own
	maxLevels  = 4   // levels of such objects in each other
)

// table holds the facts about rows that are objects. Members of objects in them are columns too, called "user.login".
type table struct {
	cols  []column     // in the order in which rows have them
	ids   map[step]int // columns, and the objects that they are in, which have none: -1-n
	names []string     // of those objects
	rows  int          // all, also those that are no objects
	odd   int          // elements that are no objects
	main  []bool       // columns that a row's line shows
	fixed []bool       // columns whose value all rows share
}

// step is a key in an object; object 0 is the row itself.
type step struct {
	object int
	key    string
}

// newTable is a table without columns; object 0 is the row itself, whose name is empty.
func newTable() *table { return &table{ids: map[step]int{}, names: []string{""}} }

// cell is a value of a row. Its column is -1 if it has none of its own.
type cell struct {
	col  int
	path string
	n    *node
}

// cells appends the cells of an object.
func (t *table) cells(out []cell, n *node, object, level int) []cell {
	for i := range n.kids {
		k := &n.kids[i]
		inner := level < maxLevels && isInline(k)
		id, known := t.ids[step{object, k.key}]
		if !known {
			id, known = t.meet(object, k, inner)
		}
		switch {
		case !known || inner != (id < 0):
			out = append(out, cell{-1, t.path(object, k), k})
		case inner:
			out = t.cells(out, k, -id, level+1)
		default:
			out = append(out, cell{id, t.cols[id].name, k})
		}
	}
	return out
}

// isInline reports whether the members of a value are columns of their own: it is an object of few members, all of them
// kept.
func isInline(n *node) bool {
	if n.kind != obj || n.count == 0 || n.count > maxInline {
		return false
	}
	return n.whole() && roleOf(n.name()) != noise
}

// meet adds a key that wasn't seen before: a column's number, or an object's below 0. ok is false if there are too
// many.
func (t *table) meet(object int, k *node, inner bool) (id int, ok bool) {
	if inner {
		if len(t.names) == maxColumns {
			return 0, false
		}
		id = -len(t.names)
		t.names = append(t.names, t.path(object, k))
	} else {
		if len(t.cols) == maxColumns {
			return 0, false
		}
		id = len(t.cols)
		t.cols = append(t.cols, column{name: t.path(object, k), role: roleOf(k.name())})
	}
	t.ids[step{object, k.key}] = id
	return id, true
}

// path returns the name of a column: its key, after those of the objects around it.
func (t *table) path(object int, k *node) string {
	if object == 0 {
		return plainKey(k)
	}
	return t.names[object] + "." + plainKey(k)
}

// add takes a row down.
func (t *table) add(n *node, buf []cell) []cell {
	row := t.rows
	t.rows++
	if n.cut {
		return buf // nobody knows which columns it has
	}
	if n.kind != obj {
		t.odd++
		return buf
	}
	buf = t.cells(buf[:0], n, 0, 0)
	for _, c := range buf {
		if c.col < 0 {
			continue
		}
		v := c.n.text
		if !c.n.scalar() {
			v = emptyText(c.n)
		}
		col := &t.cols[c.col]
		col.note(row, v, c.n.kind == num, !col.hasRoomFor(c.n))
	}
	return buf
}

// emptyText represents a container among the values that are counted.
func emptyText(n *node) string {
	switch {
	case n.count > 0:
		return "…"
	case n.kind == obj:
		return "{}"
	}
	return "[]"
}

// uniform reports whether the rows make a table: most have most of the columns.
func (t *table) uniform() bool {
	if n := len(t.cols); n == 0 || n >= maxColumns {
		return false
	}
	if t.rows < 2 || t.odd > 0 {
		return false
	}
	have := 0
	for i := range t.cols {
		have += t.cols[i].rows
	}
	return have*2 >= t.rows*len(t.cols)
}

// settle chooses the columns of every row's line: the most useful ones, as many as a line holds. Values that all rows
// share are printed once.
func (t *table) settle() {
	t.main, t.fixed = make([]bool, len(t.cols)), make([]bool, len(t.cols))
	var order, fixed []int
	for i := range t.cols {
		c := &t.cols[i]
		switch {
		case c.role == noise:
		case c.constant(t.rows) && c.wide == 0 && c.last != "…":
			t.fixed[i] = true
			fixed = append(fixed, i)
		case c.wide*3 <= c.rows && c.rows*3 >= t.rows:
			order = append(order, i)
		}
	}
	if len(order) == 0 && len(fixed) > 0 {
		order, t.fixed[fixed[0]] = fixed[:1], false // rows that are all alike
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(worth(t.cols[b].role)) - int(worth(t.cols[a].role)) })
	room := lineTokens
	for _, i := range order {
		c := &t.cols[i]
		if room -= 1 + (c.size/c.rows+2)/3; room < 0 {
			break
		}
		t.main[i] = true
	}
}

// worth orders the roles of columns.
func worth(r role) role {
	if r == trouble {
		return naming // a message is as often good as bad
	}
	return r
}

// leaveOut makes noise of the columns that rows leave out, links and opaque keys, and returns their names.
func (t *table) leaveOut() []string {
	var left []string
	for i := range t.cols {
		if c := &t.cols[i]; c.role == noise || c.links(t.rows) {
			c.role = noise
			left = append(left, c.name)
		}
	}
	return left
}
