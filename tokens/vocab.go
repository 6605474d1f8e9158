package tokens

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"math/bits"
	"sync"
)

//go:generate go run ./internal/gen

//go:embed o200k_base.bin
var o200kData string

//go:embed cl100k_base.bin
var cl100kData string

// A vocab is an encoding's tables. They are parts of the program's read-only data, viewed in place: making a vocab
// costs nothing, and only the pages that a text touches are ever read. Their layout is described in internal/gen.
type vocab struct {
	recs        []record // by token
	shorts      []uint64 // a perfect hash of the tokens that fit in a word, by their bytes
	nodes       []uint32 // a trie of all tokens: its nodes
	tokens      []uint32 // the token that ends at each node, or noToken
	pairs       []uint32 // a perfect hash of merges, by left and right token
	bytePairs   []uint32 // the merge of each two bytes, or noToken
	shortGroups string   // displacements of the hash of shorts
	pairGroups  string   // displacements of the hash of pairs
	shortShift  uint8    // 64 - log2(len(shortGroups))
	pairShift   uint8
}

// A token is named by its rank, its number in the vocabulary.
type token = uint32

// A record describes one token: the two tokens whose merge makes it, the longest token that is a proper prefix of it,
// and its length. leads and ends are set if it is ever the left or the right part of a merge. For a single byte, all
// three tokens are the token itself.
type record uint64

func (r record) left() token   { return token(r) & (1<<18 - 1) }
func (r record) right() token  { return token(r>>18) & (1<<18 - 1) }
func (r record) prefix() token { return token(r>>36) & (1<<18 - 1) }
func (r record) length() int   { return int(r >> 54 & 0xff) }
func (r record) leads() bool   { return r>>62&1 != 0 }
func (r record) ends() bool    { return r>>63 != 0 }

// magic starts the data of a table; its last byte is the version of the layout.
const magic = "toktee\x00\x01"

// sections cuts a table's data into its parts, in the order of the fields of vocab.
func sections(data string) (parts [8]string, err error) {
	sizes := [len(parts)]int{8, 8, 4, 4, 4, 4, 1, 1}
	header := len(magic) + 8*len(sizes)
	if len(data) < header || data[:len(magic)] != magic {
		return parts, fmt.Errorf("the embedded table doesn't start with %q", magic)
	}
	rest := data[header:]
	for i, size := range sizes {
		n := binary.LittleEndian.Uint64([]byte(data[len(magic)+8*i:][:8]))
		if n > uint64(len(rest)/size) {
			return parts, fmt.Errorf("the embedded table has %d bytes, which is too short", len(data))
		}
		parts[i], rest = rest[:n*uint64(size)], rest[n*uint64(size):]
	}
	return parts, nil
}

// view makes the vocab a view of a table's data.
func (v *vocab) view(data string) error {
	parts, err := sections(data)
	if err != nil {
		return err
	}
	v.recs, v.shorts = words[record](parts[0]), words[uint64](parts[1])
	v.nodes, v.tokens = words[uint32](parts[2]), words[uint32](parts[3])
	v.pairs, v.bytePairs = words[uint32](parts[4]), words[uint32](parts[5])
	v.shortGroups, v.pairGroups = parts[6], parts[7]
	v.shortShift = uint8(64 - bits.TrailingZeros(uint(len(v.shortGroups))))
	v.pairShift = uint8(64 - bits.TrailingZeros(uint(len(v.pairGroups))))
	return nil
}

// load returns a function that checks a table when it is first called.
func load(data *string) func() (*vocab, error) {
	return sync.OnceValues(func() (*vocab, error) {
		v := new(vocab)
		return v, v.view(*data)
	})
}

var (
	o200kVocab  = load(&o200kData)
	cl100kVocab = load(&cl100kData)
)
