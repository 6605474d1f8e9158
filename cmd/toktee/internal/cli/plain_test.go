package cli

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// checkPlain reports sentences of more than 25 words, except for lists. In code, a colon ends one too.
func checkPlain(t *testing.T, where, text string) {
	t.Helper()
	sentence := regexp.MustCompile(`[.?!:;]\s+|\n\n`)
	if !strings.Contains(where, ".go:") {
		sentence = regexp.MustCompile(`[.?!]\s+|\n\n`)
	}
	for _, s := range sentence.Split(text, -1) {
		if n := len(strings.Fields(s)); n > 25 && strings.Count(s, ",") < 6 && !strings.Contains(s, "\n  ") {
			t.Errorf("%s: a sentence of %d words: %s", where, n, s)
		}
	}
}

// Sentences of the help have at most 25 words.
func TestPlainHelp(t *testing.T) {
	var checkAll func(*cobra.Command)
	checkAll = func(cmd *cobra.Command) {
		checkPlain(t, cmd.CommandPath(), cmd.Short)
		checkPlain(t, cmd.CommandPath(), cmd.Long)
		cmd.Flags().VisitAll(func(f *pflag.Flag) { checkPlain(t, cmd.CommandPath()+" --"+f.Name, f.Usage) })
		for _, c := range cmd.Commands() {
			checkAll(c)
		}
	}
	checkAll(Commands())
}

// Sentences of errors and of printed lines have at most 25 words, and are as the field writes them.
func TestPlainErrors(t *testing.T) {
	odd := regexp.MustCompile(`\b(stands?|stood|besides?|holds|likewise|isn't there any more)\b`)
	checked := 0
	for _, root := range []string{".", "../../../../internal/integrations", "../../../toktee-desk"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
				strings.Contains(path, "/clients/") {
				return err
			}
			files := token.NewFileSet()
			file, err := parser.ParseFile(files, path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				c, ok := n.(*ast.CallExpr)
				if !ok || !prints[nameOf(c.Fun)] {
					return true
				}
				for _, arg := range c.Args {
					if text := textOf(arg); text != "" {
						checked++
						where := files.Position(arg.Pos()).String()
						checkPlain(t, where, text)
						if word := odd.FindString(text); word != "" {
							t.Errorf("%s: %q: want a plainer word in: %s", where, word, text)
						}
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if checked < 350 {
		t.Errorf("%d texts were checked, want 350 or more", checked)
	}
}

// prints are the functions that make errors or print lines.
var prints = map[string]bool{
	"fmt.Errorf": true, "errors.New": true, "usage": true, "failed": true, "fmt.Fprintf": true, "fmt.Fprintln": true,
	"fmt.Fprint": true, "a.say": true, "a.warn": true,
}

func nameOf(fun ast.Expr) string {
	switch f := fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		if x, ok := f.X.(*ast.Ident); ok {
			return x.Name + "." + f.Sel.Name
		}
	}
	return ""
}

// textOf is the text of a string, or of strings that are joined by +; other values are left out.
func textOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if text, err := strconv.Unquote(e.Value); err == nil && e.Kind == token.STRING {
			return text
		}
	case *ast.BinaryExpr:
		return textOf(e.X) + textOf(e.Y)
	}
	return ""
}
