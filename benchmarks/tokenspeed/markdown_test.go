package tokenspeed

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// markdown is documents, and the documentation of Go's packages as a document.
func markdown(t testing.TB) []byte {
	folders, err := roots()
	if err != nil {
		t.Fatal(err)
	}
	text := files(t, 300<<10, ".md")
	src := filepath.Join(folders[0], "src")
	filepath.WalkDir(src, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return nil
		}
		if d.Name() == "testdata" || len(text) >= size {
			return filepath.SkipDir
		}
		text = append(text, documentation(path)...)
		return nil
	})
	return cut(text)
}

// documentation is what the comments in a folder say, as Markdown.
func documentation(dir string) []byte {
	names, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	set := token.NewFileSet()
	var parsed []*ast.File
	for _, name := range names {
		if !strings.HasSuffix(name, "_test.go") {
			f, err := parser.ParseFile(set, name, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err == nil {
				parsed = append(parsed, f)
			}
		}
	}
	byName := map[string][]*ast.File{}
	for _, f := range parsed {
		byName[f.Name.Name] = append(byName[f.Name.Name], f)
	}
	name := filepath.Base(dir)
	p, err := doc.NewFromFiles(set, byName[name], name, doc.AllDecls)
	if err != nil || p.Doc == "" {
		return nil
	}
	text := []byte("# " + name + "\n\n")
	write := func(title, comment string) {
		if comment != "" {
			text = append(text, "## "+title+"\n\n"...)
			text = append(append(text, p.Printer().Markdown(p.Parser().Parse(comment))...), '\n')
		}
	}
	write("Overview", p.Doc)
	for _, f := range p.Funcs {
		write("func "+f.Name, f.Doc)
	}
	for _, typ := range p.Types {
		write("type "+typ.Name, typ.Doc)
		for _, f := range append(typ.Funcs, typ.Methods...) {
			write("func "+f.Name, f.Doc)
		}
	}
	return text
}
