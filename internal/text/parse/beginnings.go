package parse

import "strings"

// Beginnings are texts that lines may begin with. They are found by the first byte of a line, which refuses nearly all
// lines at once.
type Beginnings struct {
	by    [256]uint8 // 1 + the list of those that begin with a byte, 0 for none
	lists [][]string
}

// NewBeginnings makes the beginnings of a list, none of which is empty.
func NewBeginnings(list ...string) *Beginnings {
	b := new(Beginnings)
	for _, s := range list {
		if b.by[s[0]] == 0 {
			b.lists = append(b.lists, nil)
			b.by[s[0]] = uint8(len(b.lists))
		}
		at := &b.lists[b.by[s[0]]-1]
		*at = append(*at, s)
	}
	return b
}

// Like are those that begin with the same byte as s, in the order of the list.
func (b *Beginnings) Like(s string) []string {
	if s == "" || b.by[s[0]] == 0 {
		return nil
	}
	return b.lists[b.by[s[0]]-1]
}

// Of returns the first one, in the order of the list, that s begins with; "" for none.
func (b *Beginnings) Of(s string) string {
	for _, beginning := range b.Like(s) {
		if strings.HasPrefix(s, beginning) {
			return beginning
		}
	}
	return ""
}
