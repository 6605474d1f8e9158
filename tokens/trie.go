package tokens

// noToken is the rank of no token: no rank is as high.
const noToken = 1<<24 - 1

// longest returns the longest token that b, which isn't empty, starts with, and its length. The layout of the trie is
// described in internal/gen.
func (v *vocab) longest(b []byte) (token, int) {
	node := uint32(b[0])
	best, length := node, 1
	w := v.nodes[node]
	for i, c := range b[1:] {
		node = w>>9 ^ uint32(c)
		w = v.nodes[node]
		if byte(w) != c {
			break
		}
		if w&(1<<8) != 0 {
			best, length = node, i+2
		}
	}
	return v.tokens[best], length
}
