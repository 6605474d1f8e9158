package summarize

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/toktee/toktee/strategies/programs"
)

// TestNamesNoTool holds that the pipeline names no program and no strategy: what it must know of them, they declare as
// a [report.Comparison] and as [strategies.Contents].
func TestNamesNoTool(t *testing.T) {
	names := map[string]bool{}
	for _, p := range programs.All() {
		names[p.Name] = true
		for _, n := range p.Names {
			names[n] = true
		}
	}
	for _, s := range builtin() {
		names[s.Name()] = true
	}
	for _, n := range []string{"git", "grep", "rg", "find", "diff", "cat", "sed"} {
		names[n] = true
	}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, f.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if s, _ := strconv.Unquote(lit.Value); names[s] {
					t.Errorf("%s names %s: let the program or strategy declare what the pipeline must know",
						fset.Position(lit.Pos()), lit.Value)
				}
			}
			return true
		})
	}
}
