package data

// kind is the kind of a value, as its first byte: true, false and null share 't'.
type kind byte

const (
	obj kind = '{' // an object
	arr kind = '[' // an array
	str kind = '"' // a string
	num kind = '0' // a number
	lit kind = 't' // true, false or null
)

// node is a value of a document. Its texts are slices of the output: nothing is decoded, so digits and escapes stay as
// they are.
type node struct {
	kind   kind
	cut    bool   // the output, or its visible part, ends inside of it
	elided bool   // some of its values are counted, not kept
	key    string // with its quotes; "" for an element
	text   string // of a scalar, with its quotes
	unseen int    // bytes of its line that aren't seen
	kids   []node // members or elements that are kept
	count  int    // members or elements, whether they are kept or not
	first  int    // its lines
	last   int
	size   int // bytes when written without blanks

	// raw is the value as its line has it, with its key: of a long string, and of a scalar of the document itself. Of
	// a document, it is the start of a record that is cut, or of the last token in a line that isn't seen whole.
	raw     string
	rawLine int // the line of a document's raw, if that isn't its last
}

// scalar reports whether a value is a string, a number or a literal.
func (n *node) scalar() bool { return n.kind != obj && n.kind != arr }

// isObject reports whether a value is an object.
func (n *node) isObject() bool { return n.kind == obj }

// whole reports whether a value has its end, and all of its values are kept.
func (n *node) whole() bool { return !n.cut && !n.elided }

// short reports whether a value has room in a line.
func (n *node) short() bool { return n.size <= lineBytes && n.whole() }

// name is the node's key without quotes; escapes stay.
func (n *node) name() string {
	if len(n.key) >= 2 && n.key[0] == '"' {
		return n.key[1 : len(n.key)-1]
	}
	return n.key
}

// content is the text of a string without quotes; escapes stay.
func (n *node) content() string {
	if n.kind != str || len(n.text) == 0 {
		return n.text
	}
	s := n.text[1:]
	if !n.cut {
		s = s[:len(s)-1]
	}
	return s
}

// settle computes the size of a container from its values.
func (n *node) settle() {
	n.size = 2
	for i := range n.kids {
		k := &n.kids[i]
		n.size += k.size + 1
		if n.kind == obj {
			n.size += len(k.key) + 1
		}
	}
	if len(n.kids) > 0 {
		n.size--
	}
}

// every reports whether a container has values and all satisfy ok.
func (n *node) every(ok func(*node) bool) bool {
	for i := range n.kids {
		if !ok(&n.kids[i]) {
			return false
		}
	}
	return len(n.kids) > 0
}
