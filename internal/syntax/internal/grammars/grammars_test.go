//go:build cgo && !notreesitter

package grammars

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/bash"
	"github.com/smacker/go-tree-sitter/c"
	"github.com/smacker/go-tree-sitter/cpp"
	"github.com/smacker/go-tree-sitter/golang"
	"github.com/smacker/go-tree-sitter/java"
	"github.com/smacker/go-tree-sitter/javascript"
	"github.com/smacker/go-tree-sitter/php"
	"github.com/smacker/go-tree-sitter/python"
	"github.com/smacker/go-tree-sitter/ruby"
	"github.com/smacker/go-tree-sitter/rust"
	"github.com/smacker/go-tree-sitter/typescript/tsx"
	"github.com/smacker/go-tree-sitter/typescript/typescript"

	"github.com/toktee/toktee/internal/testing/sweep"
)

// compiled are go-tree-sitter's own.
var compiled = map[string]func() *sitter.Language{
	"bash": bash.GetLanguage, "c": c.GetLanguage, "cpp": cpp.GetLanguage, "golang": golang.GetLanguage,
	"java": java.GetLanguage, "javascript": javascript.GetLanguage, "php": php.GetLanguage,
	"python": python.GetLanguage, "ruby": ruby.GetLanguage, "rust": rust.GetLanguage, "tsx": tsx.GetLanguage,
	"typescript": typescript.GetLanguage,
}

// Every language makes the same tree of every text as the grammar that go-tree-sitter compiles in. Most of the texts
// aren't the language's, so that errors and what parsers do about them are among what is compared.
func TestTrees(t *testing.T) {
	texts := sources(t)
	if len(compiled) != len(lexers) {
		t.Errorf("%d languages, go-tree-sitter's are %d", len(lexers), len(compiled))
	}
	for name, get := range compiled {
		t.Run(name, func(t *testing.T) {
			ptr, err := Load(name)
			if err != nil {
				t.Fatal(err)
			}
			ours, theirs := sitter.NewLanguage(ptr), get()
			if got, want := ours.SymbolCount(), theirs.SymbolCount(); got != want {
				t.Fatalf("%d symbols, want %d", got, want)
			}
			for i := range theirs.SymbolCount() {
				s := sitter.Symbol(i)
				if ours.SymbolName(s) != theirs.SymbolName(s) || ours.SymbolType(s) != theirs.SymbolType(s) {
					t.Errorf("symbol %d is %q, want %q", i, ours.SymbolName(s), theirs.SymbolName(s))
				}
			}
			for i := 1; theirs.FieldName(i) != ""; i++ {
				if ours.FieldName(i) != theirs.FieldName(i) {
					t.Errorf("field %d is %q, want %q", i, ours.FieldName(i), theirs.FieldName(i))
				}
			}
			n := 0
			for _, path := range slices.Sorted(maps.Keys(texts)) {
				if n++; n%sweep.Every(5) != 0 {
					continue
				}
				text := texts[path]
				if got, want := tree(t, ours, text), tree(t, theirs, text); got != want {
					t.Errorf("%s: another tree", path)
				}
			}
		})
	}
}

// sources are texts in all languages, the grammars' own code among them, at most 4 KB of each.
func sources(t *testing.T) map[string][]byte {
	t.Helper()
	texts := map[string][]byte{}
	for _, pattern := range []string{"*.[ch]", "../../testdata/outline/*", "../../*.go"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(paths), err)
		}
		for _, p := range paths {
			text, err := os.ReadFile(p)
			if err != nil {
				t.Fatal(err)
			}
			texts[p] = text[:min(len(text), 4<<10)]
		}
	}
	return texts
}

// tree is the text's tree as nested lists of names, with the bytes that nodes cover.
func tree(t *testing.T, lang *sitter.Language, text []byte) string {
	t.Helper()
	p := sitter.NewParser()
	defer p.Close()
	p.SetLanguage(lang)
	made, err := p.ParseCtx(context.Background(), nil, text)
	if err != nil {
		t.Fatal(err)
	}
	defer made.Close()
	var b strings.Builder
	cur := sitter.NewTreeCursor(made.RootNode())
	defer cur.Close()
	write(&b, cur)
	return b.String()
}

func write(b *strings.Builder, cur *sitter.TreeCursor) {
	n := cur.CurrentNode()
	fmt.Fprintf(b, "(%s:%s %d-%d", cur.CurrentFieldName(), n.Type(), n.StartByte(), n.EndByte())
	if cur.GoToFirstChild() {
		for more := true; more; more = cur.GoToNextSibling() {
			write(b, cur)
		}
		cur.GoToParent()
	}
	b.WriteString(")")
}

// What isn't a grammar's tables is an error, and no language.
func TestUnpackRefuses(t *testing.T) {
	packed, err := files.ReadFile("golang.zst")
	if err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string][]byte{
		"nothing": nil, "half": packed[:len(packed)/2], "other data": []byte("(\xb5/\xfd\x04\x00\x19\x00\x00abc"),
	} {
		if l, err := unpack(bad, make([]byte, 1<<20), lexers["golang"]); err == nil || l != nil {
			t.Errorf("no error for %s", name)
		}
	}
	if l, err := unpack(packed, make([]byte, 1<<10), lexers["golang"]); err == nil || l != nil {
		t.Error("no error for less memory than the tables need")
	}
	if _, err := Load("cobol"); err == nil {
		t.Error("no error for a language without a grammar")
	}
}
