//go:build cgo && !notreesitter

package grammars

// The lexers take twice as long to compile at -O2.

// #cgo CFLAGS: -O1
// #include "tables.h"
import "C"

import (
	"embed"
	"encoding/binary"
	"errors"
	"fmt"
	"unsafe"

	"github.com/klauspost/compress/zstd"
)

//go:embed *.zst
var files embed.FS

// lexers are the languages by the names of their files.
var lexers = map[string]*C.toktee_lexer{
	"bash": &C.toktee_lexer_bash, "c": &C.toktee_lexer_c, "cpp": &C.toktee_lexer_cpp,
	"golang": &C.toktee_lexer_go, "java": &C.toktee_lexer_java, "javascript": &C.toktee_lexer_javascript,
	"php": &C.toktee_lexer_php, "python": &C.toktee_lexer_python, "ruby": &C.toktee_lexer_ruby,
	"rust": &C.toktee_lexer_rust, "tsx": &C.toktee_lexer_tsx, "typescript": &C.toktee_lexer_typescript,
}

// Load unpacks a grammar, named after its file, and returns it as a TSLanguage, for good: its memory is C's and is
// never freed. A machine that stores numbers with the high byte first can't read the tables, which is an error.
func Load(name string) (unsafe.Pointer, error) {
	lexer, ok := lexers[name]
	if !ok {
		return nil, fmt.Errorf("no grammar is called %q", name)
	}
	packed, err := files.ReadFile(name + ".zst")
	if err != nil {
		return nil, err
	}
	var h zstd.Header
	if err := h.Decode(packed); err != nil || !h.HasFCS {
		return nil, fmt.Errorf("grammar %s: the size of its tables isn't known: %w", name, err)
	}
	size := h.FrameContentSize
	tables := C.malloc(C.size_t(size))
	if tables == nil {
		return nil, errors.New("no memory for a grammar")
	}
	l, err := unpack(packed, unsafe.Slice((*byte)(tables), size), lexer)
	if err != nil {
		C.free(tables)
		return nil, fmt.Errorf("grammar %s: %w", name, err)
	}
	return l, nil
}

// unpack fills the memory and makes a language of it.
func unpack(packed, tables []byte, lexer *C.toktee_lexer) (unsafe.Pointer, error) {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer d.Close()
	out, err := d.DecodeAll(packed, tables[:0])
	if err != nil {
		return nil, err
	}
	if len(out) != len(tables) || &out[0] != &tables[0] {
		return nil, fmt.Errorf("%d bytes of tables, want %d", len(out), len(tables))
	}
	l := C.toktee_language((*C.uint8_t)(&tables[0]), C.size_t(len(tables)), lexer)
	if l == nil {
		return nil, fmt.Errorf("tables that start with %#08x aren't for this machine",
			binary.NativeEndian.Uint32(tables))
	}
	return unsafe.Pointer(l), nil
}
